import type { Structure } from '../../src/model/structure.ts';
import { describe } from '../../src/reading/structure/structure.ts';
import { corpusContent } from './corpus-contents.ts';
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
export async function compareTwins(root: string, formats: ReadonlySet<string>): Promise<TwinPair[]> {
  const test = new Set(
    structureLabels(root)
      .filter((entry) => entry.split === 'test')
      .map((entry) => entry.file),
  );
  const found: TwinPair[] = [];
  for (const { name, files, overlap } of pairs(root)) {
    const held = files.some((file) => test.has(file));
    let first: { file: string; structure: Structure } | null = null;
    for (const [i, file] of files.entries()) {
      if (!formats.has(formatOf(file)) || (overlap[i] ?? 1) < LEAST_OVERLAP) continue;
      const content = await corpusContent(root, file);
      if (!content?.blocks.some((block) => /\S/.test(block.text))) continue;
      const structure = describe(content);
      if (first) found.push({ name, files: [first.file, file], differences: differences(first.structure, structure), held });
      else first = { file, structure };
    }
  }
  return found;
}

function differences(a: Structure, b: Structure): string[] {
  const lines: string[] = [];
  const compare = (what: string, left: string, right: string): void => {
    if (fold(left) !== fold(right)) lines.push(`${what}: ${left} ≠ ${right}`);
  };
  for (const field of SINGLE_FIELDS) compare(field, a[field] ?? '-', b[field] ?? '-');
  compare('recipients', a.recipients.join(' | '), b.recipients.join(' | '));
  const lists = (of: Structure): [string, string[]][] => [
    ['sections', of.sections.map(({ label, title, level }) => `${level} ${label ?? ''} ${title ?? ''}`)],
    ['attachments', of.attachments.map(({ label, title }) => `${label} ${title ?? ''}`)],
    ['revisions', of.revisions.map(({ kind, label, current, revised }) => `${kind} ${label} ${current} ${revised}`)],
  ];
  const right = lists(b);
  for (const [i, [what, left]] of lists(a).entries()) {
    const other = right[i]?.[1] ?? [];
    const at = left.findIndex((entry, k) => fold(entry) !== fold(other[k] ?? ''));
    if (at >= 0 || left.length !== other.length) {
      const where = at >= 0 ? at : left.length;
      lines.push(`${what}: ${left.length} and ${other.length}, first ${shown(left[where])} ≠ ${shown(other[where])}`);
    }
  }
  return lines;
}

function shown(entry: string | undefined): string {
  return entry === undefined ? '-' : entry.slice(0, 80).replace(/\n/g, '⏎');
}
