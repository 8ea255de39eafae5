import { parseAnnexLabel } from './annex-label.ts';
import type { Line } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { isSignatory } from './signatory.ts';
import { isDateLine, isMonthLine } from './stated-date.ts';

/** The cover of a plan, report or request: its title, then a date, then the office that made it. */
export interface Cover {
  readonly dateLine: number;
  readonly office: string | null;
}

const COVER_LINES = 20;

export function findCover(lines: readonly Line[]): Cover | null {
  for (let at = 0; at < Math.min(lines.length, COVER_LINES); at++) {
    const line = lines[at] as Line;
    const text = line.text;
    // What is numbered, told in sentences or annexed is no cover any more.
    const label = parseSectionLabel(text);
    if (text.length > 120 || (label !== null && label.kind !== 'bullet') || (at > 0 && parseAnnexLabel(text))) return null;
    if (at === 0 || line.fields.length !== 1 || !(isDateLine(text) || isMonthLine(text))) continue;
    const below = lines[at + 1];
    const office = below?.fields.length === 1 && isSignatory(below.fields[0] as string) ? (below.fields[0] as string) : null;
    return { dateLine: at, office };
  }
  return null;
}
