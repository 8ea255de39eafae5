import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { HwpDocument, initSync } from '@rhwp/core';
import type { Layout } from './layout.ts';

/** Runs in the layout process alone: a call into the engine cannot be interrupted, only its process killed. */

/** Paragraph numbers from here on are the engine's marks for headers, footers and notes. */
const MARKS_FROM = 0xf000_0000;

/** Pixels of the engine (96 to the inch) to HWPUNIT (7200). */
const HWPUNIT = 75;

interface EngineRun {
  readonly text: string;
  readonly y: number;
  readonly secIdx?: number;
  readonly paraIdx?: number;
  readonly parentParaIdx?: number;
  readonly cellPath?: readonly { readonly controlIndex: number; readonly cellIndex: number; readonly cellParaIndex: number }[];
}

/** To be called once before the first document. */
export function startEngine(): void {
  // Optimising 10 MB of wasm eagerly is lost on a first small document: 0.37 instead of 0.85 s CPU (one run each). Over many
  // documents no difference was measured. A V8 that does not know a flag ignores it.
  setFlagsFromString('--wasm-tiering-budget=100000000');
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@rhwp/core/rhwp_bg.wasm'))) });
}

/**
 * Processor time after which no further page is begun, so that the same document gives the same pages on a busy machine. A
 * page of tables takes 5 to 25 ms; one that is part of a table of a hundred pages takes ever more, and is not worth it.
 */
const LOOK_MS = 2000;
const LOOK_MS_PER_PAGE = 40;

/** Throws whatever the engine throws. */
export function layOut(bytes: Uint8Array): Layout {
  const started = processorTime();
  const document = new HwpDocument(bytes);
  try {
    const pages = document.pageCount();
    const until = started + LOOK_MS + pages * LOOK_MS_PER_PAGE;
    const paragraphs = paragraphPages(document);
    const running = runningOver(document, pages, paragraphs);
    const seen: Seen = { paragraphs, hosts: running.hosts, inside: Object.create(null), after: Object.create(null) };
    let looked = 0;
    for (const page of coarseToFine(running.pages)) {
      if (processorTime() > until) break;
      lookInside(document, page, seen);
      looked++;
    }
    return {
      pages,
      paragraphs,
      endnotes: paragraphs.map((known, section) => endnotePages(document, section, known.length)),
      footnotes: footnotePages(document, pages),
      inside: seen.inside,
      after: seen.after,
      complete: looked === running.pages.length,
    };
  } finally {
    document.free();
  }
}

