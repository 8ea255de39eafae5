import { boxOf, type FlowItem, type PageLayout } from './page-layout.ts';
import type { TextLine } from './text-line.ts';

/** A line that belongs to the page and not to the text. */
export interface RunningLine {
  readonly type: 'header' | 'footer';
  readonly line: TextLine;
}

/** Share of the page's height at its head and foot in which running lines stand. */
const MARGIN = 0.13;
/** Lines from the edge of the page inwards that may be running. */
const DEEPEST = 3;
/** Share of the pages between the first and the last on which a running line must stand. */
const LEAST_SHARE = 0.4;
/** Points: a running line stands at one height on all pages. */
const SAME_HEIGHT = 4;

const PAGE_NUMBER =
  /^(?:[-–—―~∙·]\s?\d{1,4}\s?[-–—―~∙·]|\d{1,4}\s?\/\s?\d{1,4}|[[(<]\s?\d{1,4}\s?[\])>]|\d{1,4}\s?쪽|(?:p|page)\.?\s?\d{1,4}(?:\s?(?:of|\/)\s?\d{1,4})?|[-–—―]\s?[ivx]{1,6}\s?[-–—―])$/i;

interface Candidate {
  readonly page: PageLayout;
  readonly item: FlowItem & { kind: 'line' };
  readonly type: 'header' | 'footer';
  /** Distance of the baseline from that edge of the page. */
  readonly depth: number;
}

/**
 * Takes headers, footers and page numbers out of the pages' flows. The first of each wording is returned: a page number
 * on every page says nothing that the page of a block does not say.
 */
export function takeRunningLines(pages: readonly PageLayout[], bodySize: number): Map<PageLayout, RunningLine[]> {
  const groups = new Map<string, Candidate[]>();
  for (const page of pages) {
    for (const candidate of candidatesOf(page)) {
      if (candidate.item.line.size > 1.2 * bodySize) continue;
      const key = `${candidate.type} ${candidate.item.line.text.replace(/\d+/g, '0').replace(/\s+/g, '')}`;
      const group = groups.get(key);
      if (group) group.push(candidate);
      else groups.set(key, [candidate]);
    }
  }
  const taken = new Map<PageLayout, RunningLine[]>();
  for (const group of groups.values()) {
    const running = runningOf(group, pages.length);
    const seen = new Set<string>();
    for (const { page, item, type } of running) {
      page.flow.splice(page.flow.indexOf(item), 1);
      const wording = item.line.text.replace(/\d+/g, '0');
      if (seen.has(wording)) continue;
      seen.add(wording);
      const lines = taken.get(page);
      if (lines) lines.push({ type, line: item.line });
      else taken.set(page, [{ type, line: item.line }]);
    }
  }
  return taken;
}

function candidatesOf(page: PageLayout): Candidate[] {
  const out: Candidate[] = [];
  const { height } = page.frame;
  const items = [...page.flow].filter((item) => item.kind !== 'image').sort((a, b) => boxOf(a)[1] - boxOf(b)[1]);
  const heads = items.slice(0, DEEPEST * 2).filter((item) => item.kind === 'line' && item.line.base < MARGIN * height);
  const feet = items.slice(-DEEPEST * 2).filter((item) => item.kind === 'line' && item.line.base > (1 - MARGIN) * height);
  for (const item of heads) if (item.kind === 'line') out.push({ page, item, type: 'header', depth: item.line.base });
  for (const item of feet)
    if (item.kind === 'line' && !heads.includes(item)) out.push({ page, item, type: 'footer', depth: height - item.line.base });
  return out;
}

function runningOf(group: readonly Candidate[], pageCount: number): Candidate[] {
  const first = group[0] as Candidate;
  if (PAGE_NUMBER.test(first.item.line.text.trim())) return group.filter(({ item }) => PAGE_NUMBER.test(item.line.text.trim()));
  if (group.length < 2 || (group.length < 3 && pageCount > 3)) return [];
  const level = [...group].sort((a, b) => a.depth - b.depth)[group.length >> 1] as Candidate;
  const same = group.filter(({ depth }) => Math.abs(depth - level.depth) <= SAME_HEIGHT);
  if (same.length < 2 || same.length < 0.6 * group.length || new Set(same.map(({ page }) => page)).size < same.length * 0.9)
    return [];
  // Heads of chapters come back now and then; running lines are on every page, or every second one, of a stretch.
  const pages = same.map(({ page }) => page.number);
  const stretch = Math.max(...pages) - Math.min(...pages) + 1;
  return same.length >= LEAST_SHARE * stretch && countsPages(same) ? same : [];
}

/** Numbers in a running line stay the same or, at its ends, count the pages; in a list of headings they do neither. */
function countsPages(group: readonly Candidate[]): boolean {
  const texts = group.map(({ item }) => item.line.text.trim());
  const numbers = texts.map((text) => (text.match(/\d+/g) ?? []).map(Number));
  const first = numbers[0] as number[];
  const mayCount = texts.every((text) => /^[-–—―[(<]?\s?\d|\d\s?[-–—―\])>쪽]?$/.test(text));
  return first.every((_, at) => {
    let fits = 0;
    for (let i = 1; i < group.length; i++) {
      const step = (numbers[i]?.[at] ?? 0) - (numbers[i - 1]?.[at] ?? 0);
      const pages = (group[i] as Candidate).page.number - (group[i - 1] as Candidate).page.number;
      if (step === 0 || (mayCount && step === pages)) fits++;
    }
    return fits >= 0.7 * (group.length - 1);
  });
}
