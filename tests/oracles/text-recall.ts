import { letters } from './pdf-twins.ts';

export interface Recall {
  fragments: number;
  readonly missing: string[];
  /** Neighbours that stand once in the text, and those of them that stand there in the other order. */
  neighbours: number;
  readonly inverted: {
    readonly before: string;
    readonly after: string /** Poppler reads the page in this order too. */;
    readonly printed: boolean;
  }[];
}

/** Long enough to stand once in a document. */
const UNIQUE = 12;

/** Which of the source's paragraphs stand in a text, and in which order. */
export function textRecall(fragments: readonly { kind: string; text: string }[], text: string, referee: string): Recall {
  const [all, other] = [letters(text), letters(referee)];
  const out: Recall = { fragments: 0, missing: [], neighbours: 0, inverted: [] };
  let last: { at: number; key: string } | null = null;
  for (const { kind, text: fragment } of fragments) {
    const key = letters(fragment);
    const at = all.indexOf(key);
    out.fragments++;
    if (at < 0) out.missing.push(`${kind}: ${fragment.slice(0, 60)}`);
    if (at < 0 || (kind !== 'body' && kind !== 'cell') || key.length < UNIQUE || all.indexOf(key, at + 1) >= 0) continue;
    if (last) {
      out.neighbours++;
      if (at < last.at)
        out.inverted.push({ before: last.key.slice(0, 30), after: key.slice(0, 30), printed: isInOrder(other, key, last.key) });
    }
    last = { at, key };
  }
  return out;
}

function isInOrder(text: string, first: string, second: string): boolean {
  const [a, b] = [text.indexOf(first), text.indexOf(second)];
  return a >= 0 && b >= 0 && a < b;
}
