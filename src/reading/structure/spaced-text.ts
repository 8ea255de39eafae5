/** Without any white space: how labels and names are compared, because forms space their letters out. */
export function squeeze(text: string): string {
  return SPACE.test(text) ? text.replace(/\s+/g, '') : text;
}

const SPACE = /\s/;

/** On one line, and letter-spaced words (`서 울 특 별 시`) closed up as they are meant to be read. */
export function closeUp(text: string): string {
  const words = text.trim().split(/\s+/);
  if (words.length < 2 || words.some((word) => word.length > 1)) return words.join(' ');
  // Where letters are one space apart, a wider gap is what parts two words.
  const groups = text.trim().split(/\s{2,}/);
  return groups.some((group) => group.length > 1) ? groups.map((group) => squeeze(group)).join(' ') : words.join('');
}

/**
 * What follows `label` at the start of the text: the label may be written with spaces between its letters, and is parted
 * from its value by a colon or by white space. '' for a label without a value, null where the text does not start with it.
 */
export function afterLabel(text: string, label: string): string | null {
  let at = skipSpace(text, 0);
  for (let i = 0; i < label.length; i++) {
    if (i > 0) at = skipSpace(text, at);
    if (text[at] !== label[i]) return null;
    at++;
  }
  const next = skipSpace(text, at);
  if (next >= text.length) return '';
  if (text[next] === ':' || text[next] === '：') return text.slice(next + 1).trim();
  return next > at ? text.slice(next).trim() : null;
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && SPACE.test(text[at] as string)) at++;
  return at;
}
