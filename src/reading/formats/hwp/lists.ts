import type { Paragraph } from '../hangul/model.ts';
import { type HwpRecord, TAG } from './records.ts';

/** A list header and the paragraphs that follow it on its level: a cell, a note, a caption, a text box. */
export interface ParagraphList {
  readonly header: Buffer;
  readonly paragraphs: Paragraph[];
  /** It stands before the record that says what the object is: the place of a caption. */
  readonly beforeBody: boolean;
}

export type ReadParagraph = (record: HwpRecord) => Paragraph;

/** `body` is the tag that parts captions from content (TABLE, SHAPE_COMPONENT…); without one there are no captions. */
export function paragraphLists(records: readonly HwpRecord[], read: ReadParagraph, body?: number): ParagraphList[] {
  const lists: ParagraphList[] = [];
  let seenBody = body === undefined;
  for (const record of records) {
    if (record.tag === body) seenBody = true;
    else if (record.tag === TAG.listHeader) lists.push({ header: record.data, paragraphs: [], beforeBody: !seenBody });
    else if (record.tag === TAG.paraHeader) lists.at(-1)?.paragraphs.push(read(record));
  }
  return lists;
}
