import type { Range } from './addresses.ts';
import type { CellStore } from './cell-store.ts';

/** What a sheet's part states, before it is made into tables. */
export interface SheetData {
  readonly cells: CellStore;
  /** Four numbers a merge: top, left, bottom, right. */
  readonly merges: number[];
  /** More merges were stated than are followed. */
  mergesCut: boolean;
  autoFilter: Range | null;
  /** Rows above the line where the sheet is frozen. */
  frozenRows: number;
  /** Hidden rows that hold text. */
  hiddenRows: number;
  /** Hidden columns (from 0), whether or not they hold anything. */
  readonly hiddenCols: { readonly from: number; readonly to: number }[];
  /** Cells whose format hides their value. */
  hiddenByFormat: number;
  /** Cells that point at a shared text which is not there. */
  lostTexts: number;
  /** Formulas without a stored result, shown as they are written. */
  uncalculated: number;
  /** Printed header and footer definitions, in the order of the file. */
  readonly printed: { readonly kind: 'header' | 'footer'; readonly code: string }[];
  /** Relationship id of the drawing. */
  drawing: string | null;
  /** Relationship ids of the tables that a person defined on the sheet. */
  readonly tables: string[];
}

export function emptySheet(cells: CellStore): SheetData {
  return {
    cells,
    merges: [],
    mergesCut: false,
    autoFilter: null,
    frozenRows: 0,
    hiddenRows: 0,
    hiddenCols: [],
    hiddenByFormat: 0,
    lostTexts: 0,
    uncalculated: 0,
    printed: [],
    drawing: null,
    tables: [],
  };
}
