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
    const mark = `${number}.`;
    let found = text.indexOf(mark, at);
    // The number begins the text or follows white space, and is no decimal or date.
    while (
      found >= 0 &&
      !((found === 0 || /\s/.test(text[found - 1] as string)) && !/[0-9]/.test(text[found + mark.length] ?? ''))
    )
      found = text.indexOf(mark, found + 1);
    if (found < 0 || (number === from && text.slice(0, found).trim() !== '')) break;
    starts.push({ number, at: found, end: found + mark.length });
    at = found + mark.length;
  }
  if (starts.length === 0) return null;
  return starts.map((start, i) => ({ number: start.number, text: text.slice(start.end, starts[i + 1]?.at ?? text.length) }));
}

/** Without the note of when an annex was last changed: `[별표 2] <개정 2025. 10. 15.>`. */
export function withoutAmendment(text: string): string {
  return text.replace(/\s?[<〈]\s?(?:개정|신설|전문개정|본조신설|제정)[^<>〈〉]{0,60}[>〉]\s?/g, ' ').trim();
}
