import { describe, expect, it } from 'vitest';
import { documentOf, newContent } from '../../../tests/support/sample-document.ts';
import type { Chunk } from '../../model/chunk.ts';
import type { Box } from '../../model/geometry.ts';
import type { Structure } from '../../model/structure.ts';
import type { ContentBuilder, NewCell } from '../content.ts';
import { arrangeOutline } from '../structure/outline.ts';
import { tableText } from '../table-text.ts';
import { chunkDocument } from './chunk.ts';

function chunksOf(build: (content: ContentBuilder) => void, budget = 200, structure: Partial<Structure> = {}): Chunk[] {
  const content = newContent();
  build(content);
  const sections = arrangeOutline(content);
  return chunkDocument(documentOf(content, { sections, ...structure }), budget);
}

const texts = (chunks: readonly Chunk[]) => chunks.map((chunk) => chunk.text);
const rowsOf = (rows: readonly (readonly string[])[]): NewCell[] =>
  rows.flatMap((row, y) => row.map((text, x) => ({ row: y, col: x, text })));

describe('paragraphs', () => {
  it('under one heading are packed up to the budget and joined by line breaks', () => {
    const chunks = chunksOf((content) => {
      content.block({ type: 'heading', level: 1, text: '제1장 총칙' });
      for (let i = 0; i < 5; i++) content.block({ type: 'paragraph', text: `${i}${'가'.repeat(59)}` });
    });
    expect(chunks.map((chunk) => chunk.blocks)).toEqual([
      ['b1', 'b2', 'b3', 'b4'],
      ['b5', 'b6'],
    ]);
    expect(chunks[0]?.text.startsWith('제1장 총칙\n0가')).toBe(true);
    expect(chunks[0]?.outline).toEqual(['제1장 총칙']);
  });

  it('of two pages share a chunk only under one head, where the file itself states the pages', () => {
    const pages = (content: ContentBuilder, box: Box | null) => {
      content.block({ type: 'paragraph', text: '첫 쪽의 글', page: 1, bbox: box });
      content.block({ type: 'paragraph', text: '다음 쪽의 글', page: 2, bbox: box });
    };
    expect(chunksOf((content) => pages(content, [0, 0, 9, 9])).map(({ anchors }) => anchors[0]?.page)).toEqual([1, 2]);
    expect(chunksOf((content) => pages(content, null))).toHaveLength(1);
    const under = chunksOf((content) => {
      content.block({ type: 'heading', level: 1, text: '제1조(목적)', page: 1, bbox: [0, 0, 9, 9] });
      pages(content, [0, 0, 9, 9]);
    });
    expect(under).toHaveLength(1);
  });

  it('under different headings never share a chunk', () => {
    const chunks = chunksOf(
      (content) => {
        content.block({ type: 'title', text: '지침' });
        content.block({ type: 'heading', level: 1, text: '제1장' });
        content.block({ type: 'heading', level: 2, text: '제1절' });
        content.block({ type: 'paragraph', text: '짧은 글' });
        content.block({ type: 'heading', level: 2, text: '제2절' });
        content.block({ type: 'paragraph', text: '다른 글' });
        content.block({ type: 'heading', level: 1, text: '제2장' });
      },
      200,
      { title: '지침' },
    );
    expect(texts(chunks)).toEqual(['지침\n제1장\n제1절\n짧은 글', '제2절\n다른 글', '제2장']);
    expect(chunks.map((chunk) => chunk.path)).toEqual([
      ['지침', '제1장', '제1절'],
      ['지침', '제1장', '제2절'],
      ['지침', '제2장'],
    ]);
  });

  it('of an article that opens its own section begin a chunk, and their head is the outline', () => {
    const content = newContent();
    const first = content.block({ type: 'paragraph', text: '제1조(목적) 이 규정은 문서의 관리에 필요한 사항을 정한다.' });
    content.block({ type: 'paragraph', text: '② 둘째 항의 글' });
    const second = content.block({ type: 'paragraph', text: '제2조(정의) 용어의 뜻은 다음과 같다.' });
    const sections = arrangeOutline(content, [
      { block: first, label: '제1조', title: '목적', level: 1 },
      { block: second, label: '제2조', title: '정의', level: 1 },
    ]);
    const chunks = chunkDocument(documentOf(content, { sections }), 800);
    expect(chunks.map((chunk) => chunk.outline)).toEqual([['제1조(목적)'], ['제2조(정의)']]);
    expect(chunks[0]?.blocks).toEqual(['b1', 'b2']);
  });

  it('that are too long are cut at sentence ends, and the heading keeps the first of them', () => {
    const sentence = (n: number) => `${n}번째 문장은 예산의 집행 절차를 설명하며 길이는 서른 글자를 조금 넘는다.`;
    const chunks = chunksOf((content) => {
      content.block({ type: 'heading', level: 1, text: '집행' });
      content.block({ type: 'paragraph', text: Array.from({ length: 12 }, (_, i) => sentence(i)).join(' ') });
    });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks[0]?.text.startsWith(`집행\n${sentence(0)}`)).toBe(true);
    for (const chunk of chunks) expect(chunk.text).toMatch(/넘는다\.$/);
  });

  it('stay with their footnotes where one chunk can hold both', () => {
    const chunks = chunksOf((content) => {
      content.block({ type: 'paragraph', text: '가'.repeat(120) });
      const noted = content.block({ type: 'paragraph', text: '나'.repeat(60) });
      content.block({ type: 'footnote', text: '다'.repeat(30), parent: noted.id });
    });
    expect(chunks.map((chunk) => chunk.blocks)).toEqual([['b1'], ['b2', 'b3']]);
    expect(chunks[1]?.kind).toBe('paragraph');
  });

  it('without text give no chunk', () => {
    expect(chunksOf((content) => content.block({ type: 'image', text: '' }))).toEqual([]);
    expect(chunksOf((content) => content.block({ type: 'paragraph', text: ' \n ' }))).toEqual([]);
  });
});

