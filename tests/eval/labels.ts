import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { REVISION_KINDS } from '../../src/model/structure.ts';

export type Split = 'dev' | 'test';
export type RevisionKind = (typeof REVISION_KINDS)[number];
export const SINGLE_FIELDS = ['title', 'doc_number', 'issued_date', 'issuer', 'recipient'] as const;
export type SingleField = (typeof SINGLE_FIELDS)[number];

export interface LabelledAttachment {
  readonly label: string;
  readonly title: string | null;
}

export interface LabelledSection {
  readonly label: string;
  readonly title: string | null;
  readonly level: number;
}

/** One line of `structure.jsonl`. */
export type StructureLabels = Readonly<Record<SingleField, string | null>> &
  Readonly<Partial<Record<`${SingleField}_alternatives`, readonly string[]>>> & {
    readonly file: string;
    readonly kind: string;
    readonly split: Split;
    readonly recipients: readonly string[];
    /** null: not labelled. */
    readonly attachments: readonly LabelledAttachment[] | null;
    readonly attachments_optional: readonly LabelledAttachment[];
    readonly sections: readonly LabelledSection[] | null;
    readonly sections_complete: boolean | null;
    readonly sections_optional_labels: readonly string[];
  };

/** One line of `revisions.jsonl`. */
export interface RevisionLabels {
  readonly file: string;
  readonly split: Split;
  readonly table: number;
  readonly row: number;
  readonly line: number | null;
  readonly article: string | null;
  readonly label: string;
  readonly kind: RevisionKind;
  readonly kind_alternatives?: readonly RevisionKind[];
  readonly current: string;
  readonly revised: string;
}

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answerable: boolean;
  readonly kind: string;
  readonly place: string;
  readonly format: string;
  readonly tags: readonly string[];
  readonly split: Split;
  readonly expected: readonly { readonly file: string; readonly quote: string; readonly part?: number }[];
}

export function structureLabels(root: string): StructureLabels[] {
  return jsonLines(root, 'structure.jsonl');
}

export function revisionLabels(root: string): RevisionLabels[] {
  return jsonLines(root, 'revisions.jsonl');
}

export function questions(root: string): Question[] {
  return jsonLines(root, 'questions.jsonl');
}

export interface Pair {
  readonly name: string;
  readonly files: readonly string[];
}

/** Groups of files that hold the same document. */
export function pairs(root: string): Pair[] {
  return readFileSync(path.join(root, 'PAIRS.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', files = ''] = line.split('\t');
      return { name, files: files.split(';') };
    });
}

export function formatOf(file: string): string {
  return file.slice(file.lastIndexOf('.') + 1).toLowerCase();
}

function jsonLines<T>(root: string, name: string): T[] {
  return readFileSync(path.join(root, 'eval', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}
