import { firstChild, type XmlElement } from '../../container/xml.ts';
import { Draft, type Segment } from './draft.ts';
import { type Item, type TextItem, textItem } from './items.ts';
import { isOn, unwrapped, valOf, wholeNumber } from './markup.ts';
import type { Label } from './numbering.ts';
import { RunReader } from './runs.ts';
import type { Story } from './story.ts';
import { numberingReference, type ParagraphStyle, type StyleRole } from './styles.ts';
import { readTable } from './tables.ts';

/** Reads blocks that follow one another (of the body, a cell, a note, a text box) into items. */
export class BlockFlow {
  private readonly story: Story;
  /** False in cells: a cell is one text, so a page break in it parts nothing. */
  private readonly mayPart: boolean;
  /** Text that belongs to the paragraph after it: its own paragraph mark was deleted, or it is a drop cap. */
  private carried: Draft | undefined;

  constructor(story: Story, mayPart: boolean) {
    this.story = story;
    this.mayPart = mayPart;
  }

  /** All blocks that stand in an element. */
  static readAll(parent: XmlElement, story: Story, mayPart: boolean): Item[] {
    const flow = new BlockFlow(story, mayPart);
    const out: Item[] = [];
    for (const child of parent.children) if (typeof child !== 'string') flow.push(child, out);
    flow.end(out);
    return out;
  }

  push(element: XmlElement, out: Item[]): void {
    const { findings } = this.story.document;
    switch (element.name) {
      case 'p':
        this.paragraph(element, out);
        return;
      case 'tbl':
        this.end(out);
        out.push(readTable(element, this.story, (cell) => BlockFlow.readAll(cell, this.story, false)));
        return;
      case 'altChunk':
        findings.includedFiles++;
        return;
      case 'del':
      case 'moveFrom':
        findings.trackedChanges = true;
        return;
      case 'oMath':
      case 'oMathPara':
        this.paragraph({ name: 'p', attributes: {}, children: [element] }, out);
        return;
      case 'sectPr':
        this.story.endSection?.(element);
        return;
      default: {
        if (element.name === 'ins' || element.name === 'moveTo') findings.trackedChanges = true;
        const inner = unwrapped(element);
        for (const child of inner?.children ?? []) if (typeof child !== 'string') this.push(child, out);
      }
    }
  }

  /** Nothing follows that carried text could join. */
  end(out: Item[]): void {
    if (!this.carried) return;
    const draft = this.carried;
    this.carried = undefined;
    this.finish(draft, undefined, this.story.document.styles.paragraph(undefined), out);
  }

  private paragraph(element: XmlElement, out: Item[]): void {
    const { document, fields, paginated } = this.story;
    const properties = firstChild(element, 'pPr');
    const style = document.styles.paragraph(valOf(properties, 'pStyle'));
    const ownBreak = properties && firstChild(properties, 'pageBreakBefore');
    if (paginated && this.mayPart && (ownBreak ? isOn(ownBreak) : style.pageBreakBefore)) document.pages.breakBefore();

    const draft = this.carried ?? new Draft();
    this.carried = undefined;
    new RunReader(this.story, draft, style, this.mayPart).inline(element);
    fields.endParagraph();

    const mark = properties && firstChild(properties, 'rPr');
    const markDeleted =
      mark !== undefined && (firstChild(mark, 'del') !== undefined || firstChild(mark, 'moveFrom') !== undefined);
    if (markDeleted || (mark && firstChild(mark, 'ins'))) document.findings.trackedChanges = true;
    if (markDeleted || isDropCap(properties)) this.carried = draft;
    else this.finish(draft, properties, style, out);

    const section = properties && firstChild(properties, 'sectPr');
    if (section) {
      this.end(out);
      this.story.endSection?.(section);
    } else if (paginated) document.pages.endParagraph();
  }

  private finish(draft: Draft, properties: XmlElement | undefined, style: ParagraphStyle, out: Item[]): void {
    const seen = draft.segments.some((segment) => segment.text.trim() !== '');
    const hiddenOnly = !seen && draft.segments.some((segment) => segment.hidden.trim() !== '');
    // Word gives no number to a paragraph that is hidden as a whole.
    const label = hiddenOnly ? undefined : this.label(properties, style);
    const role = roleOf(properties, style);
    const keepNext = properties !== undefined && isOn(firstChild(properties, 'keepNext'));
    let first = true;
    for (const segment of draft.segments) {
      out.push(first ? this.item(segment, role, label, keepNext) : this.item(segment, { is: 'body' }, undefined, false));
      first = false;
    }
  }

  private item(segment: Segment, role: StyleRole, label: Label | undefined, keepNext: boolean): TextItem {
    const { page } = this.story.document.pages;
    const seen = segment.text.trim() !== '';
    const attached = segment.attached;
    if (segment.hidden.trim() !== '') {
      if (!seen) return textItem('paragraph', segment.hidden, segment.hiddenPage, { hidden: true, attached });
      attached.push(textItem('paragraph', segment.hidden, segment.hiddenPage, { hidden: true }));
    }
    if (!seen) {
      // An empty line of a numbered list shows its number; an empty bullet says nothing.
      const shown = label && !label.bullet ? label.text.trimEnd() : '';
      return textItem(shown === '' ? 'paragraph' : 'list_item', shown, page, { attached });
    }
    const text = (label?.text ?? '') + segment.text;
    const at = segment.page ?? page;
    if (role.is === 'heading') return textItem('heading', text, at, { level: role.level, attached });
    if (role.is === 'title' || role.is === 'caption') return textItem(role.is, text, at, { attached, keepNext });
    if (label && label.text !== '') return textItem('list_item', text, at, { attached });
    return textItem(segment.math && !segment.words ? 'equation' : 'paragraph', text, at, { attached });
  }

  private label(properties: XmlElement | undefined, style: ParagraphStyle): Label | undefined {
    const { numbering, findings } = this.story.document;
    const place = numbering.place(numberingReference(properties), style);
    const label = place && this.story.counters.next(place);
    if (label && !label.sure) findings.uncertainNumbers++;
    return label;
  }
}

/** Its own outline level is stronger than its style's, save where the style says what the paragraph is. */
function roleOf(properties: XmlElement | undefined, style: ParagraphStyle): StyleRole {
  const own = wholeNumber(valOf(properties, 'outlineLvl'));
  if (own === undefined || style.role.is === 'title' || style.role.is === 'caption') return style.role;
  return own < 9 ? { is: 'heading', level: own + 1 } : { is: 'body' };
}

/** A large first letter is a paragraph of its own in the file and the beginning of the next one on the page. */
function isDropCap(properties: XmlElement | undefined): boolean {
  const kind = properties && firstChild(properties, 'framePr')?.attributes.dropCap;
  return kind === 'drop' || kind === 'margin';
}