/** A document of any version that the engine opens, written as hwpx. Throws whatever the engine throws. */
export function toHwpx(bytes: Uint8Array): Uint8Array {
  const document = new HwpDocument(bytes);
  try {
    return document.exportHwpx();
  } finally {
    document.free();
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function paragraphPages(document: HwpDocument): number[][] {
  const out: number[][] = [];
  for (let section = 0; section < document.getSectionCount(); section++) {
    out.push(halving(document.getParagraphCount(section), (paragraph) => pageOfParagraph(document, section, paragraph)));
  }
  return out;
}

/**
 * Values of a function that hardly ever falls, with few calls: what stands between two equal values is taken as equal. Each
 * call searches all of the document's pages, so that asking for every paragraph would cost their product.
 */
export function halving(count: number, valueAt: (index: number) => number): number[] {
  const out = new Array<number>(count).fill(-1);
  const between = (from: number, to: number): void => {
    if (to - from < 2) return;
    const value = out[from] as number;
    if (value === out[to] && value !== -1) {
      out.fill(value, from + 1, to);
      return;
    }
    const middle = (from + to) >> 1;
    out[middle] = valueAt(middle);
    between(from, middle);
    between(middle, to);
  };
  if (count > 0) out[0] = valueAt(0);
  if (count > 1) out[count - 1] = valueAt(count - 1);
  between(0, count - 1);
  return out;
}

function pageOfParagraph(document: HwpDocument, section: number, paragraph: number): number {
  try {
    return (JSON.parse(document.getPageOfPosition(section, paragraph)) as { page: number }).page;
  } catch {
    return -1;
  }
}

/** The engine appends a section's endnotes to its paragraphs. */
function endnotePages(document: HwpDocument, section: number, paragraphs: number): number[] {
  const out: number[] = [];
  for (;;) {
    const page = pageOfParagraph(document, section, paragraphs + out.length);
    if (page < 0) return out;
    out.push(page);
  }
}

function footnotePages(document: HwpDocument, pages: number): Record<string, number> {
  const out: Record<string, number> = Object.create(null);
  for (let page = 0; page < pages; page++) {
    for (let index = 0; ; index++) {
      let note: { sectionIdx: number; paraIdx: number; controlIdx: number; sourceType: string };
      try {
        note = JSON.parse(document.getPageFootnoteInfo(page, index));
      } catch {
        break;
      }
      // Inside tables and shapes the numbers do not say which cell.
      if (note.sourceType === 'body') out[`${note.sectionIdx}.${note.paraIdx}/${note.controlIdx}:0:0`] ??= page;
    }
  }
  return out;
}

/**
 * Laying a page out in full costs more than all the rest. It is only needed where a paragraph with objects in it runs over
 * pages: elsewhere all that a paragraph holds is on the paragraph's own page (checked on 47,000 runs of 117 files).
 */
function runningOver(
  document: HwpDocument,
  pages: number,
  paragraphs: readonly (readonly number[])[],
): { pages: number[]; hosts: Set<string> } {
  const out = new Set<number>();
  const hosts = new Set<string>();
  for (let page = 1; page < pages; page++) {
    let start: { sec: number; para: number };
    try {
      start = JSON.parse(document.getPositionOfPage(page));
    } catch {
      out.add(page);
      continue;
    }
    const begun = paragraphs[start.sec]?.[start.para] ?? -1;
    if (begun < 0 || begun >= page || !holdsControls(document, start.sec, start.para)) continue;
    hosts.add(`${start.sec}.${start.para}`);
    for (let at = begun; at <= page; at++) out.add(at);
  }
  return { pages: [...out].sort((a, b) => a - b), hosts };
}

function holdsControls(document: HwpDocument, section: number, paragraph: number): boolean {
  try {
    return document.getControlTextPositions(section, paragraph) !== '[]';
  } catch {
    return true;
  }
}

/** Every 16th, then 8th, 4th, 2nd: when time runs out, what was not looked at lies between pages that were. */
export function coarseToFine(pages: readonly number[]): number[] {
  const out: number[] = [];
  for (let step = 16; step >= 1; step /= 2) {
    pages.forEach((page, index) => {
      if (index % step === 0 && (step === 16 || index % (step * 2) !== 0)) out.push(page);
    });
  }
  return out;
}

interface Seen {
  readonly paragraphs: readonly (readonly number[])[];
  readonly hosts: ReadonlySet<string>;
  readonly inside: Record<string, number>;
  readonly after: Record<string, number>;
}

function lookInside(document: HwpDocument, page: number, seen: Seen): void {
  let runs: EngineRun[];
  let top: number;
  try {
    runs = (JSON.parse(document.getPageTextLayout(page)) as { runs: EngineRun[] }).runs;
    const info = JSON.parse(document.getPageInfo(page)) as { marginTop: number; marginHeader: number };
    top = info.marginTop + info.marginHeader;
  } catch {
    return;
  }
  for (const run of runs) {
    if (run.secIdx === undefined || run.paraIdx === undefined) continue;
    if (run.cellPath === undefined) {
      const key = `${run.secIdx}.${run.paraIdx}`;
      // Its text may stand below the table that hangs from it.
      if (seen.hosts.has(key) && run.text.trim() !== '') note(seen.inside, key, page);
      if (!seen.hosts.has(`${run.secIdx}.${run.paraIdx - 1}`) || seen.paragraphs[run.secIdx]?.[run.paraIdx] !== page) continue;
      seen.after[key] ??= Math.round((run.y - top) * HWPUNIT);
    } else if (run.parentParaIdx !== undefined && run.parentParaIdx < MARKS_FROM) {
      let key = `${run.secIdx}.${run.parentParaIdx}`;
      for (const step of run.cellPath) key += `/${step.controlIndex}:${step.cellIndex}:${step.cellParaIndex}`;
      note(seen.inside, key, page);
    }
  }
}

function note(pages: Record<string, number>, key: string, page: number): void {
  const known = pages[key];
  if (known === undefined || page < known) pages[key] = page;
}
