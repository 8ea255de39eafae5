/** Characters that are seen by nobody and would tear a word in two: soft hyphen, zero-width ones, byte order mark. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Writings that mean the same become the same: composed and decomposed Hangul, full and half width, ㎡ and m2, capitals. */
export function fold(text: string): string {
  return text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
}