describe('tables', () => {
  const grid = [['구분', '금액'], ...Array.from({ length: 20 }, (_, i) => [`항목 ${i}`, `${i},000원을 집행하였다`])];

  it('are chunks of their own, with the heading above them in the first', () => {
    const chunks = chunksOf((content) => {
      content.block({ type: 'heading', level: 1, text: '예산' });
      content.table({ rows: 2, cols: 2, cells: rowsOf(grid.slice(0, 2)) });
      content.block({ type: 'paragraph', text: '뒤의 글' });
    });
    expect(chunks.map((chunk) => [chunk.kind, chunk.text])).toEqual([
      ['table', '예산\n구분\t금액\n항목 0\t0,000원을 집행하였다'],
      ['paragraph', '뒤의 글'],
    ]);
  });

  it('that are split tell their header cells in the path and never again in the text', () => {
    const chunks = chunksOf((content) => content.table({ rows: 21, cols: 2, header_rows: 1, cells: rowsOf(grid) }));
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(chunk.path).toEqual(['구분 | 금액']);
    expect(chunks.filter((chunk) => chunk.text.includes('구분'))).toHaveLength(1);
    expect(texts(chunks).join('\n').split('\n')).toHaveLength(21);
  });

  it('name a header of two rows column by column', () => {
    const chunks = chunksOf((content) =>
      content.table({
        rows: 12,
        cols: 3,
        header_rows: 2,
        cells: [
          { row: 0, col: 0, row_span: 2, text: '구분' },
          { row: 0, col: 1, col_span: 2, text: '예산' },
          { row: 1, col: 1, text: '국비' },
          { row: 1, col: 2, text: '시비' },
          ...rowsOf(Array.from({ length: 10 }, (_, i) => [`사업 ${i}의 이름은 길다`, '1,200', '3,400'])).map((cell) => ({
            ...cell,
            row: cell.row + 2,
          })),
        ],
      }),
    );
    expect(chunks[1]?.path).toEqual(['구분 | 예산 국비 | 예산 시비']);
  });

  it('are headed by a first row of column names, marked or not, and by no row of data', () => {
    const body = Array.from({ length: 12 }, (_, i) => [`사업 ${i}의 이름은 조금 길다`, `${i},000`]);
    const path = (...head: string[][]) =>
      chunksOf((content) => content.table({ rows: head.length + 12, cols: 2, cells: rowsOf([...head, ...body]) })).at(-1)?.path;
    expect(path(['사업명', '2026년'])).toEqual(['사업명 | 2026년']);
    expect(path(['사업 이름', '5,000'])).toEqual([]);
    expect(
      chunksOf((content) =>
        content.table({ rows: 12, cols: 2, cells: rowsOf(body.map(([name = '']) => [name, '글로 된 설명'])) }),
      ).at(-1)?.path,
    ).toEqual([]);
  });

  it('keep rows together that a merged cell ties, and else tell the cell in the path', () => {
    const cells = (length: number): NewCell[] => [
      { row: 0, col: 0, text: '가'.repeat(150) },
      { row: 1, col: 0, row_span: 4, text: '종이문서' },
      ...Array.from({ length: 4 }, (_, i) => ({ row: 1 + i, col: 1, text: `${i}${'나'.repeat(length)}` })),
    ];
    const tied = chunksOf((content) => content.table({ rows: 5, cols: 2, cells: cells(20) }));
    expect(tied.map((chunk) => chunk.text.split('\n').length)).toEqual([1, 4]);
    const cut = chunksOf((content) => content.table({ rows: 5, cols: 2, cells: cells(90) }));
    expect(cut.at(-1)?.path).toEqual(['종이문서']);
  });

  it('may have one row of up to twice the budget in a chunk, and cut what is longer', () => {
    const row = (length: number) =>
      chunksOf((content) => content.table({ rows: 1, cols: 2, cells: rowsOf([['구분', '가 '.repeat(length)]]) }));
    expect(row(190)).toHaveLength(1);
    const cut = row(300);
    expect(cut.length).toBeGreaterThan(1);
    for (const chunk of cut) expect(chunk.text.length).toBeLessThanOrEqual(200);
    expect(cut[1]?.path).toEqual(['구분']);
  });

  it('are cut along the rows of a nested table, whose header cells go into the path', () => {
    const inner = rowsOf([['연도', '실적'], ...Array.from({ length: 30 }, (_, i) => [`${1990 + i}년`, `실적 ${i}건`])]);
    const asCells = inner.map((cell) => ({ row_span: 1, col_span: 1, header: false, page: 1, bbox: null, cell: null, ...cell }));
    const text = tableText({ rows: 31, cells: asCells });
    const chunks = chunksOf((content) => {
      const outer = content.table({
        rows: 1,
        cols: 2,
        cells: [
          { row: 0, col: 0, text: '추진실적' },
          { row: 0, col: 1, text: `앞의 글\n${text}\n뒤의 글` },
        ],
      });
      content.nestedTable({ parent: outer, parent_cell: [0, 1], rows: 31, cols: 2, header_rows: 1, cells: inner });
    });
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks[0]?.text.startsWith('추진실적\t앞의 글')).toBe(true);
    for (const chunk of chunks.slice(1)) expect(chunk.path).toEqual(['추진실적', '연도 | 실적']);
    for (const chunk of chunks)
      for (const line of chunk.text.split('\n')) expect(`추진실적\t앞의 글\n${text}\n뒤의 글`.split('\n')).toContain(line);
  });

  it('keep their caption', () => {
    const chunks = chunksOf((content) => {
      content.block({ type: 'paragraph', text: '앞의 글' });
      const caption = content.block({ type: 'caption', text: '표 1 세출 예산' });
      const table = content.table({ rows: 1, cols: 2, cells: rowsOf([['가', '나']]) });
      caption.parent = table.block;
    });
    expect(texts(chunks)).toEqual(['앞의 글', '표 1 세출 예산\n가\t나']);
  });
});

