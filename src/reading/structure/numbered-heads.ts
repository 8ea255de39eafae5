import type { Block } from '../../model/block.ts';
import { type LabelKind, rankOf, type SectionLabel, withoutNote } from './section-label.ts';

/** A line that begins with a number, or a box with one: a head, or an item of a list. */
export interface HeadCandidate {
  readonly block: Block;
  /** Index of the block. */
  readonly at: number;
  readonly label: SectionLabel;
  readonly box: boolean;
  /** Type size in points; 0 where it is not known. */
  readonly size: number;
}

/** Where numbering starts anew: 제n조 and the like (what is numbered below them are their items), heads of annexes. */
export interface Boundary {
  readonly at: number;
  readonly unit: boolean;
}

interface NumberedHead extends HeadCandidate {
  readonly title: string | null;
}

interface Run {
  readonly kind: LabelKind;
  readonly box: boolean;
  readonly indent: number;
  /** The kind of number that it stands under, '' for none. */
  readonly under: string;
  readonly inUnit: boolean;
  /** The run that it stands under. */
  readonly parent: Run | null;
  readonly members: HeadCandidate[];
  last: number;
  gaps: boolean;
}

const LONGEST_TITLE = 60;
/** Boxes of a form skip a number now and then; lines do not. */
const BOX_JUMP = 2;
const LARGER = 1.1;
const LONGEST_LARGE = 120;
/** The heads of one run are set in one size. */
const SIZE_TOLERANCE = 0.15;

/**
 * Runs of numbers that are heads: each counts up from one, most members are short and followed by text of their own. What
 * only counts (a list) has its members right after one another, or whole sentences.
 */
export function numberedHeads(
  candidates: readonly HeadCandidate[],
  boundaries: readonly Boundary[],
  blocks: readonly Block[],
  body: number,
): { heads: NumberedHead[]; uncertain: boolean } {
  const runs = runsOf(candidates, boundaries);
  const certain = runs.filter((run) => isRunOfHeads(run, blocks, body));
  const signatures = new Set(certain.map(signature));
  const taken = new Set(certain);
  // What is headed in one place is headed in the like place, although a single head there would prove nothing.
  for (const run of runs) if (signatures.has(signature(run)) && isLikeHeads(run, blocks)) taken.add(run);
  // What stands under the items of a list are items too.
  for (const run of runs)
    if (run.parent && run.parent.members.length > 1 && !run.box && !taken.has(run.parent)) taken.delete(run);
  const heads: NumberedHead[] = [];
  let uncertain = false;
  for (const run of runs) {
    if (!taken.has(run)) continue;
    uncertain ||= run.gaps;
    for (const member of run.members) heads.push({ ...member, title: headTitle(member.label.rest) });
  }
  return { heads, uncertain };
}

function signature(run: Run): string {
  return `${run.kind} ${run.box} ${run.under}`;
}

/** Numbers in order, each put to the innermost run that it continues; a one begins a run below what is open. */
function runsOf(candidates: readonly HeadCandidate[], boundaries: readonly Boundary[]): Run[] {
  const runs: Run[] = [];
  let open: Run[] = [];
  /** Items of the article that is open; a number that goes on with the runs outside it ends the article. */
  let items: Run[] | null = null;
  let next = 0;
  for (const candidate of candidates) {
    for (let boundary = boundaries[next]; boundary && boundary.at < candidate.at; boundary = boundaries[++next]) {
      items = boundary.unit ? [] : null;
      if (!boundary.unit) open = [];
    }
    if (items && goesOn(items, candidate)) continue;
    if (goesOn(open, candidate)) items = null;
    else if (candidate.label.ordinal === 1) runs.push(newRun(items ?? open, candidate, items !== null));
    else {
      const named = goesOnByName(runs, candidate);
      if (named) [open, items] = [withParents(named), null];
    }
  }
  return runs;
}

/** Puts a number to the innermost open run that it continues, and ends the runs below that; false where there is none. */
function goesOn(open: Run[], candidate: HeadCandidate): boolean {
  const { label, box } = candidate;
  const ordinal = label.ordinal ?? 0;
  const indent = indentOf(candidate);
  const continues = (run: Run): boolean =>
    run.kind === label.kind &&
    run.box === box &&
    Math.abs(run.indent - indent) <= 1 &&
    (ordinal === run.last + 1 || (box && ordinal > run.last && ordinal <= run.last + BOX_JUMP));
  const alike = open.findLastIndex((run) => continues(run) && isOfSize(run, candidate));
  const at = alike >= 0 ? alike : open.findLastIndex(continues);
  const run = open[at];
  if (!run) return false;
  run.gaps ||= ordinal !== run.last + 1;
  run.members.push(candidate);
  run.last = ordinal;
  open.length = at + 1;
  return true;
}

function isOfSize(run: Run, { size }: HeadCandidate): boolean {
  const own = run.members[0]?.size ?? 0;
  return own === 0 || size === 0 || Math.abs(own - size) <= SIZE_TOLERANCE * Math.max(own, size);
}

