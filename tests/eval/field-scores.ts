import type { Structure } from '../../src/model/structure.ts';
import { fold } from './fold.ts';
import { SINGLE_FIELDS, type SingleField, type StructureLabels } from './labels.ts';
import { Share } from './share.ts';

export interface FieldScore {
  readonly accuracy: Share;
  readonly precision: Share;
  readonly recall: Share;
  inventions: number;
}

/** Scores of the fields that hold one value, and of the set of recipients. */
export class FieldScores {
  readonly fields = Object.fromEntries(
    SINGLE_FIELDS.map((field) => [
      field,
      { accuracy: new Share(), precision: new Share(), recall: new Share(), inventions: 0 } satisfies FieldScore,
    ]),
  ) as Record<SingleField, FieldScore>;
  readonly recipients = { exact: new Share(), precision: new Share(), recall: new Share() };

  /** Adds one file; gives what is wrong in it. */
  add(labels: StructureLabels, structure: Structure): string[] {
    const wrong: string[] = [];
    for (const field of SINGLE_FIELDS) {
      const score = this.fields[field];
      const stated = labels[field];
      const found = structure[field];
      const accepted = [stated, ...(labels[`${field}_alternatives`] ?? [])].filter((value) => value !== null).map(fold);
      const right = found === null ? stated === null : accepted.includes(fold(found));
      score.accuracy.add(right);
      if (found !== null) score.precision.add(right);
      if (stated !== null) score.recall.add(right && found !== null);
      if (found !== null && !right && stated === null) score.inventions++;
      if (!right) wrong.push(`${field}: ${JSON.stringify(found)} for ${JSON.stringify(stated)}`);
    }
    const stated = new Set(labels.recipients.map(fold));
    const found = new Set(structure.recipients.map(fold).filter((name) => name !== '내부결재'));
    for (const name of found) this.recipients.precision.add(stated.has(name));
    for (const name of stated) this.recipients.recall.add(found.has(name));
    const exact = stated.size === found.size && [...stated].every((name) => found.has(name));
    this.recipients.exact.add(exact);
    if (!exact) wrong.push(`recipients: ${JSON.stringify([...found])} for ${JSON.stringify([...stated])}`);
    return wrong;
  }
}
