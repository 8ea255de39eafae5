import type { EvidenceSource, Hit, SameText } from '../model/evidence.ts';
import { cutText, lengthOf } from './cut.ts';

/** Shorter pieces of a chunk tell nothing. */
const SHORTEST_PIECE = 20;
const BETWEEN = '\n\n';

export interface Bundle {
  readonly sources: EvidenceSource[];
  readonly context: string;
  readonly used: number;
  readonly truncated: boolean;
  /** The text of each source as it stands in the bundle. */
  readonly texts: readonly string[];
}

/** The numbered bundle of what was found, in the order of the search, within a budget of characters (code points). */
export function packBundle(hits: readonly Hit[], budget: number): Bundle {
  const sources: EvidenceSource[] = [];
  const texts: string[] = [];
  let context = '';
  let used = 0;
  let truncated = false;
  for (const { hit, also } of mergeSameTexts(hits)) {
    const n = sources.length + 1;
    const header = `${n === 1 ? '' : BETWEEN}${headerOf(n, hit)}\n`;
    const room = budget - used - lengthOf(header);
    const text = cutText(hit.text, Math.max(0, room));
    const cut = text !== hit.text;
    if (room <= 0 || (cut && lengthOf(text) < SHORTEST_PIECE)) {
      truncated = true;
      break;
    }
    const chars = lengthOf(text);
    sources.push(sourceOf(n, hit, { chars, cut, also }));
    texts.push(text);
    context += header + text;
    used += lengthOf(header) + chars;
    truncated ||= cut;
    // What is left behind a piece is too little for another.
    if (cut) break;
  }
  return { sources, context, used, truncated, texts };
}

/** One line, whatever the names in it hold. */
export function headerOf(n: number, { filename, anchors, path }: Pick<Hit, 'filename' | 'anchors' | 'path'>): string {
  return `[${n}] ${filename} · ${anchors[0]?.page ?? 1}쪽 · ${path.join(' > ')}`.replace(/[\r\n\u2028\u2029]+/g, ' ');
}

interface Merged {
  readonly hit: Hit;
  readonly also: SameText[];
}

/** The very same text in several files stands once, where it was found first. */
function mergeSameTexts(hits: readonly Hit[]): Merged[] {
  const byText = new Map<string, Merged>();
  const merged: Merged[] = [];
  for (const hit of hits) {
    const first = byText.get(hit.text);
    if (first === undefined || isTold(first, hit.filename)) {
      const it = { hit, also: [] };
      if (first === undefined) byText.set(hit.text, it);
      merged.push(it);
      continue;
    }
    const { filename, doc_id, chunk_id, anchors } = hit;
    first.also.push({ filename, doc_id, chunk_id, anchors });
  }
  return merged;
}

/** A text that one file has twice is two sources: it may stand under another heading. */
function isTold({ hit, also }: Merged, filename: string): boolean {
  return hit.filename === filename || also.some((it) => it.filename === filename);
}

function sourceOf(n: number, hit: Hit, { chars, cut, also }: { chars: number; cut: boolean; also: SameText[] }): EvidenceSource {
  const { score, found_by, chunk_id, doc_id, filename, path, outline, anchors, extractors, kind } = hit;
  const place = { score, found_by, chunk_id, doc_id, filename, path, outline, anchors, extractors, kind };
  return { n, ...place, chars, cut, ...(also.length > 0 ? { also } : {}) };
}