/** `2.3` names the run that it belongs to, whatever was counted in between. */
function goesOnByName(runs: readonly Run[], candidate: HeadCandidate): Run | null {
  const { label } = candidate;
  if (!label.kind.startsWith('decimal')) return null;
  const prefix = prefixOf(label.label);
  const run = runs.findLast((other) => other.kind === label.kind && prefixOf(other.members[0]?.label.label ?? '') === prefix);
  if (!run || run.last + 1 !== label.ordinal) return null;
  run.members.push(candidate);
  run.last = label.ordinal;
  return run;
}

/** A run below all that it stands under. */
function withParents(run: Run): Run[] {
  return run.parent ? [...withParents(run.parent), run] : [run];
}

/** `2.` of `2.3.`. */
function prefixOf(label: string): string {
  return label.replace(/[0-9]+\.?$/, '');
}

/** Begins a run with a one, below those open runs that are of a shallower kind; the others end. */
function newRun(open: Run[], candidate: HeadCandidate, inUnit: boolean): Run {
  const { label, box } = candidate;
  const indent = indentOf(candidate);
  const above = open.filter((run) => isAbove(run, candidate, indent));
  const parent = above.at(-1);
  const under = parent ? `${parent.kind} ${parent.box}` : '';
  const run: Run = {
    kind: label.kind,
    box,
    indent,
    under,
    inUnit,
    parent: parent ?? null,
    members: [candidate],
    last: 1,
    gaps: false,
  };
  open.splice(0, open.length, ...above, run);
  return run;
}

function indentOf({ block }: HeadCandidate): number {
  return block.text.length - block.text.trimStart().length;
}

/** Whether a new run of this kind stands below an open one: it is of a deeper kind, or a line inside a box of its kind. */
function isAbove(run: Run, { label, box, size }: HeadCandidate, indent: number): boolean {
  const depth = rankOf(label.kind) - rankOf(run.kind);
  if (depth !== 0) return depth > 0;
  // What is quoted in smaller type stands below, like what is indented.
  const smaller = size > 0 && size < (run.members[0]?.size ?? 0) * (1 - SIZE_TOLERANCE);
  return (run.box && !box) || indent > run.indent + 1 || smaller;
}

function isRunOfHeads(run: Run, blocks: readonly Block[], body: number): boolean {
  if (run.inUnit && !run.box) return false;
  if (run.members.length < 2) return run.box;
  const known = body > 0 && run.members.every(({ size }) => size > 0);
  // Numbers inside a box of their own kind are heads only where they are set larger than the text.
  if (known && !run.box && run.parent?.box && run.parent.kind === run.kind && !isSetLarge(run, body)) return false;
  const { short, sentences, withText } = tally(run, blocks);
  const count = run.members.length;
  if (known && isSetLarge(run, body) && withText >= count - 1) return true;
  if (run.kind === 'roman') return short > count / 2 && withText > 0;
  // Below the numbers a list is the rule and a head the exception: all of it must look like heads.
  if (rankOf(run.kind) > rankOf('number') && !run.box) return short === count && withText >= count - (count > 2 ? 1 : 0);
  return short > count / 2 && withText > count / 2 && sentences <= count / 4;
}

/** Every member is set larger than the text and no longer than a head may be. */
function isSetLarge(run: Run, body: number): boolean {
  return run.members.every(
    ({ size, label }) => size >= body * LARGER && label.rest.length <= LONGEST_LARGE && !/[.?!]$/.test(label.rest),
  );
}

function isLikeHeads(run: Run, blocks: readonly Block[]): boolean {
  if (run.inUnit && !run.box) return false;
  const { short, withText } = tally(run, blocks);
  return short === run.members.length && withText >= run.members.length / 2;
}

function tally(run: Run, blocks: readonly Block[]): { short: number; sentences: number; withText: number } {
  let short = 0;
  let sentences = 0;
  let withText = 0;
  for (const [i, member] of run.members.entries()) {
    if (isShort(member.label.rest)) short++;
    else if (!isShort(headTitle(member.label.rest) ?? '')) sentences++;
    let at = member.at + 1;
    while (at < blocks.length && !/\S/.test(blocks[at]?.text ?? '')) at++;
    if (at < blocks.length && blocks[at] !== run.members[i + 1]?.block) withText++;
  }
  return { short, sentences, withText };
}

function isShort(rest: string): boolean {
  return (
    rest.length >= 2 && rest.length <= LONGEST_TITLE && !/[.?!。;,]$|(?:니다|한다|경우)$/.test(rest) && !/[:：]\s*\S/.test(rest)
  );
}

/** `3. 근거법규: 「지방세법」 제74조` is a head with its text on the same line; of a whole sentence only the number is one. */
function headTitle(rest: string): string | null {
  const colon = rest.search(/[:：](?!\/\/)/);
  const title = withoutNote(colon > 0 && colon <= LONGEST_TITLE ? rest.slice(0, colon) : rest);
  return title === '' || (title.length > LONGEST_TITLE && /[다오요까][.?!]$/.test(title)) ? null : title;
}
