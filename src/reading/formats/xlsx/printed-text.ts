/** A word that only stands beside a page number. */
const PAGE_WORDS = /^(?:page|seite|p|of|총|전체|쪽|페이지|[\s\-–—~·/.,()[\]<>|])*$/i;

/** Excel takes 255 characters. */
const LONGEST = 4096;

/**
 * The words of a printed header or footer (ECMA-376 part 1, 18.3.1.46): sections left, centre, right in order, without
 * formatting codes and without the fields (page, date, file and sheet name) whose values the file does not hold.
 * '' where nothing but a page number's surroundings is left.
 */
export function printedText(code: string): string {
  if (code.length > LONGEST) code = code.slice(0, LONGEST);
  const sections: Record<'L' | 'C' | 'R', string> = { L: '', C: '', R: '' };
  let section: 'L' | 'C' | 'R' = 'C';
  // Font name and style in quotes, a font size, a colour, or a single letter; a doubled sign is the sign itself.
  for (const token of code.matchAll(/&(?:"[^"]*"|\d{1,3}|[Kk][0-9A-Fa-f]{6}|[Kk]\d\d[+-]\d{3}|[\s\S])|[^&]+/g)) {
    const text = token[0];
    if (!text.startsWith('&')) sections[section] += text;
    else if (text === '&&') sections[section] += '&';
    else {
      const letter = text.slice(1).toUpperCase();
      if (letter === 'L' || letter === 'C' || letter === 'R') section = letter;
    }
  }
  const words = [sections.L, sections.C, sections.R]
    .map((text) => text.replace(/\r\n?/g, '\n').trim())
    .filter((text) => !PAGE_WORDS.test(text));
  return words.join('\t');
}
