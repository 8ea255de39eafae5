import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';
import { align, childOf, descendants, elementsOf, type RawElement, rawParts, rawText, rawXml } from '../support/docx-raw.ts';
import { readDocxBytes } from '../support/read-docx.ts';

interface RawTable {
  rows: number;
  cols: number;
  headers: number;
  /** row, col, row span, col span */
  cells: string[];
  elements: RawElement[];
  parent: [table: number, row: number, col: number] | null;
}

/** Rows or cells, looked for through content controls. */
function within(element: RawElement, name: string): RawElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    if (child.name === 'w:sdt') return within(childOf(child, 'w:sdtContent') as RawElement, name);
    return child.name === 'w:customXml' || child.name === 'w:ins' ? within(child, name) : [];
  });
}

/** Paints cell numbers on a matrix and joins what vertical merges join: another way than the reader's to the same grid. */
function rawTable(element: RawElement, parent: RawTable['parent']): RawTable {
  const rows = within(element, 'w:tr').filter((row) => !childOf(childOf(row, 'w:trPr'), 'w:del'));
  const number = (of: RawElement | undefined, name: string, otherwise: number): number =>
    Number(childOf(of, name)?.attributes['w:val'] ?? otherwise);
  const painted: (number | undefined)[][] = [];
  const cells: { element: RawElement; span: number; merge: string | undefined }[] = [];
  for (const row of rows) {
    const properties = childOf(row, 'w:trPr');
    const line: (number | undefined)[] = new Array(number(properties, 'w:gridBefore', 0)).fill(undefined);
    for (const cell of within(row, 'w:tc')) {
      const cellProperties = childOf(cell, 'w:tcPr');
      const span = number(cellProperties, 'w:gridSpan', 1);
      const merge = childOf(cellProperties, 'w:vMerge');
      let id = cells.length;
      const above = painted.at(-1)?.[line.length];
      const leftOfAbove = painted.at(-1)?.[line.length - 1];
      if (merge && merge.attributes['w:val'] !== 'restart' && above !== undefined && above !== leftOfAbove) {
        const upper = cells[above] as (typeof cells)[number];
        if (upper.merge !== undefined && upper.span === span) id = above;
      }
      if (id === cells.length) cells.push({ element: cell, span, merge: merge && (merge.attributes['w:val'] ?? 'continue') });
      for (let i = 0; i < span; i++) line.push(id);
    }
    for (let i = number(properties, 'w:gridAfter', 0); i > 0; i--) line.push(undefined);
    painted.push(line);
  }
  const shapes = cells.map((_cell, id) => {
    const places = painted.flatMap((line, row) => line.flatMap((owner, col) => (owner === id ? [[row, col] as const] : [])));
    const [firstRow, firstCol] = places[0] as readonly [number, number];
    const [lastRow, lastCol] = places.at(-1) as readonly [number, number];
    return `${firstRow},${firstCol} ${lastRow - firstRow + 1}x${lastCol - firstCol + 1}`;
  });
  const isHeader = (row: RawElement | undefined): boolean => {
    const mark = childOf(childOf(row, 'w:trPr'), 'w:tblHeader');
    return mark !== undefined && !['0', 'false', 'off'].includes(mark.attributes['w:val'] ?? '');
  };
  let headers = 0;
  while (isHeader(rows[headers])) headers++;
  return {
    rows: rows.length,
    cols: Math.max(0, ...painted.map((line) => line.length)),
    headers,
    cells: shapes,
    elements: cells.map((c) => c.element),
    parent,
  };
}

/** All tables, each before those in its cells. */
function rawTables(element: RawElement, parent: RawTable['parent'], out: RawTable[]): RawTable[] {
  for (const child of elementsOf(element)) {
    if (child.name === 'mc:Fallback') continue;
    if (child.name !== 'w:tbl') rawTables(child, parent, out);
    else {
      const table = rawTable(child, parent);
      const index = out.push(table) - 1;
      for (const [i, cell] of table.elements.entries()) {
        const [row, col] = (table.cells[i] as string).split(/[ ,]/).map(Number) as [number, number];
        rawTables(cell, [index, row, col], out);
      }
    }
  }
  return out;
}

describeWithCorpus('the tables of real docx files', () => {
  const total = { tables: 0, nested: 0, cells: 0, merged: 0 };
  const files = corpusFiles('docx', '.docx').filter((file) => readFileSync(file).subarray(0, 2).toString() === 'PK');

  it.each(files.map((file) => [path.basename(file), file]))('%s have the grid that the XML states', async (_name, file) => {
    const bytes = readFileSync(file);
    const content = await readDocxBytes(bytes);
    const expected = rawTables(rawXml(rawParts(bytes).get('word/document.xml') as Buffer), null, []);
    const shapes = (cells: readonly { row: number; col: number; row_span: number; col_span: number }[]): string[] =>
      cells.map((cell) => `${cell.row},${cell.col} ${cell.row_span}x${cell.col_span}`);
    expect(
      content.tables.map((table) => ({
        rows: table.rows,
        cols: table.cols,
        headers: table.header_rows,
        cells: shapes(table.cells),
        parent: table.parent && [Number(table.parent.slice(1)) - 1, ...(table.parent_cell as [number, number])],
      })),
    ).toEqual(expected.map(({ elements: _elements, ...table }) => table));
    for (const [index, table] of content.tables.entries()) {
      total.tables++;
      total.nested += table.parent === null ? 0 : 1;
      for (const [i, cell] of table.cells.entries()) {
        total.cells++;
        total.merged += cell.row_span > 1 || cell.col_span > 1 ? 1 : 0;
        const element = (expected[index] as RawTable).elements[i] as RawElement;
        const aligned = align(cell.text, rawText(element).main);
        expect(aligned.missing).toEqual([]);
        if (descendants(element, 'w:numPr').length === 0) expect(aligned.extra).toEqual([]);
        expect(table.grid[cell.row]?.[cell.col]).toBe(cell.text);
      }
      // A table's block holds the text of its cells and of the tables in them, once.
      if (table.parent === null) {
        const block = content.blocks.find((one) => one.id === table.block);
        expect(block?.type).toBe('table');
        expect(block?.text.replace(/\s+/g, '')).toBe(
          table.cells
            .map((cell) => cell.text)
            .join('')
            .replace(/\s+/g, ''),
        );
      }
    }
  });

  it('are all there', () => {
    console.log(
      `docx tables: ${total.tables} (${total.nested} nested), ${total.cells} cells (${total.merged} merged), all equal to the XML`,
    );
    expect(total.tables).toBe(32);
    expect(total.nested).toBeGreaterThanOrEqual(4);
    expect(total.merged).toBeGreaterThanOrEqual(12);
  });
});
