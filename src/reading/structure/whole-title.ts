import type { Line } from './lines.ts';
import { isSignatory } from './signatory.ts';
import { isGenericName, isNamedLikeDocument, mayBeTitle, nameOf } from './title-line.ts';
import { isLarge, isSetAlike } from './type-size.ts';

const LONGEST_TITLE_LINES = 3;
/** Lines of a box that holds a title, its subtitle and no more. */
const SMALL_BOX = 5;

/** All lines of the box that the title stands in: those above it, and those below up to one that is named like a document. */
export function wholeTitle(lines: readonly Line[], at: number, body = 0): string {
  const line = lines[at] as Line;
  const parts = [nameOf(line)];
  for (
    let before = at - 1;
    isPartOfTitle(lines, before, line) || breaksOff(lines[before]) || isSetAs(line, lines[before], body);
    before--
  )
    parts.unshift(nameOf(lines[before] as Line));
  // A box with more lines than a title has is a form, of which only this line is the name.
  if (parts.length > LONGEST_TITLE_LINES) parts.splice(0, parts.length - 1);
  for (let last = at; parts.length < LONGEST_TITLE_LINES; last++) {
    const next = lines[last + 1];
    const here = nameOf(lines[last] as Line);
    // A name that breaks off before its noun goes on below, in whatever block that is.
    const goesOn = next !== undefined && breaksOff(lines[last]) && mayBeTitle(next);
    const inBox = !isNamedLikeDocument(here) && isPartOfTitle(lines, last + 1, line) && continues(here, nameOf(next as Line));
    const setAlike = !isNamedLikeDocument(here) && isSetAs(line, next, body) && continues(here, nameOf(next as Line));
    if (!goesOn && !inBox && !setAlike) break;
    parts.push(nameOf(next as Line));
  }
  return parts.join(' ');
}

/** A line in the type of the title, larger than the text: another line of it, in whatever block that is. */
function isSetAs(title: Line, line: Line | undefined, body: number): boolean {
  return (
    line !== undefined &&
    isLarge(title, body) &&
    isSetAlike(title, line) &&
    mayBeTitle(line) &&
    !isGenericName(nameOf(line)) &&
    !isSignatory(nameOf(line))
  );
}

function breaksOff(line: Line | undefined): boolean {
  return line !== undefined && mayBeTitle(line) && GOES_ON.test(nameOf(line));
}

/** A name never ends with a particle, a connective or an adnominal ending. */
const GOES_ON = /[가-힣](?:및|과|와|의|을|를|에|에서|위한|관한|대한|따른|통한)$|\s(?:및|for|of|and|the|to|in|on|with)$/;

/** The office below a name is no part of it, nor is the name once more in another language. */
function continues(name: string, below: string): boolean {
  return !isSignatory(below) && /[가-힣]/.test(name) === /[가-힣]/.test(below);
}

/** Whether a line belongs to the title's box: its cell, or a small box that holds little else. */
function isPartOfTitle(lines: readonly Line[], at: number, title: Line): boolean {
  const line = lines[at];
  if (line?.block !== title.block || !mayBeTitle(line) || isGenericName(line.fields[0] as string)) return false;
  if (line.cell !== null && line.cell === title.cell) return true;
  return line.block.type !== 'table' || lines.filter((other) => other.block === line.block).length <= SMALL_BOX;
}
