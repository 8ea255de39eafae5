import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hwpFragments } from './hwp-fragments.ts';
import { hwpxSource } from './hwpx-source.ts';

/** A PDF and the word processor file that it was printed from. */
export interface PdfTwin {
  readonly name: string;
  readonly pdf: string;
  readonly twin: string;
  readonly format: 'hwp' | 'hwpx';
}

/** What is drawn and not written, or not printed at all. */
const NOT_PRINTED = new Set(['equation', 'memo', 'hidden', 'hidden comment', 'master', 'master page', 'word art']);
/** Share of the twin's Hangul that Poppler must find in the PDF: below it the letters are drawn as outlines. */
const USABLE = 0.6;

export function pdfTwins(root: string): PdfTwin[] {
  const out: PdfTwin[] = [];
  for (const line of readFileSync(path.join(root, 'PAIRS.tsv'), 'utf8').split('\n').slice(1)) {
    const [name = '', list = ''] = line.split('\t');
    const files = list.split(';');
    const pdf = files.find((file) => file.startsWith('pdf/'));
    if (!pdf || name.startsWith('scan:')) continue;
    const hwpx = files.find((file) => file.startsWith('hwpx/'));
    // HWP 3.0 is read by conversion: its hwpx twin is the better witness.
    const hwp = files.find(
      (file) => file.startsWith('hwp/') && readFileSync(path.join(root, file)).toString('hex', 0, 4) === 'd0cf11e0',
    );
    const twin = hwpx ?? hwp;
    if (twin) out.push({ name, pdf: path.join(root, pdf), twin: path.join(root, twin), format: hwpx ? 'hwpx' : 'hwp' });
  }
  return out;
}

/** The twin's printed paragraphs in file order, by a reader that shares no code with the product's. */
export function printedFragments({ twin, format }: PdfTwin): { kind: string; text: string }[] {
  const bytes = readFileSync(twin);
  const all: readonly { kind: string; text: string }[] = format === 'hwpx' ? hwpxSource(bytes).fragments : hwpFragments(bytes);
  return all.filter(({ kind, text }) => !NOT_PRINTED.has(kind) && letters(text) !== '');
}

/** Poppler's reading of the PDF, or null where its text layer lacks the twin's Hangul. */
export function usableText(twin: PdfTwin, fragments: readonly { text: string }[]): string | null {
  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', twin.pdf, '-'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const left = new Map<string, number>();
  for (const letter of text.match(/[가-힣]/g) ?? []) left.set(letter, (left.get(letter) ?? 0) + 1);
  let [found, all] = [0, 0];
  for (const fragment of fragments)
    for (const letter of fragment.text.match(/[가-힣]/g) ?? []) {
      all++;
      const rest = left.get(letter) ?? 0;
      if (rest > 0) {
        found++;
        left.set(letter, rest - 1);
      }
    }
  return all > 0 && found >= USABLE * all ? text : null;
}

/** Letters, digits and Hanja alone: no two programs set spaces, dots and brackets alike. */
export function letters(text: string): string {
  return text.normalize('NFC').replace(/[^가-힣A-Za-z0-9\u4e00-\u9fff]/g, '');
}
