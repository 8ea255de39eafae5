import type { Line } from './lines.ts';
import { squeeze } from './spaced-text.ts';

const HEAD =
  /^[[<〈【(（]?(?:목차|차례|순서|제목차례|표차례|그림차례|수식차례|표목차|그림목차|목차및순서|contents|tableofcontents)[\]>〉】)）]?[0-9]?$/i;
/** Leaders or a gap before a page number at the end of an entry. */
const ENTRY = /(?:[.·…‥⋯∙ㆍ]{2,}|\s{2,}|\t)\s*[0-9]{1,4}$/;
const PAGE = /^[0-9]{1,4}$|^[ⅰ-ⅻivx]{1,5}$/;
const LONGEST_ENTRY = 120;
/** A contents list has lines without a page number (chapters) between those with one, but not this many. */
const LONGEST_GAP = 12;
const LONGEST_LIST = 600;
/** Without a head that names the list, this many entries one after another are one. */
const UNNAMED_ENTRIES = 3;

/** The lines of tables of contents: they repeat what the document says elsewhere and open nothing. */
export function contentsLines(lines: readonly Line[]): Set<Line> {
  const found = new Set<Line>();
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (found.has(line)) continue;
    if (isContentsHead(line)) {
      const end = endOfList(lines, at + 1);
      for (const entry of lines.slice(at, end)) found.add(entry);
      at = end - 1;
    } else if (isEntry(line)) {
      let end = at;
      while (end < lines.length && isEntry(lines[end] as Line)) end++;
      if (end - at >= UNNAMED_ENTRIES) for (const entry of lines.slice(at, end)) found.add(entry);
      at = end - 1;
    }
  }
  return found;
}

export function isContentsHead(line: Line): boolean {
  const text = line.text;
  return text.length < 40 && HEAD.test(squeeze(text));
}

/** A short text and the page it stands on. */
function isEntry(line: Line): boolean {
  const text = line.text;
  if (text.length > LONGEST_ENTRY) return false;
  const last = line.fields.at(-1) as string;
  if (line.fields.length === 2) return PAGE.test(last) && /[가-힣A-Za-z]/.test(line.fields[0] as string);
  return line.fields.length === 1 && ENTRY.test(text) && /[가-힣A-Za-z]{2}/.test(text);
}

/** Where the list that begins at `from` ends: after its last entry with a page, or before its first line comes again. */
function endOfList(lines: readonly Line[], from: number): number {
  const limit = Math.min(lines.length, from + LONGEST_LIST);
  let last = -1;
  for (let at = from; at < limit && at - Math.max(last, from - 1) <= LONGEST_GAP; at++) {
    const line = lines[at] as Line;
    if (isEntry(line)) last = at;
    else if (!isShort(line)) break;
  }
  if (last >= 0) return last + 1;
  const seen = new Set<string>();
  for (let at = from; at < limit; at++) {
    const line = lines[at] as Line;
    const name = squeeze(line.text);
    if (!isShort(line) || line.fields.length > 1 || seen.has(name))
      return seen.has(name) || at === from ? at : endWithoutPages(lines, from, at);
    seen.add(name);
  }
  return from;
}

/** A list without pages that runs straight into the text: only its labelled lines can be told from what follows. */
function endWithoutPages(lines: readonly Line[], from: number, stop: number): number {
  let end = from;
  while (
    end < stop &&
    (lines[end] as Line).block.type !== 'heading' &&
    /^(?:[0-9]{1,2}|[Ⅰ-ⅫIVX]{1,4}|[가-하]|제\s?[0-9]+\s?[편장절])[.\s]/.test((lines[end] as Line).text)
  )
    end++;
  return end;
}

function isShort(line: Line): boolean {
  const text = line.text;
  return text.length <= LONGEST_ENTRY && !/(?:다|오|요|까)[.?!]$/.test(text);
}
