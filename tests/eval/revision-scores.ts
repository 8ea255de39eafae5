import { REVISION_KINDS, type Revision } from '../../src/model/structure.ts';
import { fold } from './fold.ts';
import type { RevisionKind, RevisionLabels } from './labels.ts';
import { Share, tableOf } from './share.ts';

/** A labelled record, or several lines of one row taken together. */
interface Expected {
  readonly records: readonly RevisionLabels[];
  readonly kinds: ReadonlySet<RevisionKind>;
  readonly kind: RevisionKind;
  readonly label: string;
  readonly article: string | null;
  readonly current: string;
  readonly revised: string;
}

export class RevisionScores {
  readonly recall = new Share();
  readonly precision = new Share();
  readonly kinds = new Share();
  readonly labels = new Share();
  readonly texts = new Share();
  /** Labelled records whose kind and both texts were found: the figure that counts. */
  readonly whole = new Share();
  /** Rows by stated kind, columns by found kind. */
  readonly confusion = new Map<RevisionKind, Map<RevisionKind | 'missed', number>>();

  /** Adds one file; gives what is wrong in it. */
  add(stated: readonly RevisionLabels[], revisions: readonly Revision[]): string[] {
    const wrong: string[] = [];
    const found = withArticles(revisions);
    const open = new Set(found);
    const left = new Set(stated);
    const take = (expected: Expected, match: (entry: Found) => boolean): void => {
      if (!expected.records.every((record) => left.has(record))) return;
      const entry = [...open].find(match);
      if (!entry) return;
      open.delete(entry);
      for (const record of expected.records) left.delete(record);
      wrong.push(...this.matched(expected, entry.revision));
    };
    const single = stated.map((record) => expectedOf([record]));
    const byText = (expected: Expected) => (entry: Found) =>
      fold(entry.revision.current) === fold(expected.current) && fold(entry.revision.revised) === fold(expected.revised);
    for (const expected of single) take(expected, byText(expected));
    for (const expected of wholeRows(stated)) take(expected, byText(expected));
    for (const expected of single)
      take(
        expected,
        (entry) => fold(entry.revision.label) === fold(expected.label) && fold(entry.article) === fold(expected.article ?? ''),
      );
    for (const record of left) {
      this.recall.add(false);
      this.whole.add(false);
      this.count(record.kind, 'missed');
      wrong.push(
        `revision missed: ${record.kind} ${record.article} ${record.label} | ${start(record.current)} | ${start(record.revised)}`,
      );
    }
    for (const entry of found) this.precision.add(!open.has(entry));
    for (const { revision } of open)
      wrong.push(
        `revision too much: ${revision.kind} ${revision.label} | ${start(revision.current)} | ${start(revision.revised)}`,
      );
    return wrong;
  }

  private matched(expected: Expected, revision: Revision): string[] {
    const wrong: string[] = [];
    const right = expected.kinds.has(revision.kind);
    const text = fold(revision.current) === fold(expected.current) && fold(revision.revised) === fold(expected.revised);
    for (const record of expected.records) {
      this.recall.add(true);
      this.whole.add(right && text);
      this.count(record.kind, right ? record.kind : revision.kind);
    }
    this.kinds.add(right);
    this.texts.add(text);
    this.labels.add(labelKey(revision.label) === labelKey(expected.label));
    const place = `${expected.article} ${expected.label}`;
    if (!right) wrong.push(`revision kind: ${revision.kind} for ${expected.kind} at ${place} | ${start(expected.current)}`);
    if (!text)
      wrong.push(
        `revision text at ${place}: ${start(revision.current)} ∥ ${start(revision.revised)} for ${start(expected.current)} ∥ ${start(expected.revised)}`,
      );
    if (labelKey(revision.label) !== labelKey(expected.label))
      wrong.push(`revision label: ${revision.label} for ${expected.label}`);
    return wrong;
  }

  private count(stated: RevisionKind, found: RevisionKind | 'missed'): void {
    const row = this.confusion.get(stated) ?? new Map<RevisionKind | 'missed', number>();
    this.confusion.set(stated, row);
    row.set(found, (row.get(found) ?? 0) + 1);
  }

  confusionTable(): string {
    const columns = [...REVISION_KINDS, 'missed'] as const;
    return tableOf([
      ['labelled \\ found', ...columns],
      ...REVISION_KINDS.map((kind) => [kind, ...columns.map((column) => this.confusion.get(kind)?.get(column) ?? 0)]),
    ]);
  }
}

interface Found {
  readonly revision: Revision;
  readonly article: string;
}

/** Every found row with the article it belongs to: the last one that a row named. */
function withArticles(revisions: readonly Revision[]): Found[] {
  let article = '';
  return revisions.map((revision) => {
    const named = /^제[0-9]+조(?:의[0-9]+)?/.exec(fold(revision.label));
    if (named) article = named[0];
    return { revision, article };
  });
}

function expectedOf(records: readonly RevisionLabels[]): Expected {
  const first = records[0] as RevisionLabels;
  const kinds = new Set(records.map((record) => record.kind));
  const kind = kinds.size > 1 ? 'amended' : first.kind;
  return {
    records,
    kind,
    kinds: new Set([kind, ...(records.length === 1 ? (first.kind_alternatives ?? []) : [])]),
    label: first.label,
    article: first.article,
    current: records.map((record) => record.current).join('\n'),
    revised: records.map((record) => record.revised).join('\n'),
  };
}

/** The records of one table row as one, for a reader that does not part them. */
function wholeRows(stated: readonly RevisionLabels[]): Expected[] {
  const rows = new Map<string, RevisionLabels[]>();
  for (const record of stated) {
    if (record.line === null) continue;
    const key = `${record.table} ${record.row}`;
    rows.set(key, [...(rows.get(key) ?? []), record]);
  }
  return [...rows.values()].map(expectedOf);
}

function labelKey(label: string): string {
  return fold(label).replace(/\./g, '');
}

function start(text: string): string {
  return text.slice(0, 60).replace(/\n/g, '⏎');
}
