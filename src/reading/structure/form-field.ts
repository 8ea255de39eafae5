import type { Line } from './lines.ts';
import { afterLabel, squeeze } from './spaced-text.ts';

/** A label of a form with what stands beside it. */
export interface FormField {
  readonly label: string;
  /** The field right after the label, on one line; '' where the form leaves it blank. */
  readonly value: string;
  /** All that follows the label on its line. */
  readonly rest: string;
}

/** The widest forms have about forty cells in a row; more is data. */
const MOST_FIELDS = 80;

/** Finds one of the labels in a line: as a cell of its own with its value in the next, or before its value in one text. */
export function formField(line: Line, labels: readonly string[]): FormField | null {
  if (line.fields.length > MOST_FIELDS) return null;
  if (!line.fields.some((field) => labels.some((label) => label[0] === field[0]))) return null;
  // A label with a cell of its own says more than a text that begins with it.
  for (const [at, field] of line.fields.entries()) {
    if (field.length > 80) continue;
    const bare = squeeze(field).replace(/[:：]$/, '');
    const label = labels.find((name) => name === bare);
    if (label === undefined) continue;
    const after = line.fields.slice(at + 1);
    return { label, value: onOneLine(after[0] ?? ''), rest: onOneLine(after.join(' ')) };
  }
  for (const [at, field] of line.fields.entries()) {
    // A label and its value are short; running text is not searched.
    if (field.length > 400) continue;
    for (const label of labels) {
      const value = afterLabel(field, label);
      if (value !== null && value !== '')
        return { label, value: onOneLine(value), rest: onOneLine([value, ...line.fields.slice(at + 1)].join(' ')) };
    }
  }
  return null;
}

export function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
