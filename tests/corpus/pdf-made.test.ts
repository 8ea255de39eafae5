import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/model/geometry.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import { pdfReader } from '../../src/reading/formats/pdf/reader.ts';
import {
  ASCENT,
  DESCENT,
  type MadePage,
  type MadeText,
  madePdf,
  PDF_HEIGHT,
  PDF_WIDTH,
  ruledTable,
  widthOf,
} from '../makers/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';

/** Words without a mark at their start or a sentence's end, so that every line is a paragraph of its own. */
const LINES = ['서울특별시', '개인정보 보호 담당관', '접수 번호 2026-115', '과학기술정보통신부장관', 'Annual report 2026'];

/** Lines set in a column, as a paragraph of the given width. */
function paragraph(text: string, x: number, y: number, width: number, size = 10, leading = 16): MadeText[] {
  const out: MadeText[] = [];
  let line = '';
  for (const char of text) {
    if (widthOf(line + char, size) > width) {
      out.push({ text: line.trim(), x, y: y + out.length * leading, size });
      line = '';
    }
    line += char;
  }
  if (line.trim() !== '') out.push({ text: line.trim(), x, y: y + out.length * leading, size });
  return out;
}

const SENTENCES =
  '원장은 매년 사업의 내용과 예산을 정하여 이사회의 의결을 거쳐 확정하고 그 결과를 모든 부서에 알려야 하며 필요한 경우에는 외부 전문가의 의견을 들어 다음 해의 계획에 반영할 수 있다. ';

describe('boxes of a PDF whose places are known', () => {
  it.each([0, 90, 180, 270] as const)(
    'lie within one point of where each line was put on a sheet turned by %i degrees',
    async (rotate) => {
      const texts = LINES.map((text, at): MadeText => ({ text, x: 60 + 31 * at, y: 90 + 130 * at, size: 9 + 2 * at }));
      const content = await readPdf(madePdf([{ texts, rotate }]));
      const [width, height] = rotate % 180 === 0 ? [PDF_WIDTH, PDF_HEIGHT] : [PDF_HEIGHT, PDF_WIDTH];
      expect(content.pages).toEqual([{ width, height, unit: 'pt' }]);
      expect(content.blocks.map((block) => block.text).sort()).toEqual([...LINES].sort());
      for (const { text, x, y, size = 10 } of texts) {
        const made = shown([x, y - ASCENT * size, x + widthOf(text, size), y + DESCENT * size], rotate);
        const found = content.blocks.find((block) => block.text === text)?.bbox as Box;
        for (const [at, edge] of made.entries())
          expect(Math.abs(edge - (found[at] as number)), `${text} ${found} ≠ ${made}`).toBeLessThanOrEqual(1);
      }
    },
  );

  it('lie within one point for text that is turned on the sheet', async () => {
    const texts = ([0, 1, 3] as const).map(
      (turns): MadeText => ({ text: LINES[turns] as string, x: 300, y: 400 + 20 * turns, size: 12, turns }),
    );
    const content = await readPdf(madePdf([{ texts }]));
    for (const { text, x, y, size = 10, turns = 0 } of texts) {
      const [long, up, down] = [widthOf(text, size), ASCENT * size, DESCENT * size];
      const made: Box =
        turns === 1
          ? [x - down, y, x + up, y + long]
          : turns === 3
            ? [x - up, y - long, x + down, y]
            : [x, y - up, x + long, y + down];
      const found = content.blocks.find((block) => block.text === text)?.bbox as Box;
      for (const [at, edge] of made.entries())
        expect(Math.abs(edge - (found[at] as number)), `${text} ${found} ≠ ${made}`).toBeLessThanOrEqual(1);
    }
  });

  it('give every cell of a ruled table its own', async () => {
    const [xs, ys] = [
      [60, 160, 320, 500],
      [100, 124, 160, 190],
    ];
    const rows = [
      ['구분', '2025년', '2026년'],
      ['세입', '1,200', '1,350'],
      ['세출', '1,180', ''],
    ];
    const content = await readPdf(madePdf([ruledTable(xs, ys, rows)]));
    const [table] = content.tables;
    expect(table?.grid).toEqual(rows);
    for (const cell of table?.cells ?? [])
      expect(cell.bbox).toEqual([xs[cell.col], ys[cell.row], xs[cell.col + 1], ys[cell.row + 1]]);
  });
});

