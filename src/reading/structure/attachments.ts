import type { Block } from '../../model/block.ts';
import type { Attachment } from '../../model/structure.ts';
import { annexKey, isNumbered, parseAnnexLabel } from './annex-label.ts';
import { attachmentTitle, numberedItems } from './attachment-list.ts';
import { onOneLine } from './form-field.ts';
import type { Line } from './lines.ts';
import { parseSectionLabel } from './section-label.ts';
import { afterLabel, squeeze } from './spaced-text.ts';

const WORDS = ['붙임', '따로붙임', '별첨', '별도붙임', '첨부', '첨부물', '붙임물'];
const LONGEST_TITLE = 120;
/** The head of an annex may be drawn as a box, of the label and the title; a larger table only lists annexes. */
const LARGEST_BOX = 3;

interface FoundAttachments {
  readonly attachments: Attachment[];
  /** Blocks that are nothing but the head of an annex. */
  readonly heads: Set<Block>;
}

interface Entry {
  readonly label: string;
  title: string | null;
  block: Block;
  /** Whether the annex itself was found in the document. */
  stands: boolean;
}

/** What the document says is attached: the 붙임 list at the end of a text, and the heads of annexes bound with it. */
export function findAttachments(lines: readonly Line[], contents: ReadonlySet<Line> = new Set()): FoundAttachments {
  const entries: Entry[] = [];
  const heads = new Set<Block>();
  const sizes = new Map<Block, number>();
  for (const { block } of lines) sizes.set(block, (sizes.get(block) ?? 0) + 1);
  const headAt = (at: number): { label: string; title: string | null } | null =>
    contents.has(lines[at] as Line) ? null : annexHead(lines, at, sizes);
  // A file that begins with the head of its only annex is that annex, and attaches nothing.
  const first = lines.length > 0 ? headAt(0) : null;
  const own = first && !lines.some((_, at) => at > 0 && differs(headAt(at), first)) ? annexKey(first.label) : null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (contents.has(line)) continue;
    const list = listAt(lines, at);
    if (list) {
      for (const entry of list.entries) {
        const known = entries.find((earlier) => isSame(earlier, entry));
        // Named a second time, it is named where it stands.
        if (known) join(entries, { ...entry, stands: true });
        else entries.push(entry);
      }
      at += list.taken;
      continue;
    }
    const head = headAt(at);
    if (!head || annexKey(head.label) === own) continue;
    join(entries, { ...head, block: line.block, stands: true });
    if (squeeze(line.block.text) === squeeze(line.text) && line.block.type !== 'table') heads.add(line.block);
  }
  return {
    attachments: entries.map(({ label, title, block }) => ({ label, title, block: block.id, page: block.page })),
    heads,
  };
}

function differs(head: { label: string } | null, from: { label: string }): boolean {
  return head !== null && annexKey(head.label) !== annexKey(from.label);
}

function isSame(a: Entry, b: Entry): boolean {
  return annexKey(a.label) === annexKey(b.label) && squeeze(a.title ?? '') === squeeze(b.title ?? '');
}

/** A list at the end of a letter and the head of the annex itself name the same thing: it stands where its head does. */
function join(entries: Entry[], head: Entry): void {
  const key = annexKey(head.label);
  const known = entries.find(
    (entry) => annexKey(entry.label) === key && (isNumbered(key) || !entry.stands || isSame(entry, head)),
  );
  if (!known) entries.push(head);
  else {
    if (!known.stands) known.block = head.block;
    known.stands = true;
    known.title ??= head.title;
  }
}

/** The list that begins on this line, if one does, and how many further lines it takes. */
function listAt(lines: readonly Line[], at: number): { entries: Entry[]; taken: number } | null {
  const line = lines[at] as Line;
  const text = line.text;
  if (text.length > 2000 || !/^[붙따별첨]/.test(text)) return null;
  for (const word of WORDS) {
    let taken = 0;
    let rest = afterWord(text, word);
    // The list may begin on the line below its word.
    if (rest === '' && lines[at + 1] && isCounted((lines[at + 1] as Line).text)) rest = (lines[at + ++taken] as Line).text;
    if (rest === null || rest === '') continue;
    const items = numberedItems(rest);
    if (!items) {
      if (!isSingle(rest, word)) return null;
      return { entries: [{ label: word, title: attachmentTitle(rest), block: line.block, stands: false }], taken };
    }
    const entries: Entry[] = [];
    const add = (from: Line, found: readonly { number: number; text: string }[]): void => {
      for (const item of found)
        entries.push({ label: `${word} ${item.number}`, title: attachmentTitle(item.text), block: from.block, stands: false });
    };
    add(lines[at + taken] as Line, items);
    for (let next = (items.at(-1)?.number ?? 0) + 1; !/끝\s?\.?$/.test((lines[at + taken] as Line).text); ) {
      const more = lines[at + taken + 1];
      const further = more ? numberedItems(more.text, next) : null;
      if (!more || !further || more.text.length > 500) break;
      add(more, further);
      next += further.length;
      taken++;
    }
    return { entries, taken };
  }
  return null;
}

