import type { Block } from '../../model/block.ts';
import type { Table } from '../../model/table.ts';
import type { Content } from '../content.ts';
import { onOneLine } from './form-field.ts';
import { type Boundary, type HeadCandidate, numberedHeads } from './numbered-heads.ts';
import type { Opening } from './outline.ts';
import { isUnit, type LabelKind, parseSectionLabel, rankOf, type SectionLabel, withoutNote } from './section-label.ts';
import { squeeze } from './spaced-text.ts';

const LONGEST_HEAD = 80;
const LONGEST_ARTICLE_TITLE = 80;
const SENTENCE_END = /(?:다|음|함|임|됨|오|요|것)\.$|[.?!]$/;
/** A line of a table of contents: leaders or a tab before a page number. */
const CONTENTS_LINE = /(?:\t|[.·…‥⋯∙]{2,}|\s{3,})\s*[0-9]{1,4}$/;

interface Found {
  readonly block: Block;
  readonly label: string | null;
  readonly title: string | null;
  readonly kind: LabelKind | null;
  readonly box: boolean;
  /** Depth that the file states; null where the label has to tell. */
  readonly stated: number | null;
  /** Whether the block holds nothing but the head. */
  readonly pure: boolean;
}

/** Kinds of numbers that may head a section without the file saying so. */
const INFERRED: ReadonlySet<LabelKind> = new Set(['roman', 'number', 'decimal2', 'decimal3', 'syllable']);

/**
 * The blocks that open sections, in order, with their depth: headings that the file marks, 제n편/장/절/관/조 and 부칙 lines,
 * and numbered heads. `annexes` are heads of annexes, which end the section before them; `contents` are no heads at all.
 */
export function findOpenings(
  content: Content,
  annexes: ReadonlySet<Block>,
  contents: ReadonlySet<Block>,
  inferNumbers: boolean,
  body: number,
): { openings: Opening[]; uncertain: boolean } {
  const boxes = headBoxes(content);
  const found: (Found & { at: number })[] = [];
  const candidates: HeadCandidate[] = [];
  const boundaries: Boundary[] = [];
  const marked = new Map<LabelKind, number>();
  const sizeOf = (block: Block): number => content.sizes?.get(block)?.[0] ?? 0;
  for (const [at, block] of content.blocks.entries()) {
    if (contents.has(block)) continue;
    if (annexes.has(block)) {
      found.push({ block, label: null, title: onOneLine(block.text), kind: null, box: false, stated: 1, pure: true, at });
      boundaries.push({ at, unit: false });
    } else if (block.type === 'heading' && /\S/.test(block.text)) {
      const head = markedHeading(block);
      found.push({ ...head, at });
      if (head.kind !== null) marked.set(head.kind, (marked.get(head.kind) ?? 0) + 1);
      if (head.kind !== null && isUnit(head.kind)) boundaries.push({ at, unit: head.kind === 'article' });
    } else if (block.type === 'paragraph' || block.type === 'list_item') {
      const label = parseSectionLabel(block.text);
      const unit = label ? unitHead(block, label) : null;
      if (unit) {
        found.push({ ...unit, at });
        boundaries.push({ at, unit: unit.kind === 'article' });
      } else if (label && INFERRED.has(label.kind)) candidates.push({ block, at, label, box: false, size: sizeOf(block) });
    } else if (block.type === 'textbox') {
      const label = headInBox([block.text.trim()]) ?? numeralBox(block, content.blocks[at + 1]);
      if (label) candidates.push({ block, at, label, box: true, size: sizeOf(block) });
    } else if (block.type === 'table') {
      const label = boxes.get(block.id);
      if (label) candidates.push({ block, at, label, box: true, size: sizeOf(block) });
    }
  }
  for (const head of bulletHeads(content.blocks, contents)) found.push(head);
  found.sort((a, b) => a.at - b.at);
  dropMentions(found);
  if (!inferNumbers) return { openings: withLevels(found), uncertain: false };
  // Where the file marks the heads of a kind, what it does not mark is no head.
  const unmarked = candidates.filter(({ label }) => (marked.get(label.kind) ?? 0) < 2);
  const { heads, uncertain } = numberedHeads(unmarked, boundaries, content.blocks, body);
  for (const { block, at, label, title, box } of heads) {
    const pure = box || squeeze(block.text) === squeeze(label.label + (title ?? ''));
    found.push({ block, label: label.label, title, kind: label.kind, box, stated: null, pure, at });
  }
  found.sort((a, b) => a.at - b.at);
  return { openings: withLevels(found), uncertain };
}

