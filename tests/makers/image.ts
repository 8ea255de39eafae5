import sharp from 'sharp';

const CELL = { width: 260, height: 90 };
const MARGIN = 120;
const FONT = "font-family='NanumGothic' font-size='38'";

/** A ruled table as a scanner would give it, in a free font; PNG. */
export async function renderTable(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const [across, down] = [rows[0]?.length ?? 0, rows.length];
  const [width, height] = [across * CELL.width, down * CELL.height];
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `<line x1='${MARGIN + x1}' y1='${MARGIN + y1}' x2='${MARGIN + x2}' y2='${MARGIN + y2}' stroke='black' stroke-width='3'/>`;
  const lines = [
    ...Array.from({ length: down + 1 }, (_, row) => line(0, row * CELL.height, width, row * CELL.height)),
    ...Array.from({ length: across + 1 }, (_, col) => line(col * CELL.width, 0, col * CELL.width, height)),
  ];
  const texts = rows.flatMap((cells, row) =>
    cells.map((text, col) => {
      const [x, y] = [MARGIN + (col + 0.5) * CELL.width, MARGIN + (row + 0.5) * CELL.height + 13];
      return `<text x='${x}' y='${y}' text-anchor='middle' ${FONT}>${text}</text>`;
    }),
  );
  return render(width + 2 * MARGIN, height + 2 * MARGIN, [...lines, ...texts].join(''));
}

/** Lines of text one under the other; PNG. */
export async function renderLines(lines: readonly string[], size = 40): Promise<Buffer> {
  const texts = lines.map(
    (text, at) =>
      `<text x='${MARGIN}' y='${MARGIN + at * size * 1.8}' font-family='NanumGothic' font-size='${size}'>${text}</text>`,
  );
  return render(1600, 2 * MARGIN + Math.ceil(lines.length * size * 1.8), texts.join(''));
}

function render(width: number, height: number, body: string): Promise<Buffer> {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'><rect width='100%' height='100%' fill='white'/>${body}</svg>`;
  return sharp(Buffer.from(svg)).grayscale().png().toBuffer();
}
