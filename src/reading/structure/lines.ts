import type { Block } from '../../model/block.ts';
import type { Cell, Table } from '../../model/table.ts';
import type { Content } from '../content.ts';
import { tableText } from '../table-text.ts';

/** One line of a paragraph or box, or one row of a table whose fields are its cells' texts. */
export interface Line {
  /** Texts without outer white space, none of them empty; a cell's own line breaks are kept. */
  readonly fields: readonly string[];
  /** The fields in one text, a gap between two. */
  readonly text: string;
  readonly block: Block;
  /** The cell that a line of a table stands in alone; null for a row of several cells and outside tables. */
  readonly cell: Cell | null;
  /** Type size in points; 0 where the file does not state one for this line. */
  readonly size: number;
}

/** Blocks that say nothing about the document as a whole. */
const ASIDE: ReadonlySet<string> = new Set(['header', 'footer', 'footnote', 'endnote', 'memo', 'image', 'equation']);

/** A table with more rows than this is data; what it says about the document stands above them. */
const MOST_ROWS = 500;

/** The document as a person reads it down the page; nested tables are read row by row in their place. */
export function linesOf(content: Content): Line[] {
  const lines: Line[] = [];
  const tables = new Map<string, Table>();
  const nested = new Map<string, Table[]>();
  for (const table of content.tables) {
    if (table.parent === null) tables.set(table.block, table);
    else nested.set(table.parent, [...(nested.get(table.parent) ?? []), table]);
  }
  for (const block of content.blocks) {
    if (ASIDE.has(block.type)) continue;
    const table = tables.get(block.id);
    if (table) addRows(lines, block, table, nested, content.sizes);
    else addText(lines, block, null, block.text, content.sizes?.get(block));
  }
  return lines;
}

function addText(lines: Line[], block: Block, cell: Cell | null, text: string, sizes: readonly number[] = []): void {
  for (const [at, part] of text.split('\n').entries())
    addFields(lines, block, cell, part.includes('\t') ? part.split('\t') : [part], sizes[at] ?? sizes.at(-1));
}

function addFields(lines: Line[], block: Block, cell: Cell | null, texts: readonly string[], size = 0): void {
  const fields: string[] = [];
  for (const text of texts) {
    const field = text.trim();
    if (field !== '') fields.push(field);
  }
  if (fields.length > 0)
    lines.push({ fields, text: fields.length === 1 ? (fields[0] as string) : fields.join('  '), block, cell, size });
}

function addRows(lines: Line[], block: Block, table: Table, nested: ReadonlyMap<string, Table[]>, sizes: Content['sizes']): void {
  const inner = nested.get(table.id) ?? [];
  const rows = new Map<number, Cell[]>();
  for (const cell of table.cells) {
    if (cell.row >= MOST_ROWS) continue;
    const row = rows.get(cell.row);
    if (row) row.push(cell);
    else rows.set(cell.row, [cell]);
  }
  for (const row of [...rows.keys()].sort((a, b) => a - b)) {
    const cells = (rows.get(row) as Cell[]).filter((cell) => /\S/.test(cell.text)).sort((a, b) => a.col - b.col);
    let plain: Cell[] = [];
    const endPlain = (): void => {
      // A cell alone in its row is a box of text, and its lines are lines.
      if (plain.length === 1) addText(lines, block, plain[0] as Cell, (plain[0] as Cell).text, sizes?.get(plain[0] as Cell));
      else
        addFields(
          lines,
          block,
          null,
          plain.map((cell) => cell.text),
        );
      plain = [];
    };
    for (const cell of cells) {
      const held = inner.filter((table) => table.parent_cell?.[0] === cell.row && table.parent_cell[1] === cell.col);
      if (held.length === 0) plain.push(cell);
      else {
        endPlain();
        addCellWithTables(lines, block, cell, held, nested, sizes);
      }
    }
    endPlain();
  }
}

function addCellWithTables(
  lines: Line[],
  block: Block,
  cell: Cell,
  held: readonly Table[],
  nested: ReadonlyMap<string, Table[]>,
  sizes: Content['sizes'],
): void {
  let at = 0;
  let passed = 0;
  const own = sizes?.get(cell) ?? [];
  for (const table of held) {
    const text = tableText(table);
    const start = text === '' ? -1 : cell.text.indexOf(text, at);
    if (start < 0) continue;
    addText(lines, block, cell, cell.text.slice(at, start), own.slice(passed));
    addRows(lines, block, table, nested, sizes);
    passed += breaksIn(cell.text, at, start + text.length);
    at = start + text.length;
  }
  addText(lines, block, cell, cell.text.slice(at), own.slice(passed));
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