/**
 * An article that only a line break put at the start of a line: those before and after it count on without it. Articles of
 * which none follows on another are quoted from other rules.
 */
function dropMentions(found: (Found & { at: number })[]): void {
  const articles = found.filter((head) => head.kind === 'article');
  const number = (head: Found | undefined): number => Number(/[0-9]+/.exec(head?.label ?? '')?.[0] ?? Number.NaN);
  const inOrder = articles.some((head, i) => number(head) === 1 || number(articles[i + 1]) === number(head) + 1);
  if (articles.length >= 2 && !inOrder && articles.every((head) => head.stated === null)) {
    for (const head of articles) found.splice(found.indexOf(head), 1);
    return;
  }
  for (const [i, head] of articles.entries()) {
    const [before, here, after] = [number(articles[i - 1]), number(head), number(articles[i + 1])];
    if (here > before + 1 && (after === before || after === before + 1)) found.splice(found.indexOf(head), 1);
  }
}

const TOP_BULLET = /^\s{0,8}([□■◇◆❏▣◎󰏚])\s{0,4}(\S.{1,38})$/u;

/** Reports head their parts with a square: a few words, and text below that is not headed so. */
function bulletHeads(blocks: readonly Block[], contents: ReadonlySet<Block>): (Found & { at: number })[] {
  const heads: (Found & { at: number })[] = [];
  for (const [at, block] of blocks.entries()) {
    if ((block.type !== 'paragraph' && block.type !== 'list_item') || contents.has(block)) continue;
    const match = block.text.length > 60 ? null : TOP_BULLET.exec(block.text);
    if (!match || /[:：]\s*\S|[.?!;,]$|(?:니다|한다|됨|함|음)$/.test(match[2] as string)) continue;
    let next = at + 1;
    while (next < blocks.length && !/\S/.test(blocks[next]?.text ?? '')) next++;
    const below = blocks[next]?.text.trimStart() ?? '';
    if (below === '' || below.startsWith(match[1] as string)) continue;
    heads.push({
      block,
      label: null,
      title: onOneLine(match[2] as string),
      kind: 'bullet',
      box: false,
      stated: null,
      pure: true,
      at,
    });
  }
  return heads.length >= 2 ? heads : [];
}

function markedHeading(block: Block): Found {
  const label = parseSectionLabel(block.text);
  const rest = label?.kind === 'article' ? (articleTitle(label.rest) ?? label.rest) : (label?.rest ?? onOneLine(block.text));
  return {
    block,
    label: label?.label ?? null,
    title: rest === '' ? null : withoutNote(rest),
    kind: label?.kind ?? null,
    box: false,
    stated: block.level ?? 1,
    pure: true,
  };
}

