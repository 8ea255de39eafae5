import type { Section, Structure } from '../../src/model/structure.ts';
import type { Content } from '../../src/reading/content.ts';
import { describedFile } from './corpus-contents.ts';
import { fold } from './fold.ts';
import { formatOf, pairs, SINGLE_FIELDS, structureLabels } from './labels.ts';

/** Where less of the text is in both files (a text layer without its Hangul), there is nothing to compare. */
const LEAST_OVERLAP = 0.3;

export interface TwinPair {
  readonly name: string;
  readonly files: readonly [string, string];
  /** What differs, a line each; empty for the same structure. */
  readonly differences: readonly string[];
  /** Whether the document is of the `test` split: counted, but nobody is to read its differences. */
  readonly held: boolean;
}

/** Every file of the given formats against the first file of its group. */
export async function compareTwins(
  root: string,
  formats: ReadonlySet<string>,
): Promise<{ found: TwinPair[]; leftOut: string[] }> {
  const test = new Set(
    structureLabels(root)
      .filter((entry) => entry.split === 'test')
      .map((entry) => entry.file),
  );
  const found: TwinPair[] = [];
  const leftOut: string[] = [];
  for (const { name, files } of pairs(root)) {
    const held = files.some((file) => test.has(file));
    let first: { file: string; content: Content; structure: Structure } | null = null;
    for (const file of files) {
      if (!formats.has(formatOf(file))) continue;
      const read = await describedFile(root, file);
      if (!read?.content.blocks.some((block) => /\S/.test(block.text))) continue;
      const { content, structure } = read;
      if (!first) first = { file, content, structure };
      else if (shared(first.content, content) < LEAST_OVERLAP) leftOut.push(file);
      else found.push({ name, files: [first.file, file], differences: differences(first.structure, structure), held });
    }
  }
  return { found, leftOut };
}

function differences(a: Structure, b: Structure): string[] {
  const lines: string[] = [];
  const compare = (what: string, left: string, right: string): void => {
    if (same(left) !== same(right)) lines.push(`${what}: ${left} ≠ ${right}`);
  };
  for (const field of SINGLE_FIELDS) compare(field, a[field] ?? '-', b[field] ?? '-');
  compare('recipients', a.recipients.join(' | '), b.recipients.join(' | '));
  const lists = (of: Structure): [string, string[]][] => [
    ['sections', numbered(of.sections)],
    ['attachments', of.attachments.map(({ label, title }) => `${label} ${title ?? ''}`)],
    ['revisions', of.revisions.map(({ kind, label, current, revised }) => `${kind} ${label} ${current} ${revised}`)],
  ];
  const right = lists(b);
  for (const [i, [what, left]] of lists(a).entries()) {
    const other = right[i]?.[1] ?? [];
    const at = left.findIndex((entry, k) => same(entry) !== same(other[k] ?? ''));
    if (at >= 0 || left.length !== other.length) {
      const where = at >= 0 ? at : left.length;
      lines.push(`${what}: ${left.length} and ${other.length}, first ${shown(left[where])} ≠ ${shown(other[where])}`);
    }
  }
  return lines;
}

/** Characters of a font's own have no meaning outside it: one format keeps them, another shows what they look like. */
function same(text: string): string {
  return fold(text).replace(/\p{Co}/gu, '');
}

/** Sections that have a number, with their depth among one another: a format without styles shows no others. */
function numbered(sections: readonly Section[]): string[] {
  const labelled = sections.filter((section) => section.label !== null);
  const levels = [...new Set(labelled.map((section) => section.level))].sort((a, b) => a - b);
  return labelled.map(({ label, title, level }) => `${levels.indexOf(level) + 1} ${label ?? ''} ${title ?? ''}`);
}

/** Share of the pairs of syllables of one text that are in the other. */
function shared(of: Content, inside: Content): number {
  const [a, b] = [syllablePairs(of), syllablePairs(inside)];
  if (a.size < 50) return 1;
  let count = 0;
  for (const pair of a) if (b.has(pair)) count++;
  return count / a.size;
}

function syllablePairs(content: Content): Set<string> {
  const found = new Set<string>();
  for (const block of content.blocks)
    for (const word of block.text.replace(/\s+/g, '').matchAll(/[가-힣]{2,}/g))
      for (let at = 0; at + 2 <= word[0].length; at++) found.add(word[0].slice(at, at + 2));
  return found;
}

function shown(entry: string | undefined): string {
  return entry === undefined ? '-' : entry.slice(0, 80).replace(/\n/g, '⏎');
}
