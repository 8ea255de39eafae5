/** Where a text begins: x of its first character and y of its baseline, in points from the top left corner of the sheet. */
export interface MadeText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  /** Quarter turns clockwise. */
  readonly turns?: 0 | 1 | 2 | 3;
  /** Role and id of the marked content that it is, for tagged files. */
  readonly tag?: { readonly role: string; readonly id: number };
}

export interface MadePage {
  readonly width?: number;
  readonly height?: number;
  /** Degrees clockwise by which the sheet is shown: places are given on the sheet before that turn. */
  readonly rotate?: 0 | 90 | 180 | 270;
  readonly texts?: readonly MadeText[];
  /** Lines from point to point. */
  readonly lines?: readonly (readonly [x0: number, y0: number, x1: number, y1: number])[];
  /** Its content is given as bytes that cannot be read. */
  readonly broken?: boolean;
}

export interface MadeBookmark {
  readonly title: string;
  /** From 1. */
  readonly page: number;
}

export const PDF_WIDTH = 595;
export const PDF_HEIGHT = 842;
/** Metrics of the made font in parts of the size. */
export const ASCENT = 0.88;
export const DESCENT = 0.12;

const FONT = 3;
const FIRST_PAGE = 10;

/** Width of a text in the made font: a whole em for Hangul, seven tenths for everything in the ASCII range. */
export function widthOf(text: string, size: number): number {
  return [...text].reduce((sum, char) => sum + (char.charCodeAt(0) < 0x80 ? 0.7 : 1), 0) * size;
}

/** A grid of lines with a text in each cell: `xs` and `ys` are its edges. */
export function ruledTable(
  xs: readonly number[],
  ys: readonly number[],
  cells: readonly (readonly string[])[],
  size = 10,
): Required<Pick<MadePage, 'texts' | 'lines'>> {
  const [left, right, top, bottom] = [xs[0] as number, xs.at(-1) as number, ys[0] as number, ys.at(-1) as number];
  const lines = [...ys.map((y) => [left, y, right, y] as const), ...xs.map((x) => [x, top, x, bottom] as const)];
  const texts = cells.flatMap((row, at) =>
    row.map((text, col) => ({ text, x: (xs[col] as number) + 4, y: (ys[at] as number) + 4 + size, size })),
  );
  return { texts: texts.filter(({ text }) => text !== ''), lines };
}

/** A PDF file with one Korean font, as a program would write it. */
export function madePdf(
  pages: readonly MadePage[],
  more: { bookmarks?: readonly MadeBookmark[]; tagged?: boolean } = {},
): Buffer {
  const objects = new Map<number, string>();
  const used = new Set(pages.flatMap((page) => (page.texts ?? []).flatMap(({ text }) => [...text])));
  const kids = pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`).join(' ');
  const bookmarks = more.bookmarks ?? [];
  const after = FIRST_PAGE + 2 * pages.length;
  const outline = bookmarks.length > 0 ? ` /Outlines ${after} 0 R` : '';
  const tree = after + 1 + bookmarks.length;
  objects.set(
    1,
    `<< /Type /Catalog /Pages 2 0 R${outline}${more.tagged ? ` /MarkInfo << /Marked true >> /StructTreeRoot ${tree} 0 R` : ''} >>`,
  );
  objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.set(
    3,
    '<< /Type /Font /Subtype /Type0 /BaseFont /MadeBatang /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
  );
  objects.set(
    4,
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MadeBatang /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 5 0 R /DW 1000 /W [0 127 700] >>',
  );
  objects.set(
    5,
    `<< /Type /FontDescriptor /FontName /MadeBatang /Flags 4 /FontBBox [0 -${DESCENT * 1000} 1000 ${ASCENT * 1000}] /ItalicAngle 0 /Ascent ${ASCENT * 1000} /Descent -${DESCENT * 1000} /CapHeight 700 /StemV 80 >>`,
  );
  objects.set(6, stream(toUnicode([...used])));
  for (const [at, page] of pages.entries()) {
    const [width, height] = [page.width ?? PDF_WIDTH, page.height ?? PDF_HEIGHT];
    const number = FIRST_PAGE + 2 * at;
    objects.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${page.rotate ?? 0} /StructParents ${at} /Resources << /Font << /F1 ${FONT} 0 R >> >> /Contents ${number + 1} 0 R >>`,
    );
    objects.set(
      number + 1,
      page.broken
        ? '<< /Length 40 /Filter /FlateDecode >>\nstream\nthis was never compressed by anything at\nendstream'
        : stream(contentOf(page, height)),
    );
  }
  for (const [at, { title, page }] of bookmarks.entries()) {
    const number = after + 1 + at;
    const next = at + 1 < bookmarks.length ? ` /Next ${number + 1} 0 R` : '';
    const prev = at > 0 ? ` /Prev ${number - 1} 0 R` : '';
    objects.set(
      number,
      `<< /Title <feff${utf16(title)}> /Parent ${after} 0 R /Dest [${FIRST_PAGE + 2 * (page - 1)} 0 R /Fit]${next}${prev} >>`,
    );
  }
  if (bookmarks.length > 0)
    objects.set(
      after,
      `<< /Type /Outlines /First ${after + 1} 0 R /Last ${after + bookmarks.length} 0 R /Count ${bookmarks.length} >>`,
    );
  if (more.tagged) structTree(objects, tree, pages);
  return written(objects);
}