describe('what only a table gives its meaning', () => {
  const rows = Array.from({ length: 12 }, (_, i) => [`사업 ${i}의 이름은 조금 길다`, `${i},000`]);

  it('stays with it: a short line above it and the notes below it', () => {
    const chunks = chunksOf((content) => {
      content.block({ type: 'paragraph', text: '앞의 글이 이어진다.' });
      content.block({ type: 'paragraph', text: '< 분기별 투자액 (억 달러) >' });
      content.table({ rows: 2, cols: 2, cells: rowsOf(rows.slice(0, 2)) });
      content.block({ type: 'paragraph', text: '* 잠정치임' });
      content.block({ type: 'paragraph', text: '뒤의 글이 이어진다.' });
    });
    expect(chunks.map((chunk) => [chunk.kind, chunk.blocks])).toEqual([
      ['paragraph', ['b1']],
      ['table', ['b2', 'b3', 'b4']],
      ['paragraph', ['b5']],
    ]);
  });

  it('is told in the path where the table is cut, but a sentence above it is not', () => {
    const cut = (text: string) =>
      chunksOf((content) => {
        content.block({ type: 'paragraph', text });
        content.table({ rows: 12, cols: 2, cells: rowsOf(rows) });
      }).at(-1)?.path;
    expect(cut('< 분기별 투자액 >')).toEqual(['< 분기별 투자액 >']);
    expect(cut('투자액은 다음과 같다.')).toEqual([]);
  });
});

