import type { Block } from '../../model/block.ts';
import type { Attachment } from '../../model/structure.ts';
import { attachmentTitle, numberedItems, withoutAmendment } from './attachment-list.ts';
import { onOneLine } from './form-field.ts';
import { type Line, lineText } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { afterLabel, squeeze } from './spaced-text.ts';

const WORDS = ['붙임', '따로붙임', '별첨', '별도붙임', '첨부', '첨부물', '붙임물'];
/** A head of an annex: `< 별지 제1호 서식 >`, `[별표 2] 수수료`, `【붙임 1】`; the label must fill its brackets. */
const BRACKETED =
  /^[<〈【[〔(（]\s{0,6}((?:붙\s?임|별\s?첨|별\s?지|별\s?표)\s{0,4}(?:제?\s{0,3}[0-9]{1,3}(?:\s?[-의]\s?[0-9]{1,3})?\s{0,3}호?)?\s{0,4}(?:서\s?식)?)\s{0,6}[>〉】\]〕)）]\s{0,8}(.*)$/s;
const LONGEST_TITLE = 120;

interface FoundAttachments {
  readonly attachments: Attachment[];
  /** Blocks that are nothing but the head of an annex. */
  readonly heads: Set<Block>;
}

/** What the document says is attached: the 붙임 list at the end of a text, and the heads of annexes bound with it. */
export function findAttachments(lines: readonly Line[]): FoundAttachments {
  const attachments: Attachment[] = [];
  const heads = new Set<Block>();
  // A file that begins with the head of its only annex is that annex, and attaches nothing.
  const own = annexHead(lines, 0) && !lines.some((_, at) => at > 0 && annexHead(lines, at)) ? 0 : -1;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    const annex = at === own ? null : annexHead(lines, at);
    if (annex) {
      attachments.push(annex);
      if (squeeze(line.block.text) === squeeze(lineText(line)) && line.block.type !== 'table') heads.add(line.block);
      continue;
    }
    at += listAt(lines, at, attachments);
  }
  return { attachments: withoutRepeats(attachments), heads };
}

/** Reads the list that begins on this line, if one does; gives how many further lines it took. */
function listAt(lines: readonly Line[], at: number, attachments: Attachment[]): number {
  const line = lines[at] as Line;
  const text = lineText(line);
  if (text.length > 2000) return 0;
  for (const word of WORDS) {
    const rest = afterWord(text, word);
    if (rest === null) continue;
    const place = { block: line.block.id, page: line.block.page };
    const items = numberedItems(rest);
    if (!items) {
      if (!isSingle(rest)) return 0;
      attachments.push({ label: word, title: attachmentTitle(rest), ...place });
      return 0;
    }
    for (const item of items) attachments.push({ label: `${word} ${item.number}`, title: attachmentTitle(item.text), ...place });
    let taken = 0;
    for (let next = (items.at(-1)?.number ?? 0) + 1; !/끝\s?\.?$/.test(lineText(lines[at + taken] as Line)); ) {
      const more = lines[at + taken + 1];
      const further = more ? numberedItems(lineText(more), next) : null;
      if (!more || !further || lineText(more).length > 500) break;
      for (const item of further)
        attachments.push({
          label: `${word} ${item.number}`,
          title: attachmentTitle(item.text),
          block: more.block.id,
          page: more.block.page,
        });
      next += further.length;
      taken++;
    }
    return taken;
  }
  return 0;
}

/** What follows the word: after a colon or white space, or straight after it where a number does. */
function afterWord(text: string, word: string): string | null {
  const rest = afterLabel(text, word);
  if (rest !== null) return rest === '' ? null : rest;
  const bare = text.trimStart();
  return bare.startsWith(word) && /^[0-9]{1,2}\./.test(bare.slice(word.length)) ? bare.slice(word.length) : null;
}

/** One attachment without a number: it is counted (1부), ends the text (끝), or is a short name; a sentence is neither. */
function isSingle(rest: string): boolean {
  const text = onOneLine(rest);
  if (text.length > LONGEST_TITLE) return false;
  if (/끝\s?\.?$/.test(text) || /[0-9각]\s?[0-9]?\s?(?:부|매|권|식|통)\s?(?:\([^()]{0,60}\))?\.?$/.test(text))
    return attachmentTitle(text) !== null || /\*{2}/.test(text);
  return text.length <= 60 && !/[.?!:]$|(?:니다|한다|할 것|참조|참고)$/.test(text) && !/[을를은는과와에의로]\s/.test(text);
}

function annexHead(lines: readonly Line[], at: number): Attachment | null {
  const line = lines[at];
  if (!line) return null;
  const text = lineText(line).trim();
  if (text.length > 200) return null;
  const match = BRACKETED.exec(text);
  if (!match) return null;
  const [, label = '', rest = ''] = match;
  // `(붙임) 서식에 따라 제출한다`: a sentence that mentions an annex.
  if (/(?:니다|한다|함|것|바람)\.?$/.test(rest) || /^[을를은는이가과와에의로]/.test(rest)) return null;
  const next = lines[at + 1];
  const named = withoutAmendment(onOneLine(rest)).replace(/^[:：]\s*/, '');
  const following =
    next && next.fields.length === 1 && isTitleBelow(next.fields[0] as string) ? onOneLine(next.fields[0] as string) : null;
  return { label: onOneLine(label), title: named !== '' ? named : following, block: line.block.id, page: line.block.page };
}

function isTitleBelow(text: string): boolean {
  return text.length <= LONGEST_TITLE && !/[.?!]$/.test(text) && !/^[<〈【[(]/.test(text) && parseSectionLabel(text) === null;
}

/** A list at the end of a letter and the head of the annex itself name the same thing twice. */
function withoutRepeats(attachments: readonly Attachment[]): Attachment[] {
  const seen = new Set<string>();
  return attachments.filter(({ label, title }) => {
    const key = `${squeeze(label)} ${squeeze(title ?? '')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
