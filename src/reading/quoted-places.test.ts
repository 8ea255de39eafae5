import { describe, expect, it } from 'vitest';
import type { Document } from '../model/document.ts';
import type { Box } from '../model/geometry.ts';
import { quotedPlaces } from './quoted-places.ts';

const block = (id: string, text: string, page: number, bbox: Box | null, type = 'paragraph') => ({ id, type, text, page, bbox });
const cell = (row: number, col: number, text: string, bbox: Box | null, row_span = 1) => ({
  row,
  col,
  row_span,
  col_span: 1,
  text,
  page: 2,
  bbox,
});
const table = {
  id: 't1',
  block: 'b3',
  page: 2,
  bbox: [0, 100, 300, 160] as Box,
  rows: 3,
  cols: 3,
  parent: null,
  cells: [
    cell(0, 0, '세입', [0, 100, 100, 140], 2),
    cell(0, 1, '지방세', [100, 100, 200, 120]),
    cell(0, 2, '1,200', [200, 100, 300, 120]),
    cell(1, 1, '교부세', [100, 120, 200, 140]),
    cell(1, 2, '1,350', [200, 120, 300, 140]),
    cell(2, 0, '합계', [0, 140, 100, 160]),
    cell(2, 1, '', [100, 140, 200, 160]),
    cell(2, 2, '2,550', null),
  ],
};
const document = {
  doc_id: 'sha256:a',
  blocks: [
    block('b1', '첫째 문단이다.', 1, [10, 700, 200, 720]),
    block('b2', '둘째 문단은\n다음 쪽에 있다.', 2, [10, 20, 200, 60]),
    block('b3', '세입\t지방세\t1,200\n\t교부세\t1,350\n합계\t\t2,550', 2, table.bbox, 'table'),
    block('b4', '첫째 문단이다.', 3, [10, 20, 200, 40]),
  ],
  tables: [table],
} as unknown as Document;
const anchors = [
  { page: 1, bbox: [10, 700, 200, 720] as Box, cell_range: null },
  { page: 2, bbox: [0, 20, 300, 160] as Box, cell_range: null },
];
const places = (quote: string, from = anchors) => quotedPlaces(document, [{ doc_id: 'sha256:a', quote, anchors: from }])[0];

describe('the place of a quotation', () => {
  it('is its own paragraph and not the other pages of its chunk, however its lines are broken', () => {
    expect(places('다음 쪽에 있다.')).toEqual([{ page: 2, box: [10, 20, 200, 60] }]);
    expect(places('둘째 문단은 다음 쪽')).toEqual([{ page: 2, box: [10, 20, 200, 60] }]);
  });

  it('is looked for within the chunk alone', () => {
    const third = [{ page: 3, bbox: [10, 20, 200, 40] as Box, cell_range: null }];
    expect(places('첫째 문단')).toEqual([{ page: 1, box: [10, 700, 200, 720] }]);
    expect(places('첫째 문단', third)).toEqual([{ page: 3, box: [10, 20, 200, 40] }]);
  });

  it('goes over two paragraphs where the words do', () => {
    expect(places('첫째 문단이다. 둘째 문단은')).toEqual([
      { page: 1, box: [10, 700, 200, 720] },
      { page: 2, box: [10, 20, 200, 60] },
    ]);
  });

  it('is the cells of a row: joined where they are equally high, a merged one by itself', () => {
    expect(places('교부세\t1,350')).toEqual([{ page: 2, box: [100, 120, 300, 140] }]);
    expect(places('세입\t지방세\t1,200')).toEqual([
      { page: 2, box: [0, 100, 100, 140] },
      { page: 2, box: [100, 100, 300, 120] },
    ]);
  });

  it('is the table where a cell has no box of its own', () => {
    expect(places('2,550')).toEqual([{ page: 2, box: table.bbox }]);
  });

  it('is found in a member of a bundle', () => {
    const bundle = { doc_id: 'sha256:z', blocks: [], tables: [], children: [document] } as unknown as Document;
    const [found] = quotedPlaces(bundle, [{ doc_id: 'sha256:a', quote: '합계', anchors }]);
    expect(found).toEqual([{ page: 2, box: [0, 140, 100, 160] }]);
  });

  it('is not made up: words that are not there, or without a box, have none', () => {
    expect(places('셋째 문단')).toBeNull();
    expect(places(' ')).toBeNull();
    expect(quotedPlaces(document, [{ doc_id: 'sha256:other', quote: '합계', anchors }])).toEqual([null]);
    expect(places('합계', [{ page: 2, bbox: null as unknown as Box, cell_range: null }])).toBeNull();
  });
});