describe('a note that is parted from its sentence', () => {
  it('is told the beginning of it', () => {
    const chunks = chunksOf((content) => {
      const noted = content.block({ type: 'paragraph', text: `순융자란 융자에서 회수를 뺀 것이다. ${'가 '.repeat(90)}` });
      content.block({ type: 'footnote', text: '나 '.repeat(60), parent: noted.id });
    });
    expect(chunks.at(-1)?.path).toEqual([expect.stringMatching(/^순융자란 융자에서 회수를 뺀 것이다\./)]);
  });
});

describe('a comparison of a rule with its revision', () => {
  it('keeps every row whole and tells a clause its article', () => {
    const content = newContent();
    const long = '자료의 제출을 요구할 수 있다. '.repeat(8);
    const table = content.table({
      rows: 4,
      cols: 2,
      header_rows: 1,
      cells: rowsOf([
        ['현행', '개정안'],
        [`제81조(지급결제업무) ① ${long}`, '제81조(지급결제업무) ① ------'],
        [`② ${long}`, '② ------'],
        ['<신설>', `③ ${long}`],
      ]),
    });
    const revision = { kind: 'amended', label: '②', current: '', revised: '', table: table.id } as const;
    const chunks = chunkDocument(documentOf(content, { revisions: [revision] }), 200);
    expect(chunks.map((chunk) => chunk.path)).toEqual([
      ['현행 | 개정안'],
      ['현행 | 개정안', '제81조(지급결제업무)'],
      ['현행 | 개정안', '제81조(지급결제업무)'],
    ]);
    for (const chunk of chunks.slice(1)) expect(chunk.text.split('\t')).toHaveLength(2);
  });
});

