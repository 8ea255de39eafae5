import type { Revision } from '../model/structure.ts';

/** Pieces of fewer characters stand in too many lines to say anything. */
const SHORTEST = 8;
const MOST = 20;
/** What stands in a comparison table in place of a text. */
const PLACEHOLDER = /<[^<>]{1,12}>|\((?:생략|현행과같음)\)|-{3,}/g;
const ARTICLE = /^제\d+조(?:의\d+)?/;

/** What a document's comparison tables say about a quoted line: by its text, or by the article that it begins. */
export function revisionsOf(quote: string, path: readonly string[], revisions: readonly Revision[]): Revision[] {
  if (revisions.length === 0) return [];
  const line = plain(quote);
  const articles = new Set([line, plain(path.at(-1) ?? '')].flatMap((text) => ARTICLE.exec(text)?.[0] ?? []));
  const told = revisions.filter((revision) => {
    if ([revision.current, revision.revised].some((text) => isSameText(line, plain(text)))) return true;
    return revision.kind !== 'unchanged' && articles.has(plain(revision.label));
  });
  return told.slice(0, MOST);
}

function isSameText(line: string, text: string): boolean {
  const said = text.replace(PLACEHOLDER, '');
  if (said.length < SHORTEST) return false;
  if (line.includes(text)) return true;
  return line.length >= SHORTEST && text.includes(line);
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}
