import type { Block } from '../../model/block.ts';
import type { Structure } from '../../model/structure.ts';
import { warning } from '../../model/warning.ts';
import type { Content } from '../content.ts';
import { findAttachments } from './attachments.ts';
import { contentsLines } from './contents-list.ts';
import { findDocNumber } from './doc-number.ts';
import { type DocumentKind, documentKind } from './document-kind.ts';
import { findIssuedDate } from './issued-date.ts';
import { findIssuer } from './issuer.ts';
import { type Line, linesOf } from './lines.ts';
import { arrangeOutline, type Opening } from './outline.ts';
import { findRecipients } from './recipients.ts';
import { findRevisions } from './revisions.ts';
import { findOpenings } from './sections.ts';
import { squeeze } from './spaced-text.ts';
import { findTitle } from './title.ts';
import { bodySize } from './type-size.ts';

/**
 * What a document states about itself, whatever format it came in. Puts every block under the section it stands in and
 * makes headings of lines that are nothing else (제1장 총칙).
 */
export function describe(content: Content): Structure {
  const lines = linesOf(content);
  const kind = documentKind(lines);
  const contents = contentsLines(lines);
  const body = bodySize(lines);
  const { attachments, heads } = findAttachments(lines, contents, body);
  const { openings, uncertain } = findOpenings(content, heads, blocksOf(contents, lines), isOutlined(kind), body);
  if (uncertain) content.warnings.push(warning('OUTLINE_UNCERTAIN'));
  const title = findTitle(content, lines, kind, contents, body);
  return {
    title,
    doc_number: findDocNumber(lines, kind),
    issued_date: findIssuedDate(lines, kind),
    issuer: findIssuer(lines, kind),
    ...findRecipients(lines, kind),
    sections: arrangeOutline(content, withoutTitle(openings, title)),
    attachments,
    revisions: findRevisions(content),
  };
}

/** A heading that is the document's title opens no part of it. */
function withoutTitle(openings: readonly Opening[], title: string | null): Opening[] {
  const name = squeeze(title ?? '');
  return openings.filter((opening) => opening.label !== null || squeeze(opening.title ?? '') !== name);
}

/** The numbers of a letter's text and of a press release are items, not heads. */
function isOutlined(kind: DocumentKind): boolean {
  return kind.letter === null && kind.press === null;
}

/** Blocks that hold nothing but the given lines. */
function blocksOf(some: ReadonlySet<Line>, lines: readonly Line[]): Set<Block> {
  const blocks = new Set([...some].map((line) => line.block));
  for (const line of lines) if (!some.has(line)) blocks.delete(line.block);
  return blocks;
}
