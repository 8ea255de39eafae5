import type { Block } from '../../model/block.ts';
import type { Attachment } from '../../model/structure.ts';
import { annexKey, isNumbered, parseAnnexLabel } from './annex-label.ts';
import { attachmentListAt, attachmentTitle, isAttachmentName } from './attachment-list.ts';
import type { Line } from './lines.ts';
import { squeeze } from './spaced-text.ts';
import { mayBeTitle, nameInRow, nameOf } from './title-line.ts';
import { isLarge } from './type-size.ts';
import { wholeTitle } from './whole-title.ts';

const LONGEST_TITLE = 120;
/** The head of an annex may be drawn as a box, of the label and the title; a larger table only lists annexes. */
const LARGEST_BOX = 3;
const LARGE_REACH = 4;

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
export function findAttachments(lines: readonly Line[], contents: ReadonlySet<Line> = new Set(), body = 0): FoundAttachments {
  const entries: Entry[] = [];
  const heads = new Set<Block>();
  const sizes = new Map<Block, number>();
  for (const { block } of lines) sizes.set(block, (sizes.get(block) ?? 0) + 1);
  const headAt = (at: number): { label: string; title: string | null } | null =>
    contents.has(lines[at] as Line) ? null : annexHead(lines, at, sizes, body);
  // A file that begins with the head of its only annex is that annex, and attaches nothing.
  const first = lines.length > 0 ? headAt(0) : null;
  const own = first && !lines.some((_, at) => at > 0 && differs(headAt(at), first)) ? annexKey(first.label) : null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (contents.has(line)) continue;
    const list = attachmentListAt(lines, at);
    if (list) {
      for (const listed of list.entries) {
        const entry = { label: listed.label, title: listed.title, block: listed.line.block, stands: false };
        const known = entries.find((earlier) => isSame(earlier, entry));
        // Named a second time, it is named where it stands.
        if (known) join(entries, { ...entry, stands: true });
        else entries.push(entry);
      }
      // A box that holds the word and a name is a head as well.
      if (list.taken === 0 && isBox(line)) heads.add(line.block);
      at += list.taken;
      continue;
    }
    const head = headAt(at);
    if (!head || annexKey(head.label) === own) continue;
    join(entries, { ...head, block: line.block, stands: true });
    if (fillsBlock(line)) heads.add(line.block);
  }
  return {
    attachments: entries.map(({ label, title, block }) => ({ label, title, block: block.id, page: block.page })),
    heads,
  };
}

function fillsBlock(line: Line): boolean {
  return squeeze(line.block.text) === squeeze(line.text);
}

function isBox(line: Line): boolean {
  return (line.block.type === 'table' || line.block.type === 'textbox') && fillsBlock(line);
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

/** The head of an annex on this line: its label fills its brackets, its line or its cell. */
function annexHead(
  lines: readonly Line[],
  at: number,
  sizes: ReadonlyMap<Block, number>,
  body: number,
): { label: string; title: string | null } | null {
  const line = lines[at] as Line;
  const text = line.text.trim();
  if (text.length > 200 || line.fields.length > 3) return null;
  if (line.fields.length > 1 && (sizes.get(line.block) ?? 0) > LARGEST_BOX && !isFirstRow(lines, at)) return null;
  const found = parseAnnexLabel(text);
  // 첨부 alone heads a list of papers in many forms.
  if (!found || (/^첨/.test(found.label) && !isNumbered(found.label))) return null;
  const { label, form, rest, apart } = found;
  if (form === 'bare' && !isBareHead(line, label, rest)) return null;
  // `(붙임) 서식에 따라 제출한다`: a sentence that mentions an annex.
  if (
    rest.length > LONGEST_TITLE ||
    (rest !== '' && !isAttachmentName(rest)) ||
    (!apart && /^[을를은는이가과와에의로]/.test(rest))
  )
    return null;
  return { label, title: rest === '' ? titleBelow(lines, at, body) : attachmentTitle(rest) };
}

/** The first row of a form may be its head; a table whose next row is one too lists annexes. */
function isFirstRow(lines: readonly Line[], at: number): boolean {
  return lines[at - 1]?.block !== lines[at]?.block && parseAnnexLabel(lines[at + 1]?.text ?? '') === null;
}

/** Without brackets a label is a head where it has a cell or a line of its own, or is numbered and followed by a name. */
function isBareHead(line: Line, label: string, rest: string): boolean {
  if (rest === '') return isNumbered(label) || line.block.type === 'table' || line.block.type === 'textbox';
  if (line.fields.length > 1) return squeeze(line.fields[0] as string).replace(/[.:：]$/, '') === squeeze(label);
  return isNumbered(label) && /^붙|^별\s{0,9}첨|^따|^별\s?도|^첨/.test(label) && rest.length <= 60;
}

/** The name of an annex stands on one of the lines below its label; in large type it may stand a little further down. */
function titleBelow(lines: readonly Line[], at: number, body: number): string | null {
  const large = lines
    .slice(at + 1, at + 1 + LARGE_REACH)
    .findIndex((line) => isLarge(line, body) && mayBeTitle(line) && parseAnnexLabel(line.text) === null);
  const next = lines.slice(at + 1, at + 1 + LARGE_REACH).findIndex((line) => parseAnnexLabel(line.text) !== null);
  if (large >= 0 && (next < 0 || large < next)) return wholeTitle(lines.slice(at + 1 + large), 0, body);
  for (let below = at + 1; below <= at + 2; below++) {
    const line = lines[below];
    const named = line && nameInRow(line);
    if (named && named !== line) return nameOf(named);
    if (line?.fields.length !== 1) return null;
    if (/^[([（<]\s?(?:앞|뒤|제?\s?[0-9]+|[0-9]+쪽 중)[^)\]）>]{0,12}[)\]）>]$/.test(line.text)) continue;
    if (!mayBeTitle(line) || parseAnnexLabel(line.text) !== null || line.text.length > LONGEST_TITLE) return null;
    return wholeTitle(lines.slice(below), 0, body);
  }
  return null;
}
