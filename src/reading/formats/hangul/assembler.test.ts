import { describe, expect, it } from 'vitest';
import { Budget } from '../../container/budget.ts';
import { ContentBuilder } from '../../content.ts';
import { Assembler } from './assembler.ts';
import type { Control, Definitions, Paragraph, Position, StoredLines } from './model.ts';

const DEFINITIONS: Definitions = { shapes: new Map(), styles: new Map(), numberings: new Map(), bullets: new Map() };
const INLINE: Position = {
  inline: true,
  vertical: { to: 'paragraph', align: 'start', offset: 0 },
  horizontal: { to: 'paragraph', align: 'start', offset: 0 },
  width: 0,
  height: 0,
};

function paragraph(items: (string | Control)[], lines: StoredLines | null = null, more: Partial<Paragraph> = {}): Paragraph {
  return { shape: 0, style: 0, pageBreak: false, columnBreak: false, lines, items, ...more };
}

function assemble(sections: Paragraph[][]) {
  const content = new ContentBuilder('hwp', new Budget());
  const assembler = new Assembler(content, DEFINITIONS);
  for (const paragraphs of sections) {
    assembler.beginSection();
    for (const each of paragraphs) assembler.paragraph(each);
  }
  assembler.finish();
  return { content, hints: assembler.hints };
}

describe('the assembler', () => {
  const page = { width: 84186, height: 59528, left: 1000, right: 1000, top: 5000, bottom: 5000 };
  const section: Control = { kind: 'section', page, outline: 0, masterPages: [] };
  const lines = (first: number): StoredLines => ({ first, last: first, height: 1000, lastHeight: 1000, wraps: false });

  it('tells the pager sizes, columns, breaks and which paragraphs of any level have stored lines', () => {
    const note: Control = { kind: 'footnote', index: 2, paragraphs: [paragraph(['주'], lines(0)), paragraph([''])] };
    const memo: Control = { kind: 'memo', index: 3, hidden: false, paragraphs: [paragraph(['메모'])] };
    const { hints } = assemble([
      [
        paragraph([section, { kind: 'columns', count: 2 }, '하나', note, memo], lines(100)),
        paragraph(['둘'], null, { pageBreak: true }),
      ],
      [paragraph(['셋'])],
    ]);
    expect(hints.sections).toEqual([
      { width: 841.86, height: 595.28, columns: 2 },
      { width: null, height: null, columns: 1 },
    ]);
    expect(hints.paragraphs.map(({ section, pageBreak, top }) => [section, pageBreak, top])).toEqual([
      [0, false, 100],
      [0, true, null],
      [1, false, null],
    ]);
    expect(hints.stored).toEqual({ complete: 2, missing: 3 });
  });

  it('writes every text once: a box that holds a table is cut by it, and both belong together', () => {
    const cell = { row: 0, col: 0, rowSpan: 1, colSpan: 1, header: false, paragraphs: [paragraph(['칸'])] };
    const table: Control = { kind: 'table', index: 0, rows: 1, cols: 1, cells: [cell], caption: null, position: INLINE };
    const inner = [paragraph(['앞']), paragraph([table]), paragraph(['뒤'])];
    const drawing: Control = {
      kind: 'drawing',
      index: 0,
      parts: [{ kind: 'text', paragraphs: inner, box: { x: 0, y: 0, width: 1, height: 1 } }],
      caption: { before: false, paragraphs: [paragraph(['그림 1'])] },
      position: INLINE,
    };
    const { content } = assemble([[paragraph([drawing])]]);
    expect(content.blocks.map(({ id, type, text, parent }) => [id, type, text, parent])).toEqual([
      ['b1', 'textbox', '앞', null],
      ['b2', 'table', '칸', 'b1'],
      ['b3', 'textbox', '뒤', null],
      ['b4', 'caption', '그림 1', 'b1'],
    ]);
  });

  it('refuses lists that are nested without end', () => {
    let inner = paragraph(['바닥']);
    for (let depth = 0; depth < 200; depth++) inner = paragraph([{ kind: 'footnote', index: 0, paragraphs: [inner] }]);
    expect(() => assemble([[inner]])).toThrow(expect.objectContaining({ reason: 'LIMIT_EXCEEDED' }));
  });
});
