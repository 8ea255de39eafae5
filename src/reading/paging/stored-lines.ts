import { type ParagraphHint, standsOver } from './hints.ts';

/** Where a section's paragraphs begin, by page. */
export interface Agreed {
  readonly pages: number[];
  /** By paragraph: what to add to the engine's page of an object in it. A floating one does not follow its paragraph's text. */
  readonly inside: number[];
  /** Pages that the section gained or lost against the layout engine. */
  readonly shift: number;
  /** A difference was met that the stored lines alone do not settle. */
  readonly open: boolean;
}

/**
 * Settles where the layout engine and the stored lines differ. A stored line that stands higher than the one before it begins
 * a page in the file's own words; what floats is where only the engine can tell. So between two breaks on which both agree,
 * plain paragraphs follow the stored lines, and the rest follows the engine. For sections of one column.
 * `placed` holds the engine's page for every paragraph, -1 for one that it does not place.
 */
export function agree(paragraphs: readonly ParagraphHint[], placed: readonly number[]): Agreed {
  const engine = carryForward(placed);
  const steps = paragraphs.map((_, i) =>
    i === 0 || placed[i] === -1 || placed[i - 1] === -1 ? null : storedStep(paragraphs, i),
  );
  const pages = [...engine];
  const inside = engine.map(() => 0);
  let shift = 0;
  let open = false;
  let from = 1;
  const settle = (to: number) => {
    const window = settleWindow(steps, engine, from, to);
    open ||= window.open;
    const before = shift;
    for (let i = from; i < to; i++) {
      shift += (window.steps?.[i - from] ?? step(engine, i)) - step(engine, i);
      pages[i] = (engine[i] as number) + shift;
      inside[i] = paragraphs[i]?.floating ? before : shift;
    }
  };
  for (let i = 1; i < paragraphs.length; i++) {
    if (step(engine, i) === 0 || !((steps[i] ?? 0) > 0 || runsOver(paragraphs, i) || turns(paragraphs, i))) continue;
    settle(i);
    pages[i] = (engine[i] as number) + shift;
    inside[i] = shift;
    from = i + 1;
  }
  settle(paragraphs.length);
  return { pages, inside, shift, open };
}

/** Page steps of the boundaries `from` … `to - 1`, or none where the engine's are kept. */
function settleWindow(
  stored: readonly (number | null)[],
  engine: readonly number[],
  from: number,
  to: number,
): { steps?: number[]; open: boolean } {
  let byEngine = 0;
  let byLines = 0;
  let unclear = false;
  for (let i = from; i < to; i++) {
    byEngine += step(engine, i);
    const lines = stored[i] ?? null;
    if (lines === null) unclear = true;
    else byLines += lines;
  }
  // With something floating in between, the engine may count pages that no plain line begins.
  if (unclear && (byLines < byEngine || byLines === 0)) return { open: false };
  return { steps: stored.slice(from, to).map((lines) => lines ?? 0), open: unclear && byEngine > 0 && byLines > byEngine };
}

/** A paragraph without a page (blank lines behind a table) stands where the one before it stands. */
export function carryForward(placed: readonly number[]): number[] {
  let page = Math.max(0, placed.find((at) => at >= 0) ?? 0);
  return placed.map((at) => {
    if (at >= 0) page = at;
    return page;
  });
}

function step(engine: readonly number[], i: number): number {
  return Math.max(0, (engine[i] as number) - (engine[i - 1] as number));
}

/** Pages that begin between the start of paragraph i - 1 and that of i; null where the stored lines cannot tell. */
export function storedStep(paragraphs: readonly ParagraphHint[], i: number): number | null {
  const before = paragraphs[i - 1] as ParagraphHint;
  const here = paragraphs[i] as ParagraphHint;
  if (before.top === null || before.bottom === null || here.top === null) return null;
  if (before.floating || here.floating) return null;
  // Two paragraphs at one height: the tops of two pages, or lines that were folded away.
  if (here.top === before.bottom && !here.pageBreak) return null;
  return (runsOver(paragraphs, i) ? 1 : 0) + (turns(paragraphs, i) ? 1 : 0);
}

/** A page ends within the paragraph before this one. */
function runsOver(paragraphs: readonly ParagraphHint[], i: number): boolean {
  const { wraps, top, bottom } = paragraphs[i - 1] as ParagraphHint;
  return wraps === true || (top !== null && bottom !== null && bottom < top);
}

/** The paragraph begins with a break of its own, or above where the one before it ends. */
function turns(paragraphs: readonly ParagraphHint[], i: number): boolean {
  const { bottom, bottomHeight } = paragraphs[i - 1] as ParagraphHint;
  const { pageBreak, columnBreak, top } = paragraphs[i] as ParagraphHint;
  return pageBreak || columnBreak || (bottom !== null && top !== null && standsOver(top, bottom, bottomHeight ?? 0));
}
