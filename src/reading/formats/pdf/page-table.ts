import type { Box } from '../../../model/geometry.ts';
import type { TextLine } from './text-line.ts';

export interface PageCell {
  readonly row: number;
  readonly col: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly box: Box;
  /** From top to bottom. */
  readonly content: (TextLine | PageTable)[];
}

/** The part of a table that stands on one page. */
export interface PageTable {
  readonly page: number;
  readonly box: Box;
  readonly rows: number;
  readonly cols: number;
  readonly xs: readonly number[];
  readonly cells: PageCell[];
  readonly sure: boolean;
  /** A page break cuts its first or last row: no line closes it there. */
  readonly openTop: boolean;
  readonly openBottom: boolean;
}
