import { emptyStructure, type Structure } from '../../src/model/structure.ts';
import { AttachmentScores } from './attachment-scores.ts';
import { describedFile } from './corpus-contents.ts';
import { FieldScores } from './field-scores.ts';
import { formatOf, type RevisionLabels, revisionLabels, SINGLE_FIELDS, type Split, structureLabels } from './labels.ts';
import { RevisionScores } from './revision-scores.ts';
import { SectionScores } from './section-scores.ts';
import { tableOf } from './share.ts';

/** All scores of one group of files. */
export class StructureScores {
  readonly fields = new FieldScores();
  readonly attachments = new AttachmentScores();
  readonly sections = new SectionScores();
  readonly revisions = new RevisionScores();
  files = 0;

  get inventions(): number {
    return SINGLE_FIELDS.reduce((sum, field) => sum + this.fields.fields[field].inventions, 0);
  }
}

export interface StructureEvaluation {
  /** By `dev`, `test`, `both`, and each of them with a format behind it (`dev hwp`). */
  readonly groups: ReadonlyMap<string, StructureScores>;
  /** What is wrong, file by file, of `dev` alone: nobody is to look at `test`. */
  readonly wrong: readonly string[];
  /** Labelled files that no reader opens. */
  readonly unread: readonly string[];
}

/** Reads every labelled file of the given formats and compares what it states about itself with its labels. */
export async function evaluateStructure(root: string, formats: ReadonlySet<string>): Promise<StructureEvaluation> {
  const groups = new Map<string, StructureScores>();
  const wrong: string[] = [];
  const unread: string[] = [];
  const revisions = revisionLabels(root);
  const labels = structureLabels(root).filter((entry) => formats.has(formatOf(entry.file)));
  const done = new Set(labels.map((entry) => entry.file));
  const only = [...new Set(revisions.map((row) => row.file))].filter((file) => !done.has(file) && formats.has(formatOf(file)));
  for (const entry of labels) {
    const structure = await structureOf(root, entry.file);
    if (!structure) unread.push(entry.file);
    const rows = revisions.filter((row) => row.file === entry.file);
    const found = structure ?? emptyStructure();
    for (const [i, scores] of scoresFor(groups, entry.split, formatOf(entry.file)).entries()) {
      scores.files++;
      const here = [
        ...scores.fields.add(entry, found),
        ...scores.attachments.add(entry, found.attachments),
        ...scores.sections.add(entry, found.sections),
        ...(rows.length > 0 ? scores.revisions.add(rows, found.revisions) : []),
      ];
      if (i === 0 && entry.split === 'dev') wrong.push(...here.map((line) => `${entry.file}: ${line}`));
    }
  }
  for (const file of only) {
    const rows = revisions.filter((row) => row.file === file);
    const { split } = rows[0] as RevisionLabels;
    const structure = await structureOf(root, file);
    for (const [i, scores] of scoresFor(groups, split, formatOf(file)).entries()) {
      const here = scores.revisions.add(rows, structure?.revisions ?? []);
      if (i === 0 && split === 'dev') wrong.push(...here.map((line) => `${file}: ${line}`));
    }
  }
  return { groups, wrong, unread };
}

async function structureOf(root: string, file: string): Promise<Structure | null> {
  return (await describedFile(root, file))?.structure ?? null;
}

function scoresFor(groups: Map<string, StructureScores>, split: Split, format: string): StructureScores[] {
  return [split, 'both', `${split} ${format}`, `both ${format}`].map((name) => {
    const known = groups.get(name) ?? new StructureScores();
    groups.set(name, known);
    return known;
  });
}

/** The tables that are printed: a column a group. */
export function structureTable(groups: ReadonlyMap<string, StructureScores>, names: readonly string[]): string {
  const columns = names.map((name) => groups.get(name) ?? new StructureScores());
  const rows: string[][] = [
    ['', ...names],
    ['files', ...columns.map((scores) => String(scores.files))],
  ];
  for (const field of SINGLE_FIELDS) {
    rows.push([`${field} accuracy`, ...columns.map((scores) => String(scores.fields.fields[field].accuracy))]);
    rows.push(['  precision', ...columns.map((scores) => String(scores.fields.fields[field].precision))]);
    rows.push(['  recall', ...columns.map((scores) => String(scores.fields.fields[field].recall))]);
    rows.push(['  inventions', ...columns.map((scores) => String(scores.fields.fields[field].inventions))]);
  }
  const add = (name: string, figure: (scores: StructureScores) => unknown): void => {
    rows.push([name, ...columns.map((scores) => String(figure(scores)))]);
  };
  add('recipients exact set', (scores) => scores.fields.recipients.exact);
  add('  precision', (scores) => scores.fields.recipients.precision);
  add('  recall', (scores) => scores.fields.recipients.recall);
  add('attachments precision', (scores) => scores.attachments.precision);
  add('  recall', (scores) => scores.attachments.recall);
  add('  title', (scores) => scores.attachments.titles);
  add('sections F1', (scores) => `${(100 * scores.sections.f1).toFixed(1)} % (${scores.sections.files} files)`);
  add('  precision', (scores) => scores.sections.precision);
  add('  recall', (scores) => scores.sections.recall);
  add('  title', (scores) => scores.sections.titles);
  add('  level', (scores) => scores.sections.levels);
  add('revisions kind + texts', (scores) => scores.revisions.whole);
  add('  recall', (scores) => scores.revisions.recall);
  add('  precision', (scores) => scores.revisions.precision);
  add('  kind', (scores) => scores.revisions.kinds);
  add('  label', (scores) => scores.revisions.labels);
  add('  both texts', (scores) => scores.revisions.texts);
  return tableOf(rows);
}
