import { bare } from './pdf-pages.ts';

export interface Agreement {
  judged: number;
  right: number;
  /** A few of the wrong ones: what was said, what the PDF says, how the text begins. */
  wrong: { said: number; is: number; text: string }[];
}

/** Long enough to be told apart, short enough to stand on one page. */
const SHORTEST = 8;
const LONGEST = 40;
const LABEL = /^\S{1,6}\s+/;

/**
 * Texts with the page they are said to begin on, held against the PDF's pages. A text is judged when its beginning stands
 * exactly once in the PDF and exactly once in the document; with its label ("가.", "❍") or, where the PDF draws that
 * differently, without.
 */
export function agreement(items: readonly { text: string; page: number }[], pages: readonly string[], whole: string): Agreement {
  const out: Agreement = { judged: 0, right: 0, wrong: [] };
  const all = pages.join('\n');
  for (const { text, page } of items) {
    for (const candidate of [text, text.replace(LABEL, '')]) {
      const beginning = bare(candidate).slice(0, LONGEST);
      if (beginning.length < SHORTEST) break;
      if (!once(all, beginning)) continue;
      if (!once(whole, beginning)) break;
      const is = pages.findIndex((content) => content.includes(beginning)) + 1;
      out.judged++;
      if (is === page) out.right++;
      else out.wrong.push({ said: page, is, text: beginning });
      break;
    }
  }
  return out;
}

function once(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0;
}

export function add(to: Agreement, from: Agreement): void {
  to.judged += from.judged;
  to.right += from.right;
  to.wrong.push(...from.wrong);
}

export const share = ({ right, judged }: Agreement): number => (judged === 0 ? 1 : right / judged);
