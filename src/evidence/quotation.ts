/**
 * Whether a text holds a quotation: the same characters in the same order. White space of any kind and length counts as one
 * space, since lines of a document end where its page does; composed and decomposed Hangul are the same characters.
 */
export function holdsQuote(text: string, quote: string): boolean {
  const wanted = plain(quote).trim();
  return wanted !== '' && plain(text).includes(wanted);
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ');
}
