import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { HwpDocument, initSync } from '@rhwp/core';
import type { Layout } from './layout.ts';
import { textWidth } from './text-width.ts';

/** Runs in the layout process alone: a call into the engine cannot be interrupted, only its process killed. */

/** Paragraph numbers from here on are the engine's marks for headers, footers and notes. */
const MARKS_FROM = 0xf000_0000;

interface EngineRun {
  readonly secIdx?: number;
  readonly parentParaIdx?: number;
  readonly cellPath?: readonly { readonly controlIndex: number; readonly cellIndex: number; readonly cellParaIndex: number }[];
}

/** To be called once before the first document. */
export function startEngine(): void {
  // Optimising 10 MB of wasm eagerly costs more than it saves: with these a first small document takes 0.37 instead of
  // 0.85 s CPU, ten large ones 7.8 instead of 9.0 s. A V8 that does not know a flag ignores it.
  setFlagsFromString('--wasm-tiering-budget=100000000');
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  Object.assign(globalThis, { measureTextWidth: textWidth });
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@rhwp/core/rhwp_bg.wasm'))) });
}

/**
 * Throws whatever the engine throws. After `time` milliseconds of processor time no further page is begun: the same document
 * gives the same pages on a machine that has other work to do.
 */
export function layOut(bytes: Uint8Array, time: number): Layout {
  const until = processorTime() + time;
  const document = new HwpDocument(bytes);
  try {
    const pages = document.pageCount();
    const paragraphs = paragraphPages(document);
    const needed = pagesToLook(document, pages, paragraphs);
    const inside: Record<string, number> = Object.create(null);
    let looked = 0;
    for (const page of coarseToFine(needed)) {
      if (processorTime() > until) break;
      lookInside(document, page, inside);
      looked++;
    }
    return {
      pages,
      paragraphs,
      endnotes: paragraphs.map((known, section) => endnotePages(document, section, known.length)),
      footnotes: footnotePages(document, pages),
      inside,
      complete: looked === needed.length,
    };
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
    const count = document.getParagraphCount(section);
    out.push(Array.from({ length: count }, (_, paragraph) => pageOfParagraph(document, section, paragraph)));
  }
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
function pagesToLook(document: HwpDocument, pages: number, paragraphs: readonly (readonly number[])[]): number[] {
  const out = new Set<number>();
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
    for (let at = begun; at <= page; at++) out.add(at);
  }
  return [...out].sort((a, b) => a - b);
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

function lookInside(document: HwpDocument, page: number, inside: Record<string, number>): void {
  let runs: EngineRun[];
  try {
    runs = (JSON.parse(document.getPageTextLayout(page)) as { runs: EngineRun[] }).runs;
  } catch {
    return;
  }
  for (const run of runs) {
    if (run.cellPath === undefined || run.secIdx === undefined || run.parentParaIdx === undefined || run.parentParaIdx >= MARKS_FROM) continue;
    let key = `${run.secIdx}.${run.parentParaIdx}`;
    for (const step of run.cellPath) key += `/${step.controlIndex}:${step.cellIndex}:${step.cellParaIndex}`;
    const known = inside[key];
    if (known === undefined || page < known) inside[key] = page;
  }
}