/** 제n편/장/절/관 as a short line, 제n조(…) with or without its text behind it, 부칙. */
function unitHead(block: Block, label: SectionLabel): Found | null {
  const { kind, rest } = label;
  if (kind === 'supplement')
    return { block, label: '부칙', title: null, kind, box: false, stated: null, pure: rest === '' || /^[<(（[【]/.test(rest) };
  if (kind === 'article') {
    const title = articleTitle(rest);
    if (title !== null)
      return { block, label: label.label, title, kind, box: false, stated: null, pure: /^[(（][^()（）]*[)）]\s*$/.test(rest) };
    // Deleted articles keep their number: 제7조 삭제 <2020. 1. 1.>
    if (/^삭\s{0,4}제/.test(rest)) return { block, label: label.label, title: null, kind, box: false, stated: null, pure: false };
    return isShortHead(rest) && !/^[중에의를은는이가및부와과으로]/.test(rest) && rest !== ''
      ? { block, label: label.label, title: onOneLine(rest), kind, box: false, stated: null, pure: true }
      : null;
  }
  if (!['part', 'chapter', 'section', 'subsection'].includes(kind) || !isShortHead(rest) || /^[의에중및]\s/.test(rest))
    return null;
  return { block, label: label.label, title: rest === '' ? null : onOneLine(rest), kind, box: false, stated: null, pure: true };
}

function isShortHead(rest: string): boolean {
  return rest.length <= LONGEST_HEAD && !SENTENCE_END.test(rest) && !CONTENTS_LINE.test(rest) && !rest.includes('\n');
}

/** `목적` of `(목적) 이 규정은 …`; brackets inside the title are counted. */
function articleTitle(rest: string): string | null {
  if (rest[0] !== '(' && rest[0] !== '（') return null;
  let depth = 0;
  for (let at = 0; at < Math.min(rest.length, LONGEST_ARTICLE_TITLE); at++) {
    if ('(（'.includes(rest[at] as string)) depth++;
    else if (')）'.includes(rest[at] as string) && --depth === 0) return onOneLine(rest.slice(1, at)) || null;
  }
  return null;
}

/** Tables of one row that are a head drawn as a box: a number or numeral, then a few words. */
function headBoxes(content: Content): Map<string, SectionLabel> {
  const boxes = new Map<string, SectionLabel>();
  for (const table of content.tables) {
    const label = table.parent === null && table.rows <= 2 ? boxLabel(table) : null;
    if (label) boxes.set(table.block, label);
  }
  return boxes;
}

/** A numeral drawn in a box of its own, with the head's words beside it. */
function numeralBox(block: Block, next: Block | undefined): SectionLabel | null {
  const mark = block.text.trim();
  const title = next?.text.trim() ?? '';
  if (next?.type !== 'paragraph' || !MARK.test(mark) || title === '' || !isShortHead(title)) return null;
  const label = parseSectionLabel(`${mark.replace(/[.)]$/, '')}. ${title}`);
  return label && { ...label, label: mark, rest: title };
}

/** A number in a box of its own is written without the dot that a line would have. */
const MARK = /^(?:[0-9]{1,2}|[Ⅰ-Ⅻ]|[IVX]{1,4})[.)]?$/;

function boxLabel(table: Table): SectionLabel | null {
  return headInBox(table.cells.map((cell) => cell.text.trim()).filter((text) => text !== ''));
}

function headInBox(texts: readonly string[]): SectionLabel | null {
  // A head is one line; a box of several is a list, or a text of its own.
  if (texts.some((text) => text.includes('\n'))) return null;
  if (texts.length === 1) {
    const label = parseSectionLabel(texts[0] as string);
    return label && (label.kind === 'roman' || label.kind === 'number') && label.rest !== '' && isShortHead(label.rest)
      ? label
      : null;
  }
  if (texts.length !== 2) return null;
  const [mark = '', title = ''] = texts;
  if (!MARK.test(mark) || title.length > LONGEST_HEAD) return null;
  const label = parseSectionLabel(/[.)]$/.test(mark) ? `${mark} ${title}` : `${mark}.  ${title}`);
  return label && { ...label, label: mark, rest: title };
}

/** Depth by the file's own word, else by the kinds of label that are open: a kind that is open already is at its old depth. */
function withLevels(found: readonly Found[]): Opening[] {
  const open: { kind: LabelKind | null; box: boolean; level: number }[] = [];
  return found.map(({ block, label, title, kind, box, stated, pure }) => {
    let level: number;
    if (stated !== null || kind === null) {
      level = stated ?? 1;
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    } else {
      for (let above = open.at(-1); above && !isDeeper(kind, box, above); above = open.at(-1)) open.pop();
      level = (open.at(-1)?.level ?? 0) + 1;
    }
    open.push({ kind, box, level });
    if (pure && (block.type === 'paragraph' || block.type === 'list_item')) {
      block.type = 'heading';
      block.level = level;
    }
    return { block, label, title, level };
  });
}

/** 부칙 stands beside the chapters, and its articles below it; a numbered line is below a box with a number of its kind. */
function isDeeper(kind: LabelKind, box: boolean, above: { kind: LabelKind | null; box: boolean }): boolean {
  if (above.kind === null) return true;
  if (kind === 'supplement') return false;
  return rankOf(kind) > rankOf(above.kind) || (kind === above.kind && above.box && !box);
}
