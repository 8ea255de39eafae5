import type { Attachment } from '../../src/model/structure.ts';
import { fold } from './fold.ts';
import type { LabelledAttachment, StructureLabels } from './labels.ts';
import { Share } from './share.ts';

export class AttachmentScores {
  readonly precision = new Share();
  readonly recall = new Share();
  readonly titles = new Share();

  add(labels: StructureLabels, attachments: readonly Attachment[]): string[] {
    if (labels.attachments === null) return [];
    const wrong: string[] = [];
    const open = [...labels.attachments];
    for (const found of attachments) {
      const at = bestMatch(open, found);
      const stated = at < 0 ? undefined : open.splice(at, 1)[0];
      if (!stated && labels.attachments_optional.some((entry) => labelKey(entry.label) === labelKey(found.label))) continue;
      this.precision.add(stated !== undefined);
      if (!stated) wrong.push(`attachment too much: ${found.label} | ${found.title}`);
      else if (stated.title !== null) {
        const right = titleKey(stated.title) === titleKey(found.title ?? '');
        this.titles.add(right);
        if (!right) wrong.push(`attachment title: ${found.title} for ${stated.title}`);
      }
    }
    for (let i = 0; i < labels.attachments.length; i++) this.recall.add(i >= open.length);
    for (const missed of open) wrong.push(`attachment missed: ${missed.label} | ${missed.title}`);
    return wrong;
  }
}

/** The entry with the same label; among several that with the same title. */
function bestMatch(entries: readonly LabelledAttachment[], found: Attachment): number {
  const sameLabel = (entry: LabelledAttachment) => labelKey(entry.label) === labelKey(found.label);
  const both = entries.findIndex((entry) => sameLabel(entry) && titleKey(entry.title ?? '') === titleKey(found.title ?? ''));
  return both >= 0 ? both : entries.findIndex(sameLabel);
}

function labelKey(label: string): string {
  return fold(label)
    .replace(/[.[\](){}<>〈〉【】〔〕「」]/g, '')
    .replace(/^붙임(?=[0-9])/, '');
}

function titleKey(title: string): string {
  return fold(title)
    .replace(/끝\.?$/, '')
    .replace(/각?[0-9]+부(?:\([^)]*\))?\.?$/, '')
    .replace(/\.$/, '');
}
