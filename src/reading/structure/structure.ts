import type { Structure } from '../../model/structure.ts';
import { warning } from '../../model/warning.ts';
import type { Content } from '../content.ts';
import { findAttachments } from './attachments.ts';
import { findDocNumber } from './doc-number.ts';
import { documentKind } from './document-kind.ts';
import { findIssuedDate } from './issued-date.ts';
import { findIssuer } from './issuer.ts';
import { linesOf } from './lines.ts';
import { arrangeOutline } from './outline.ts';
import { findRecipients } from './recipients.ts';
import { findRevisions } from './revisions.ts';
import { findOpenings } from './sections.ts';
import { findTitle } from './title.ts';

/**
 * What a document states about itself, whatever format it came in. Puts every block under the section it stands in and
 * makes headings of lines that are nothing else (제1장 총칙).
 */
export function describe(content: Content): Structure {
  const lines = linesOf(content);
  const kind = documentKind(lines);
  const { attachments, heads } = findAttachments(lines);
  const { openings, uncertain } = findOpenings(content, heads, kind.letter === null && kind.press === null);
  if (uncertain) content.warnings.push(warning('OUTLINE_UNCERTAIN'));
  return {
    title: findTitle(content, lines, kind),
    doc_number: findDocNumber(lines, kind),
    issued_date: findIssuedDate(lines, kind),
    issuer: findIssuer(lines, kind),
    ...findRecipients(lines, kind),
    sections: arrangeOutline(content, openings),
    attachments,
    revisions: findRevisions(content),
  };
}
