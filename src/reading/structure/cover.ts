import { type Line, lineText } from './lines.ts';
import { isSignatory } from './public-notice.ts';
import { isDateLine } from './stated-date.ts';

/** The cover of a plan, report or request: its title, then a date, then the office that made it. */
export interface Cover {
  readonly dateLine: number;
  readonly officeLine: number;
}

const COVER_LINES = 20;

export function findCover(lines: readonly Line[]): Cover | null {
  for (let at = 1; at < Math.min(lines.length - 1, COVER_LINES); at++) {
    if (!isDateLine(lineText(lines[at] as Line))) continue;
    const office = lines[at + 1] as Line;
    if (office.fields.length === 1 && isSignatory(office.fields[0] as string)) return { dateLine: at, officeLine: at + 1 };
  }
  return null;
}