describe('anchors', () => {
  it('are one for each page that a chunk touches, with the box around what it holds there', () => {
    const chunks = chunksOf((content) => {
      content.block({ type: 'heading', level: 1, text: '머리', page: 1, bbox: [10, 10, 50, 20] });
      content.block({ type: 'paragraph', text: '하나', page: 1, bbox: [10, 10, 50, 20] });
      content.block({ type: 'paragraph', text: '둘', page: 1, bbox: [5, 30, 40, 40] });
      content.block({ type: 'paragraph', text: '셋', page: 2, bbox: [10, 10, 50, 20] });
      content.block({ type: 'paragraph', text: '넷', page: 2 });
    });
    expect(chunks[0]?.anchors).toEqual([
      { page: 1, bbox: [5, 10, 50, 40], cell_range: null },
      { page: 2, bbox: null, cell_range: null },
    ]);
  });

  it('of a table that runs over pages are those of its rows', () => {
    const chunks = chunksOf((content) =>
      content.table({
        rows: 2,
        cols: 1,
        page: 3,
        cells: [
          { row: 0, col: 0, text: '가'.repeat(150), page: 3 },
          { row: 1, col: 0, text: '나'.repeat(150), page: 4 },
        ],
      }),
    );
    expect(chunks.map((chunk) => chunk.anchors.map((anchor) => anchor.page))).toEqual([[3], [4]]);
  });

  it('narrow the range of a sheet to the rows held, by the addresses that the cells state', () => {
    const rows = Array.from({ length: 30 }, (_, i) => [`ROW${i}`, `집행 내역 설명 ${i}`]);
    const chunks = chunksOf((content) => {
      content.block({ type: 'heading', level: 1, text: '집행 내역' });
      // Row 7 of the sheet is hidden or empty: addresses, not counting, tell where a row stands.
      content.table({
        rows: 30,
        cols: 2,
        cell_range: "'집행 내역'!A5:B35",
        cells: rowsOf(rows).map((cell) => ({ ...cell, cell: `${'AB'[cell.col]}${cell.row + (cell.row < 2 ? 5 : 6)}` })),
      });
    });
    expect(chunks[0]?.anchors[0]?.cell_range).toMatch(/^'집행 내역'!A5:B/);
    for (const chunk of chunks) {
      const held = [...chunk.text.matchAll(/ROW([0-9]+)/g)].map((match) => Number(match[1]));
      const row = (n = 0) => n + (n < 2 ? 5 : 6);
      expect(chunk.anchors).toEqual([{ page: 1, bbox: null, cell_range: `'집행 내역'!A${row(held[0])}:B${row(held.at(-1))}` }]);
    }
  });
});

describe('a bundle', () => {
  it('gives its children’s chunks, numbered anew in each', () => {
    const child = (name: string) => {
      const content = newContent();
      content.block({ type: 'paragraph', text: name });
      return { ...documentOf(content), doc_id: `sha256:${name.repeat(64)}` };
    };
    const bundle = {
      ...documentOf(newContent()),
      children: [child('a'), { ...documentOf(newContent()), children: [child('b')] }],
    };
    expect(chunkDocument(bundle, 200).map((chunk) => [chunk.id, chunk.doc_id.at(-1), chunk.text])).toEqual([
      ['c1', 'a', 'a'],
      ['c1', 'b', 'b'],
    ]);
  });
});

describe('a long document', () => {
  it('of 1.5 million characters is chunked in well under a second', () => {
    const content = newContent();
    for (let i = 0; i < 10_000; i++) {
      if (i % 20 === 0) content.block({ type: 'heading', level: 1 + (i % 3), text: `제${i}조(제목)` });
      content.block({ type: 'paragraph', text: `${i}번째 문단은 예산의 집행 절차를 설명하며 그 길이는 보통이다. `.repeat(4) });
    }
    content.block({ type: 'paragraph', text: '끝없이이어지는말'.repeat(20_000) });
    const document = documentOf(content, { sections: arrangeOutline(content) });
    const started = process.cpuUsage();
    const chunks = chunkDocument(document, 800);
    const used = process.cpuUsage(started);
    expect(chunks.reduce((sum, chunk) => sum + chunk.text.length, 0)).toBeGreaterThan(1_400_000);
    expect((used.user + used.system) / 1000).toBeLessThan(1000);
  });
});
