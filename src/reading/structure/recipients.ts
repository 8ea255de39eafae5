import type { DocumentKind } from './document-kind.ts';
import { formField } from './form-field.ts';
import type { Line } from './lines.ts';
import { squeeze } from './spaced-text.ts';

interface Recipients {
  /** What 수신 states, word for word. */
  readonly recipient: string | null;
  readonly recipients: string[];
}

/** Only a letter has recipients: whoever a notice or a press release speaks to is not named by its form. */
export function findRecipients(lines: readonly Line[], kind: DocumentKind): Recipients {
  const letter = kind.letter;
  const stated = letter?.recipient.value ?? '';
  if (!letter || stated === '') return { recipient: null, recipients: [] };
  const bare = squeeze(stated);
  if (bare.startsWith('내부결재')) return { recipient: stated, recipients: [] };
  if (/^수신(?:자|처)?참조$/.test(bare)) return { recipient: stated, recipients: listAtFoot(lines, letter.titleLine) };
  return { recipient: stated, recipients: splitNames(stated) };
}

/** 수신자 at the foot, over as many lines as the list runs on. */
function listAtFoot(lines: readonly Line[], after: number): string[] {
  for (let at = after + 1; at < lines.length; at++) {
    const field = formField(lines[at] as Line, ['수신자', '수신처']);
    if (!field || field.rest === '') continue;
    let list = field.rest;
    for (let next = at + 1; next < lines.length && /[,，、]$/.test(list); next++)
      list += ` ${(lines[next] as Line).fields.join(' ')}`;
    return splitNames(list);
  }
  return [];
}

/** Names between commas; a comma inside brackets belongs to a name. */
function splitNames(list: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let from = 0;
  const end = (at: number): void => {
    const name = list.slice(from, at).trim().replace(/\s+/g, ' ').replace(/\.$/, '');
    if (name !== '') names.push(name);
    from = at + 1;
  };
  for (let at = 0; at < list.length; at++) {
    const mark = list[at] as string;
    if ('([（'.includes(mark)) depth++;
    else if (')]）'.includes(mark)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && ',，、;'.includes(mark)) end(at);
  }
  end(list.length);
  return names;
}