function contentOf(page: MadePage, height: number): string {
  const out: string[] = [];
  for (const [x0, y0, x1, y1] of page.lines ?? []) out.push(`0.5 w ${x0} ${height - y0} m ${x1} ${height - y1} l S`);
  for (const { text, x, y, size = 10, turns = 0, tag } of page.texts ?? []) {
    // A turn clockwise on the sheet: y grows upwards in the file.
    const [cos, sin] = [[1, 0, -1, 0][turns] as number, [0, -1, 0, 1][turns] as number];
    const show = `BT /F1 ${size} Tf ${cos} ${sin} ${-sin} ${cos} ${x} ${height - y} Tm <${utf16(text)}> Tj ET`;
    out.push(tag ? `/${tag.role} << /MCID ${tag.id} >> BDC ${show} EMC` : show);
  }
  return out.join('\n');
}

function structTree(objects: Map<number, string>, root: number, pages: readonly MadePage[]): void {
  const elements: number[] = [];
  const byPage: string[] = [];
  let next = root + 1;
  for (const [at, page] of pages.entries()) {
    const own: number[] = [];
    for (const { tag } of page.texts ?? []) {
      if (!tag) continue;
      objects.set(next, `<< /Type /StructElem /S /${tag.role} /P ${root} 0 R /Pg ${FIRST_PAGE + 2 * at} 0 R /K ${tag.id} >>`);
      own[tag.id] = next;
      elements.push(next++);
    }
    byPage.push(`${at} [${own.map((number) => `${number} 0 R`).join(' ')}]`);
  }
  objects.set(
    root,
    `<< /Type /StructTreeRoot /K [${elements.map((number) => `${number} 0 R`).join(' ')}] /ParentTree << /Nums [${byPage.join(' ')}] >> >>`,
  );
}

function toUnicode(characters: readonly string[]): string {
  const lines = characters.map((char) => `<${utf16(char)}> <${utf16(char)}>`);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at += 100)
    parts.push(`${Math.min(100, lines.length - at)} beginbfchar\n${lines.slice(at, at + 100).join('\n')}\nendbfchar`);
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Made def /CMapType 2 def\n1 begincodespacerange <0000> <ffff> endcodespacerange\n${parts.join('\n')}\nendcmap end end`;
}

function utf16(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}

function stream(text: string): string {
  return `<< /Length ${Buffer.byteLength(text)} >>\nstream\n${text}\nendstream`;
}

function written(objects: ReadonlyMap<number, string>): Buffer {
  let file = '%PDF-1.7\n';
  const places = new Map<number, number>();
  const most = Math.max(...objects.keys());
  for (const [number, body] of objects) {
    places.set(number, file.length);
    file += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const table = file.length;
  file += `xref\n0 ${most + 1}\n0000000000 65535 f \n`;
  for (let number = 1; number <= most; number++) {
    const place = places.get(number);
    file += place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`;
  }
  return Buffer.from(`${file}trailer\n<< /Size ${most + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`, 'latin1');
}
