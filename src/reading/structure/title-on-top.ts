import { onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { isSignatory } from './signatory.ts';
import { squeeze } from './spaced-text.ts';
import { endsHead, isGenericName, isNamedLikeDocument, mayBeTitle, nameOf } from './title-line.ts';
import { isLarge } from './type-size.ts';
import { wholeTitle } from './whole-title.ts';

/** A title stands at the top; further down a line that looks like one names a part. */
const TOP_LINES = 30;
/** A name in type smaller than this part of the largest names something else. */
const NEARLY_AS_LARGE = 0.75;
/** Lines of one title in several sizes stand this close. */
const NEAR = 2;

/** The line at the top that is named like a document, or that is set larger than all others. */
export function titleOnTop(lines: readonly Line[], contents: ReadonlySet<Line>, body: number): string | null {
  const first = lines[0];
  if (first && first.fields.length > 1 && !contents.has(first) && isFormName(first)) return nameOf(first);
  let named = -1;
  let large = -1;
  for (const [at, line] of lines.slice(0, TOP_LINES).entries()) {
    if (contents.has(line)) continue;
    if (endsHead(line) && parseSectionLabel(line.text) !== null) break;
    if (!mayBeTitle(line)) continue;
    const text = nameOf(line);
    if (isGenericName(text)) continue;
    if (named < 0 && isNamedLikeDocument(text)) named = at;
    if (isLarge(line, body) && !isOffice(text) && line.block.type !== 'caption' && line.size > (lines[large]?.size ?? 0) * 1.03)
      large = at;
  }
  const at = chosen(lines, named, large);
  return at < 0 ? null : wholeTitle(lines, at, body);
}

function chosen(lines: readonly Line[], named: number, large: number): number {
  if (named < 0 || large < 0) return Math.max(named, large);
  const size = lines[named]?.size ?? 0;
  if (size === 0 || size >= NEARLY_AS_LARGE * (lines[large]?.size ?? 0)) return named;
  const between = lines.slice(Math.min(named, large), Math.max(named, large) + 1);
  return between.length <= NEAR + 1 && between.every(mayBeTitle) ? named : large;
}

/** The name of a form in the first cell of its first row, beside boxes to fill in. */
function isFormName(line: Line): boolean {
  const name = line.fields[0] as string;
  return (
    squeeze(name).length >= 5 &&
    !name.includes('\n') &&
    isNamedLikeDocument(name) &&
    line.fields.slice(1).every((field) => /[:：]|^\s*$/.test(field))
  );
}

/** The office on a cover may be set as large as the title. */
function isOffice(text: string): boolean {
  return isSignatory(text) || /^[가-힣]{1,9}(?:실|국|과|단|팀|회|소)$/.test(squeeze(onOneLine(text)));
}
