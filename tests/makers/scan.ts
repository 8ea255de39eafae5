import sharp from 'sharp';

/** A text and the smallest box around its ink, in pixels of the scan. */
export interface ScannedText {
  readonly text: string;
  readonly box: readonly [number, number, number, number];
}

export interface Scan {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly lines: readonly ScannedText[];
  /** Of the table's cells, row by row. */
  readonly cells: readonly (readonly ScannedText[])[];
}

export interface ScanOptions {
  readonly lines: readonly string[];
  readonly rows?: readonly (readonly string[])[];
  readonly dpi: number;
  /** Degrees clockwise by which the sheet lay askew; 180 for one on its head. */
  readonly skew?: number;
  /** Most by which a pixel's gray is off. */
  readonly noise?: number;
}

/** Points. */
const SHEET = { width: 595, height: 842, left: 70, top: 90, size: 11.5, leading: 30 };
const TABLE = { top: 500, width: 450, row: 32 };

/** An A4 sheet of text and a ruled table as a scanner gives it: with grain, askew, as JPEG; places are known since it is drawn. */
export async function makeScan({ lines, rows = [], dpi, skew = 0, noise = 0 }: ScanOptions): Promise<Scan> {
  const px = (points: number) => Math.round((points * dpi) / 72);
  const [width, height, size] = [px(SHEET.width), px(SHEET.height), px(SHEET.size)];
  const drawn: string[] = [];
  const put = async (text: string, x: number, y: number): Promise<ScannedText> => {
    drawn.push(`<text x='${x}' y='${y}' font-family='NanumGothic' font-size='${size}'>${text}</text>`);
    const [a, b, c, d] = await inkOf(text, size);
    return { text, box: [x + a, y + b, x + c, y + d] };
  };
  const lineTexts: ScannedText[] = [];
  for (const [at, text] of lines.entries()) lineTexts.push(await put(text, px(SHEET.left), px(SHEET.top + at * SHEET.leading)));
  const cells: ScannedText[][] = [];
  const [left, top, high] = [px(SHEET.left), px(TABLE.top), px(TABLE.row)];
  const wide = px(TABLE.width / Math.max(1, rows[0]?.length ?? 1));
  for (const [row, texts] of rows.entries()) {
    cells.push([]);
    for (const [col, text] of texts.entries()) {
      const [x, y] = [left + col * wide, top + row * high];
      drawn.push(
        `<rect x='${x}' y='${y}' width='${wide}' height='${high}' fill='none' stroke='black' stroke-width='${px(0.8)}'/>`,
      );
      cells[row]?.push(await put(text, x + px(6), y + px(20)));
    }
  }
  const flat = await sharp(svg(width, height, drawn.join('')))
    .grayscale()
    .png()
    .toBuffer();
  const { data, info } = await sharp(flat)
    .rotate(skew, { background: '#ffffff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  grain(data, noise);
  const turn = turned(skew, [width, height], [info.width, info.height]);
  const place = ({ text, box }: ScannedText): ScannedText => ({ text, box: turn(box) });
  const jpeg = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 70 })
    .toBuffer();
  return {
    jpeg,
    width: info.width,
    height: info.height,
    dpi,
    lines: lineTexts.map(place),
    cells: cells.map((row) => row.map(place)),
  };
}

/** The scan as the only thing on a PDF's page, as copiers make it; shown turned by `rotate` degrees. */
export function scannedPdf(scan: Scan, rotate: 0 | 90 | 180 | 270 = 0): Buffer {
  const [width, height] = [(scan.width * 72) / scan.dpi, (scan.height * 72) / scan.dpi];
  const content = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`;
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ].map((text) => Buffer.from(text));
  const head = `<< /Type /XObject /Subtype /Image /Width ${scan.width} /Height ${scan.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${scan.jpeg.length} >>\nstream\n`;
  objects.push(Buffer.concat([Buffer.from(head), scan.jpeg, Buffer.from('\nendstream')]));
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** Ink of a text from the point where it is set. */
async function inkOf(text: string, size: number): Promise<readonly [number, number, number, number]> {
  const room = 2 * size;
  const body = `<text x='${room}' y='${room}' font-family='NanumGothic' font-size='${size}'>${text}</text>`;
  const picture = await sharp(svg(room * 2 + text.length * size, room * 2, body))
    .grayscale()
    .png()
    .toBuffer();
  const { info } = await sharp(picture).trim({ background: '#ffffff', threshold: 80 }).toBuffer({ resolveWithObject: true });
  const [x, y] = [-(info.trimOffsetLeft ?? 0) - room, -(info.trimOffsetTop ?? 0) - room];
  return [x, y, x + info.width, y + info.height];
}

function svg(width: number, height: number, body: string): Buffer {
  return Buffer.from(
    `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'><rect width='100%' height='100%' fill='white'/>${body}</svg>`,
  );
}

/** The same grain each time. */
function grain(data: Buffer, most: number): void {
  if (most === 0) return;
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = Math.min(255, Math.max(0, (data[i] as number) * 0.9 + ((state >>> 8) / 2 ** 23 - 1) * most + 12));
  }
}

/** Boxes around what a turn makes of boxes: the sheet turns about its middle, and the picture grows around it. */
function turned(degrees: number, [width, height]: readonly [number, number], [wide, high]: readonly [number, number]) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return ([x0, y0, x1, y1]: ScannedText['box']): ScannedText['box'] => {
    const corners = [x0, x1].flatMap((x) =>
      [y0, y1].map((y) => {
        const [dx, dy] = [x - width / 2, y - height / 2];
        return [wide / 2 + cos * dx - sin * dy, high / 2 + sin * dx + cos * dy] as const;
      }),
    );
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
}