describe('layout of a PDF', () => {
  it('joins the lines of a paragraph, and those that a page break divides', async () => {
    const lines = paragraph(SENTENCES.repeat(3).trim(), 60, 700, 470);
    const content = await readPdf(
      madePdf([
        { texts: lines.filter(({ y }) => y < 760) },
        { texts: lines.filter(({ y }) => y >= 760).map((line, at) => ({ ...line, y: 90 + 16 * at })) },
      ]),
    );
    const [only, ...more] = content.blocks;
    expect(more).toEqual([]);
    expect(only?.text.replace(/\s/g, '')).toBe(SENTENCES.repeat(3).replace(/\s/g, ''));
  });

  it('reads two columns one after the other', async () => {
    const [left, right] = [SENTENCES.repeat(5).trim(), SENTENCES.replace('원장', '처장').repeat(5).trim()];
    const content = await readPdf(madePdf([{ texts: [...paragraph(left, 50, 100, 230), ...paragraph(right, 315, 100, 230)] }]));
    const text = content.blocks
      .map((block) => block.text)
      .join('')
      .replace(/\s/g, '');
    expect(text).toBe((left + right).replace(/\s/g, ''));
  });

  it('tells headers, footers and page numbers from the text, and names each once', async () => {
    const page = (number: number): MadePage => ({
      texts: [
        { text: '개인정보 처리지침', x: 230, y: 45, size: 9 },
        ...paragraph(`${number}번째 쪽의 본문이다.`, 60, 120, 470),
        ...paragraph(SENTENCES.trim(), 60, 160 + 20 * number, 470),
        { text: `- ${number} -`, x: 285, y: 800, size: 9 },
      ],
    });
    const content = await readPdf(madePdf([1, 2, 3, 4].map(page)));
    const types = content.blocks
      .filter((block) => block.type === 'header' || block.type === 'footer')
      .map((block) => [block.type, block.text]);
    expect(types).toEqual([
      ['header', '개인정보 처리지침'],
      ['footer', '- 1 -'],
    ]);
    expect(content.blocks.filter((block) => block.type === 'paragraph' && /^- \d -$/.test(block.text))).toEqual([]);
  });

  it('joins a table over three pages, leaves out its repeated heading, and keeps the page of every row', async () => {
    const xs = [60, 150, 300, 520];
    const heading = ['연번', '사업명', '주요 내용'];
    const rows = Array.from({ length: 60 }, (_, at) => [String(at + 1), `사업 ${at + 1}`, `내용이 서로 다른 줄 ${at + 1}`]);
    const pages = [0, 1, 2].map((at) => {
      const part = [heading, ...rows.slice(20 * at, 20 * at + 20)];
      return ruledTable(xs, part.map((_, row) => 70 + 33 * row).concat(70 + 33 * part.length), part);
    });
    const content = await readPdf(madePdf(pages));
    expect(content.tables).toHaveLength(1);
    const [table] = content.tables;
    expect([table?.rows, table?.cols, table?.header_rows]).toEqual([61, 3, 1]);
    expect(table?.grid).toEqual([heading, ...rows]);
    expect(new Set(table?.cells.filter((cell) => cell.row > 40).map((cell) => cell.page))).toEqual(new Set([3]));
  });

  it('makes no table of one box around text', async () => {
    const box = [
      [60, 100, 500, 100],
      [60, 180, 500, 180],
      [60, 100, 60, 180],
      [500, 100, 500, 180],
    ] as const;
    const content = await readPdf(madePdf([{ lines: box, texts: paragraph('이 상자 안의 글은 표가 아니다.', 80, 140, 400) }]));
    expect(content.tables).toEqual([]);
    expect(content.blocks.map((block) => [block.type, block.text])).toEqual([['textbox', '이 상자 안의 글은 표가 아니다.']]);
  });

  it('leaves an underline between the walls of a cell out of the grid', async () => {
    const [first, second] = ['공공기관의장은필요한경우에한하여자료를모아서', '처리할 수 있다.'];
    const table = ruledTable(
      [60, 300, 540],
      [100, 120, 200],
      [
        ['현행', '개정안'],
        ['신설', ''],
      ],
      11,
    );
    const texts = [...table.texts, { text: first, x: 299, y: 135, size: 11 }, { text: second, x: 304, y: 151, size: 11 }];
    const content = await readPdf(madePdf([{ texts, lines: [...table.lines, [300, 136.2, 540, 136.2]] }]));
    expect(content.tables[0]?.grid).toEqual([
      ['현행', '개정안'],
      ['신설', `${first} ${second}`],
    ]);
  });

  it('says that it is unsure of a grid whose lines enclose no rectangle', async () => {
    const lines = [
      [60, 100, 360, 100],
      [60, 220, 360, 220],
      [60, 100, 60, 220],
      [360, 100, 360, 220],
      [60, 160, 260, 160],
      [260, 160, 260, 220],
      [160, 100, 160, 160],
    ] as const;
    const content = await readPdf(
      madePdf([
        {
          lines,
          texts: [
            { text: '하나', x: 70, y: 130 },
            { text: '둘', x: 200, y: 130 },
            { text: '셋', x: 70, y: 190 },
            { text: '넷', x: 300, y: 190 },
          ],
        },
      ]),
    );
    expect(content.warnings.map((warning) => warning.code)).toContain('TABLE_GRID_UNCERTAIN');
  });

  it('takes footnotes below their line out of the text', async () => {
    const texts = [
      ...paragraph(SENTENCES.trim(), 60, 100, 470, 12, 20),
      { text: '1) 과학기술정보통신부 고시를 말한다.', x: 60, y: 740, size: 8 },
      { text: '2) 다른 법률에 따른다.', x: 60, y: 754, size: 8 },
    ];
    const content = await readPdf(madePdf([{ texts, lines: [[60, 722, 200, 722]] }]));
    expect(content.blocks.filter((block) => block.type === 'footnote').map((block) => block.text)).toEqual([
      '1) 과학기술정보통신부 고시를 말한다.',
      '2) 다른 법률에 따른다.',
    ]);
  });

  it('begins an item of a list at every mark', async () => {
    const items = [
      '1. 신청서를 낸 사람',
      '2. 자격을 갖춘 사람',
      '가. 경력이 있는 사람',
      '□ 추진 배경',
      '○ 세부 내용',
      '① 원장은 이를 정한다.',
    ];
    const content = await readPdf(madePdf([{ texts: items.map((text, at) => ({ text, x: 60, y: 100 + 16 * at })) }]));
    expect(content.blocks.map((block) => [block.type, block.text])).toEqual(items.map((text) => ['list_item', text]));
  });

  it('takes headings from the bookmarks where these name what stands on the pages', async () => {
    const titles = ['제1장 총칙', '제2장 조직', '제3장 회계'];
    const content = await readPdf(
      madePdf(
        titles.map(
          (text): MadePage => ({ texts: [{ text, x: 60, y: 90, size: 14 }, ...paragraph(SENTENCES.trim(), 60, 130, 470)] }),
        ),
        { bookmarks: titles.map((title, at) => ({ title, page: at + 1 })) },
      ),
    );
    expect(content.blocks.filter((block) => block.type === 'heading').map((block) => [block.text, block.level])).toEqual(
      titles.map((title) => [title, 1]),
    );
  });

  it('takes headings from the tags of a tagged file', async () => {
    const texts: MadeText[] = [
      { text: '연차 보고', x: 60, y: 90, size: 12, tag: { role: 'H1', id: 0 } },
      { text: '예산', x: 60, y: 130, size: 12, tag: { role: 'H2', id: 1 } },
      { text: '예산은 다음과 같다.', x: 60, y: 160, size: 12, tag: { role: 'P', id: 2 } },
    ];
    const content = await readPdf(madePdf([{ texts }], { tagged: true }));
    expect(content.blocks.map((block) => [block.type, block.level])).toEqual([
      ['heading', 1],
      ['heading', 2],
      ['paragraph', null],
    ]);
  });

  it('reads the other pages of a file in which one is broken, and names that one', async () => {
    const page: MadePage = { texts: paragraph(SENTENCES.trim(), 60, 100, 470) };
    const made = madePdf([page, page, page]);
    // The second page's object is no longer one.
    const broken = Buffer.from(
      made.toString('latin1').replace('12 0 obj\n<< /Type /Page ', '12 0 obj\n(/Type /Page)%  '),
      'latin1',
    );
    const content = await readPdf(broken);
    expect([...new Set(content.blocks.map((block) => block.page))]).toEqual([1, 3]);
    expect(content.warnings.map((warning) => [warning.code, warning.page])).toContainEqual(['PARTIAL_READ', 2]);
  });

  it('calls a file without pages corrupted, and one with blank pages without text', async () => {
    const context = { budget: new Budget(), paginate: false, ocrPages: 0 };
    await expect(pdfReader.read(Buffer.from('%PDF-1.7\n%%EOF'), context)).rejects.toMatchObject({ reason: 'CORRUPTED' });
    await expect(pdfReader.read(madePdf([{}]), context)).rejects.toMatchObject({ reason: 'NO_TEXT' });
  });
});

/** A box of the sheet as it is shown after a turn clockwise. */
function shown([x0, y0, x1, y1]: Box, rotate: 0 | 90 | 180 | 270): Box {
  if (rotate === 90) return [PDF_HEIGHT - y1, x0, PDF_HEIGHT - y0, x1];
  if (rotate === 180) return [PDF_WIDTH - x1, PDF_HEIGHT - y1, PDF_WIDTH - x0, PDF_HEIGHT - y0];
  if (rotate === 270) return [y0, PDF_WIDTH - x1, y1, PDF_WIDTH - x0];
  return [x0, y0, x1, y1];
}
