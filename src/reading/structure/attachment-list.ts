import { onOneLine } from './form-field.ts';

/** `세출예산재배정요구서 1부.  끝.` → `세출예산재배정요구서`; null for what is blank or masked. */
export function attachmentTitle(text: string): string | null {
  let title = onOneLine(text)
    .replace(/\s?끝\s?\.?$/, '')
    .trim();
  title = title.replace(/\s?각?\s?[0-9]{0,3}\s?(?:부|매|권|식|통|건|장)\s?(?:\([^()]{0,60}\))?\s?\.?$/, (count) =>
    /[0-9각]/.test(count) ? '' : count,
  );
  title = title.replace(/[.,]$/, '').trim();
  return title === '' || /^[*○◯0O_\s.]+$/.test(title) ? null : title;
}

/** The items of `1. 계획서 1부.  2. 지표 1부.`, by their numbers; null where the text is no such list. */
export function numberedItems(text: string, from = 1): { number: number; text: string }[] | null {
  const starts: { number: number; at: number; end: number }[] = [];
  for (let number = from, at = 0; ; number++) {
    const mark = `${number}`;
    let found = text.indexOf(mark, at);
    // The number begins the text or follows white space, is followed by a dot or bracket, and is no decimal or date.
    while (found >= 0 && !isMark(text, found, found + mark.length)) found = text.indexOf(mark, found + 1);
    if (found < 0 || (number === from && text.slice(0, found).trim() !== '')) break;
    starts.push({ number, at: found, end: found + mark.length + 1 });
    at = found + mark.length + 1;
  }
  if (starts.length === 0) return null;
  return starts.map((start, i) => ({ number: start.number, text: text.slice(start.end, starts[i + 1]?.at ?? text.length) }));
}

function isMark(text: string, start: number, end: number): boolean {
  return (
    (start === 0 || /\s/.test(text[start - 1] as string)) && /[.)]/.test(text[end] ?? '') && !/[0-9]/.test(text[end + 1] ?? '')
  );
}
