import type { Block } from '../../model/block.ts';
import { onOneLine } from './form-field.ts';
import type { SectionLabel } from './section-label.ts';

/** A line that begins with `Ⅰ.` or `1.`, or a box with such a number: a head, or an item of a list. */
export interface HeadCandidate {
  readonly block: Block;
  /** Index of the block. */
  readonly at: number;
  readonly label: SectionLabel;
  readonly box: boolean;
}

interface NumberedHead {
  readonly block: Block;
  readonly label: SectionLabel;
  readonly title: string;
  readonly box: boolean;
}

interface Run {
  readonly kind: string;
  readonly box: boolean;
  readonly indent: number;
  readonly members: HeadCandidate[];
  last: number;
  gaps: boolean;
}

const LONGEST_TITLE = 60;
/** Boxes of a form skip a number now and then; lines do not. */
const BOX_JUMP = 2;

/**
 * Runs of numbers that are heads: each counts up from one, most members are short and followed by text of their own. What
 * only counts (a list) has its members right after one another, or whole sentences.
 */
export function numberedHeads(
  candidates: readonly HeadCandidate[],
  blocks: readonly Block[],
): { heads: NumberedHead[]; uncertain: boolean } {
  const runs: Run[] = [];
  for (const candidate of candidates) join(runs, candidate);
  const heads: NumberedHead[] = [];
  let uncertain = false;
  for (const run of runs) {
    if (!isRunOfHeads(run, blocks)) continue;
    uncertain ||= run.gaps;
    for (const { block, label, box } of run.members) heads.push({ block, label, title: headTitle(label.rest), box });
  }
  return { heads, uncertain };
}

/** To the innermost run that this number continues; a one begins a run. */
function join(runs: Run[], candidate: HeadCandidate): void {
  const { label, box } = candidate;
  const ordinal = label.ordinal ?? 0;
  const indent = candidate.block.text.length - candidate.block.text.trimStart().length;
  if (ordinal === 1) {
    runs.push({ kind: label.kind, box, indent, members: [candidate], last: 1, gaps: false });
    return;
  }
  for (let i = runs.length - 1; i >= 0; i--) {
    const run = runs[i] as Run;
    const step = ordinal - run.last;
    if (run.kind !== label.kind || run.box !== box || Math.abs(run.indent - indent) > 1) continue;
    if (step !== 1 && !(box && step > 0 && step <= BOX_JUMP)) continue;
    run.members.push(candidate);
    run.last = ordinal;
    run.gaps ||= step !== 1;
    return;
  }
}

function isRunOfHeads(run: Run, blocks: readonly Block[]): boolean {
  if (run.members.length < 2) return run.box;
  let short = 0;
  let withText = 0;
  for (const [i, member] of run.members.entries()) {
    if (isShort(member.label.rest)) short++;
    const next = run.members[i + 1];
    let at = member.at + 1;
    while (at < blocks.length && !/\S/.test(blocks[at]?.text ?? '')) at++;
    if (at < blocks.length && blocks[at] !== next?.block) withText++;
  }
  const most = run.members.length / 2;
  return short > most && withText > most && run.members.every((member) => isHeadOrField(member.label.rest));
}

function isShort(rest: string): boolean {
  return (
    rest.length >= 2 && rest.length <= LONGEST_TITLE && !/[.?!。;,]$|(?:니다|한다|경우)$/.test(rest) && !/[:：]\s*\S/.test(rest)
  );
}

/** `3. 근거법규: 「지방세법」 제74조` is a head with its text on the same line. */
function isHeadOrField(rest: string): boolean {
  return isShort(rest) || isShort(headTitle(rest));
}

function headTitle(rest: string): string {
  const colon = rest.search(/[:：]/);
  return onOneLine(colon > 0 && colon <= LONGEST_TITLE ? rest.slice(0, colon) : rest);
}
