import { describe, expect, it } from 'vitest';
import type { Block } from '../../model/block.ts';
import type { Document } from '../../model/document.ts';
import type { Cell, Table } from '../../model/table.ts';
import { markdownOf } from './markdown.ts';

const block = (id: string, type: Block['type'], text: string, level: number | null = null) =>
  ({ id, type, text, level }) as Block;
const cell = (row: number, col: number, text: string, more: Partial<Cell> = {}) =>
  ({ row, col, row_span: 1, col_span: 1, text, header: row === 0, ...more }) as Cell;
const made = (blocks: Block[], tables: Table[] = []) => ({ access: { readable: true }, blocks, tables }) as unknown as Document;

describe('a document as Markdown', () => {
  it('keeps titles, depth, lists and notes', () => {
    const blocks = [
      block('b1', 'title', '업무\n지침'),
      block('b2', 'heading', '제1조(목적)', 1),
      block('b3', 'paragraph', '이 지침은 *중요*하다.'),
      block('b4', 'footnote', '각주'),
      block('b5', 'list_item', '첫째'),
      block('b6', 'header', '대외비'),
    ];
    expect(markdownOf(made(blocks))).toBe(
      '# 업무 지침\n\n## 제1조(목적)\n\n이 지침은 \\*중요\\*하다.\n\n[^1]: 각주\n\n- 첫째\n\n> (머리말) 대외비\n',
    );
  });

  it('writes a plain grid as a table and one with merged cells as HTML', () => {
    const plain = {
      block: 'b1',
      grid: [
        ['가', '나'],
        ['1', 'a|b\nc'],
      ],
      cells: [cell(0, 0, '가')],
    } as unknown as Table;
    expect(markdownOf(made([block('b1', 'table', '')], [plain]))).toBe('| 가 | 나 |\n| --- | --- |\n| 1 | a\\|b<br>c |\n');
    const merged = {
      block: 'b1',
      grid: [],
      cells: [cell(0, 0, '<가>', { col_span: 2 }), cell(1, 0, '1')],
    } as unknown as Table;
    expect(markdownOf(made([block('b1', 'table', '')], [merged]))).toBe(
      '<table>\n<tr><th colspan="2">&lt;가&gt;</th></tr>\n<tr><td>1</td></tr>\n</table>\n',
    );
  });

  it('keeps a number, a dash and an indent as they are read, not as lists or code', () => {
    const blocks = [block('b1', 'paragraph', '1. 관련: 조례\n      2. 붙임\n - 항목\n# 표시')];
    expect(markdownOf(made(blocks))).toBe('1\\. 관련: 조례\n   2\\. 붙임\n \\- 항목\n\\# 표시\n');
  });

  it('says why a file was not read', () => {
    const unread = { access: { readable: false, reason: 'EMPTY', reason_text: '빈 파일입니다.' } } as unknown as Document;
    expect(markdownOf(unread)).toBe('> EMPTY: 빈 파일입니다.\n');
  });
});