/** What follows the word: after a colon or white space, or straight after it where a numbered list does. */
function afterWord(text: string, word: string): string | null {
  const rest = afterLabel(text, word);
  if (rest !== null) return rest;
  const bare = text.trimStart();
  return bare.startsWith(word) && /^[0-9]{1,2}\./.test(bare.slice(word.length)) ? bare.slice(word.length) : null;
}

function isCounted(text: string): boolean {
  return /^\s*1[.)]/.test(text) && /(?:부|매|권|식|통|끝)\s?\.?$/.test(text.trimEnd());
}

/** One attachment without a number: it is counted (1부), ends the text (끝), or is a short name; a sentence is neither. */
function isSingle(rest: string, word: string): boolean {
  const text = onOneLine(rest);
  if (text.length > LONGEST_TITLE || /^#?[0-9]/.test(text)) return false;
  if (/끝\s?\.?$/.test(text) || /[0-9각]\s?[0-9]?\s?(?:부|매|권|식|통)\s?(?:\([^()]{0,60}\))?\.?$/.test(text))
    return attachmentTitle(text) !== null || /\*{2}/.test(text);
  // 첨부 heads a list of papers in many forms; only what is counted there is attached.
  if (word.startsWith('첨부')) return false;
  return text.length <= 60 && isName(text) && !/[을를은는과와에의로]\s/.test(text);
}

/** The head of an annex on this line: its label fills its brackets, its line or its cell. */
function annexHead(
  lines: readonly Line[],
  at: number,
  sizes: ReadonlyMap<Block, number>,
): { label: string; title: string | null } | null {
  const line = lines[at] as Line;
  const text = line.text.trim();
  if (text.length > 200 || line.fields.length > 3) return null;
  if (line.fields.length > 1 && (sizes.get(line.block) ?? 0) > LARGEST_BOX) return null;
  const found = parseAnnexLabel(text);
  if (!found || /^첨/.test(found.label)) return null;
  const { label, form, rest } = found;
  if (form === 'bare' && !isBareHead(line, label, rest)) return null;
  // `(붙임) 서식에 따라 제출한다`: a sentence that mentions an annex.
  if (rest !== '' && (!isName(rest) || /^[을를은는이가과와에의로]/.test(rest) || rest.length > LONGEST_TITLE)) return null;
  return { label, title: rest === '' ? titleBelow(lines, at) : rest };
}

/** Without brackets a label is a head where it has a cell or a line of its own, or is numbered and followed by a name. */
function isBareHead(line: Line, label: string, rest: string): boolean {
  if (rest === '') return isNumbered(label) || line.block.type === 'table' || line.block.type === 'textbox';
  if (line.fields.length > 1) return squeeze(line.fields[0] as string).replace(/[.:：]$/, '') === squeeze(label);
  return isNumbered(label) && /^붙|^별\s{0,9}첨|^따|^별\s?도/.test(label) && rest.length <= 60;
}

/** The name of an annex stands on one of the lines below its label. */
function titleBelow(lines: readonly Line[], at: number): string | null {
  for (const next of lines.slice(at + 1, at + 3)) {
    if (next.fields.length !== 1) return null;
    const text = (next.fields[0] as string).trim();
    if (/^[([（<]\s?(?:앞|뒤|제?\s?[0-9]+|[0-9]+쪽 중)[^)\]）>]{0,12}[)\]）>]$/.test(text)) continue;
    const name = onOneLine(text.replace(/^[<〈《]\s?(.{2,80}?)\s?[>〉》]$/, '$1'));
    return name.length <= LONGEST_TITLE && isName(name) && !/^[<〈【[(]/.test(name) && parseSectionLabel(name) === null
      ? name
      : null;
  }
  return null;
}

function isName(text: string): boolean {
  return /[가-힣A-Za-z*]{2}/.test(text) && !/[.?!:]$|(?:니다|한다|된다|할 것|바람|참조|참고)\.?$/.test(text);
}
