import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { isOn, unwrapped, valOf, wholeNumber } from './markup.ts';

/** A cell as the row states it, before vertical merges are joined. */
export interface GridCell {
  readonly element: XmlElement;
  readonly col: number;
  span: number;
  readonly merge: 'none' | 'restart' | 'continue';
  /** Cells that a horizontal merge of the old kind (hMerge) joins to this one: their content follows its own. */
  readonly joined: XmlElement[];
}

export interface GridRow {
  readonly cells: GridCell[];
  /** Columns up to the end of the row, those after its last cell included. */
  readonly width: number;
  readonly header: boolean;
}

export interface Grid {
  readonly rows: GridRow[];
  readonly cols: number;
  readonly trackedChanges: boolean;
}

/** Word draws at most 63 columns; a larger span is a mistake or an attack unless the table's own grid is that wide. */
const SPAN_LIMIT = 63;

/** The grid that a table's rows state (17.4: gridSpan, gridBefore, gridAfter, vMerge, hMerge). Deleted rows are out. */
export function readGrid(table: XmlElement): Grid {
  const declared = firstChild(table, 'tblGrid');
  const limit = Math.max(SPAN_LIMIT, declared ? childrenOf(declared, 'gridCol').length : 0);
  const found: XmlElement[] = [];
  let trackedChanges = collect(table, 'tr', (row) => found.push(row));
  const rows: GridRow[] = [];
  for (const row of found) {
    const properties = firstChild(row, 'trPr');
    if (properties && (firstChild(properties, 'del') || firstChild(properties, 'ins'))) trackedChanges = true;
    if (properties && firstChild(properties, 'del')) continue;
    rows.push(readRow(row, properties, limit));
  }
  return { rows, cols: rows.reduce((most, row) => Math.max(most, row.width), 0), trackedChanges };
}

function readRow(row: XmlElement, properties: XmlElement | undefined, limit: number): GridRow {
  const skipped = (name: string): number => Math.min(wholeNumber(valOf(properties, name)) ?? 0, limit);
  const cells: GridCell[] = [];
  let col = skipped('gridBefore');
  let joining: GridCell | undefined;
  collect(row, 'tc', (element) => {
    const cellProperties = firstChild(element, 'tcPr');
    const span = Math.min(wholeNumber(valOf(cellProperties, 'gridSpan'), 1) ?? 1, limit);
    const across = mergeOf(cellProperties, 'hMerge');
    if (across === 'continue' && joining) {
      joining.span += span;
      joining.joined.push(element);
    } else {
      const cell: GridCell = { element, col, span, merge: mergeOf(cellProperties, 'vMerge'), joined: [] };
      joining = across === 'restart' ? cell : undefined;
      cells.push(cell);
    }
    col += span;
  });
  return {
    cells,
    width: col + skipped('gridAfter'),
    header: properties !== undefined && isOn(firstChild(properties, 'tblHeader')),
  };
}

function mergeOf(properties: XmlElement | undefined, name: 'vMerge' | 'hMerge'): GridCell['merge'] {
  const element = properties && firstChild(properties, name);
  if (!element) return 'none';
  return element.attributes.val === 'restart' ? 'restart' : 'continue';
}

/** Rows of a table or cells of a row, also those in content controls and custom markup. Tells whether any was tracked. */
function collect(parent: XmlElement, name: string, found: (element: XmlElement) => void): boolean {
  let tracked = false;
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    if (child.name === name) found(child);
    else if (child.name === 'del' || child.name === 'moveFrom') tracked = true;
    else {
      const inner = unwrapped(child);
      if (inner && collect(inner, name, found)) tracked = true;
      if (inner && (child.name === 'ins' || child.name === 'moveTo')) tracked = true;
    }
  }
  return tracked;
}
