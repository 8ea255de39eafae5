import type { Place } from '../../content.ts';
import { Unreadable } from '../../unreadable.ts';
import type { BoxFlow, CaptionFlow, FloatFlow, FlowItem, ParagraphFlow, TextFlow } from './flow.ts';
import type { Caption, Control, Definitions, DrawingControl, DrawingPart, Paragraph, Position } from './model.ts';
import { NumberingState } from './numbering.ts';
import { insert, readingOrder } from './page-order.ts';
import { tableFlow } from './table-flow.ts';

/** The layout engine's cell index for a caption. */
const CAPTION_CELL = 65534;
const UNITS_PER_POINT = 100;
/** Lists in lists: honest documents stay under ten, and each level repeats the text below it in its cells. */
const MAX_NESTING = 100;

/** Where a list of paragraphs stands: a section's body, or the way down into a cell, box or note. */
export interface ListPlace {
  readonly section: number;
  /** Null for a section's own paragraphs. */
  readonly inside: {
    readonly paragraph: number;
    readonly path: Place['inside'];
    readonly control: number;
    readonly cell: number;
  } | null;
  /** Master pages and memos are not laid out with the text: their paragraphs have no place of their own. */
  readonly at: Place | null;
}

/** Turns paragraphs of the neutral tree into flow items; keeps what must be counted through the whole document. */
export class FlowBuilder {
  /** Paragraphs with stored line positions and without, of every level. */
  readonly stored = { complete: 0, missing: 0 };
  private readonly definitions: Definitions;
  private readonly numbering: NumberingState;
  private outline = 0;
  private depth = 0;
  private readonly kinds = new Map<number, Pick<TextFlow, 'type' | 'level'>>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
    this.numbering = new NumberingState(definitions);
  }

  /** A section's outline numbering holds for the paragraphs that follow. */
  useOutline(numbering: number): void {
    this.outline = numbering;
  }

  /** The paragraphs of a cell, box, note or caption, in reading order. */
  list(paragraphs: readonly Paragraph[], where: ListPlace): FlowItem[] {
    if (this.depth >= MAX_NESTING) throw new Unreadable('LIMIT_EXCEEDED', { text: '표와 글상자가 너무 깊게 겹쳐 있습니다.' });
    this.depth++;
    const flows = paragraphs.map((paragraph, at) => this.paragraph(paragraph, placeIn(where, at)));
    this.depth--;
    return readingOrder(flows, null);
  }

  paragraph(source: Paragraph, place: Place | null): ParagraphFlow {
    if (source.lines) this.stored.complete++;
    else this.stored.missing++;
    const kind = this.kindOf(source);
    const label = this.numbering.label(source.shape, this.outline);
    const line = new LineBuilder(kind, label, sizeOf(source), place);
    for (const item of source.items) {
      if (typeof item === 'string') line.write(item);
      else this.control(item, line, place);
    }
    const { items, floats } = line.finish();
    return { items, floats, lines: source.lines, pageBreak: source.pageBreak };
  }

  /** A list that is its own block (or blocks) of one type. */
  box(
    type: BoxFlow['type'],
    paragraphs: readonly Paragraph[],
    where: ListPlace,
    more: Partial<Pick<BoxFlow, 'caption' | 'hidden'>> = {},
  ): BoxFlow {
    const items = this.list(paragraphs, where);
    return {
      kind: 'box',
      type,
      items,
      place: placeIn(where, 0),
      owner: null,
      caption: more.caption ?? null,
      hidden: more.hidden ?? false,
    };
  }

  /** Decided once for each pair of shape and style: a long document has some dozens of pairs and many thousand paragraphs. */
  private kindOf(paragraph: Paragraph): Pick<TextFlow, 'type' | 'level'> {
    const key = paragraph.shape * 65_536 + paragraph.style;
    let kind = this.kinds.get(key);
    if (!kind) {
      kind = this.decideKind(paragraph);
      this.kinds.set(key, kind);
    }
    return kind;
  }

  private decideKind(paragraph: Paragraph): Pick<TextFlow, 'type' | 'level'> {
    const shape = this.definitions.shapes.get(paragraph.shape);
    if (shape?.heading === 'outline') return { type: 'heading', level: shape.level + 1 };
    if (shape?.heading) return { type: 'list_item', level: null };
    const style = this.definitions.styles.get(paragraph.style);
    const outline = /^(?:개요|outline) ?(\d{1,2})$/i.exec(style?.name ?? '') ?? /^outline (\d{1,2})$/i.exec(style?.english ?? '');
    if (outline && Number(outline[1]) >= 1) return { type: 'heading', level: Number(outline[1]) };
    if (style?.name === '제목' || style?.english.toLowerCase() === 'title') return { type: 'title', level: null };
    return { type: 'paragraph', level: null };
  }

  private control(control: Control, line: LineBuilder, place: Place | null): void {
    switch (control.kind) {
      case 'section':
      case 'columns':
        return;
      case 'equation':
        if (control.position.inline && !control.caption) line.equation(control.script);
        else {
          const text: TextFlow = { kind: 'text', type: 'equation', level: null, text: control.script, size: 0, place };
          line.object([text, ...this.captionOnly(control.caption, place, control.index)], control.position);
        }
        return;
      case 'table': {
        const table = tableFlow(control, place, (cell, paragraphs) => {
          const items = this.list(paragraphs, within(place, control.index, cell));
          return { items, place: placeOfText(within(place, control.index, cell), paragraphs) };
        });
        line.object([{ ...table, caption: this.caption(control.caption, place, control.index) }], control.position);
        return;
      }
      case 'drawing':
        line.object(this.drawing(control, place), control.position);
        return;
      case 'footnote':
      case 'endnote':
        line.note(this.box(control.kind, control.paragraphs, within(place, control.index, 0)));
        return;
      case 'header':
      case 'footer':
        line.running(this.box(control.kind, control.paragraphs, within(place, control.index, 0)));
        return;
      case 'memo': {
        const before = { ...this.stored };
        line.note(this.box('memo', control.paragraphs, within(place, control.index, 0), { hidden: control.hidden }));
        // Memos are not laid out: that they store no lines says nothing about the pages.
        Object.assign(this.stored, before);
        return;
      }
    }
  }

  private drawing(control: DrawingControl, place: Place | null): FlowItem[] {
    const parts: DrawingPart[] = [];
    for (const part of control.parts) insert(parts, part);
    const where = within(place, control.index, 0);
    const caption = this.caption(control.caption, place, control.index);
    const out: FlowItem[] = [];
    for (const part of parts) {
      // The caption belongs to the drawing as a whole: it stays with its first part.
      const own = out.length === 0 ? caption : null;
      if (part.kind === 'picture') out.push({ kind: 'picture', alt: part.alt, caption: own, place });
      else if (part.kind === 'text') {
        const box = this.box('textbox', part.paragraphs, where, { caption: own });
        if (box.items.length > 0 || own) out.push(box);
      } else {
        const words: TextFlow = { kind: 'text', type: 'paragraph', level: null, text: part.text, size: 0, place };
        out.push({ kind: 'box', type: 'textbox', items: [words], place, owner: null, caption: own, hidden: false });
      }
    }
    return out.length > 0 || !caption ? out : [caption.box];
  }

  private caption(caption: Caption | null, place: Place | null, control: number): CaptionFlow | null {
    if (!caption) return null;
    return { before: caption.before, box: this.box('caption', caption.paragraphs, within(place, control, CAPTION_CELL)) };
  }

  private captionOnly(caption: Caption | null, place: Place | null, control: number): FlowItem[] {
    const flow = this.caption(caption, place, control);
    return flow ? [flow.box] : [];
  }
}

/** Gathers one paragraph: its text in pieces between the objects that stand in it. */
class LineBuilder {
  private readonly kind: Pick<TextFlow, 'type' | 'level'>;
  private readonly place: Place | null;
  private readonly size: number;
  private label: string;
  private readonly before: FlowItem[] = [];
  private readonly items: FlowItem[] = [];
  private readonly floats: FloatFlow[] = [];
  private owner: TextFlow | null = null;
  private text = '';
  /** True while the piece holds nothing but equations. */
  private onlyEquations = true;
  private held: FlowItem[] = [];

  constructor(kind: Pick<TextFlow, 'type' | 'level'>, label: string, size: number, place: Place | null) {
    this.kind = kind;
    this.size = size;
    this.label = label;
    this.place = place;
  }

  write(text: string): void {
    this.text += text;
    if (this.onlyEquations && text.trim() !== '') this.onlyEquations = false;
  }

  equation(script: string): void {
    this.text += script;
  }

  note(box: BoxFlow): void {
    this.held.push(box);
  }

  running(box: BoxFlow): void {
    this.before.push(box);
  }

  object(items: FlowItem[], position: Position): void {
    if (!position.inline) {
      for (const item of items) this.floats.push({ item, position });
      return;
    }
    for (const item of items) {
      // A picture in a line does not cut the sentence; a table or a text box does.
      if (item.kind === 'picture' && this.text.trim() !== '') this.held.push(item);
      else {
        this.flush();
        this.items.push(item);
      }
    }
  }

  finish(): Pick<ParagraphFlow, 'items' | 'floats'> {
    this.flush();
    for (const item of this.items) if (item.kind === 'box') item.owner = this.owner;
    for (const { item } of this.floats) if (item.kind === 'box') item.owner = this.owner;
    return { items: this.before.length === 0 ? this.items : [...this.before, ...this.items], floats: this.floats };
  }

  private flush(): void {
    if (this.text.trim() !== '') {
      const type = this.onlyEquations ? 'equation' : this.kind.type;
      const level = this.onlyEquations ? null : this.kind.level;
      const text = this.label === '' ? this.text : `${this.label} ${this.text}`;
      const flow: TextFlow = { kind: 'text', type, level, text, size: this.size, place: this.place };
      this.label = '';
      this.items.push(flow);
      this.owner ??= flow;
    }
    this.text = '';
    this.onlyEquations = true;
    if (this.held.length === 0) return;
    for (const item of this.held) this.items.push(item);
    this.held = [];
  }
}

/** The height of a line is that of its largest letters, unless an object stands in it. */
function sizeOf({ lines, items }: Paragraph): number {
  return lines && items.every((item) => typeof item === 'string' || !('position' in item)) ? lines.height / UNITS_PER_POINT : 0;
}

function within(place: Place | null, control: number, cell: number): ListPlace {
  if (!place || control < 0) return { section: place?.section ?? 0, inside: null, at: place };
  return { section: place.section, inside: { paragraph: place.paragraph, path: place.inside, control, cell }, at: null };
}

function placeIn(where: ListPlace, paragraph: number): Place | null {
  const { inside, section } = where;
  if (!inside) return where.at;
  return {
    section,
    paragraph: inside.paragraph,
    inside: [...inside.path, { control: inside.control, cell: inside.cell, paragraph }],
  };
}

/** A cell is found by its first paragraph that has text, else by its first. */
function placeOfText(where: ListPlace, paragraphs: readonly Paragraph[]): Place | null {
  const at = paragraphs.findIndex((paragraph) => paragraph.items.some((item) => typeof item === 'string' && item.trim() !== ''));
  return placeIn(where, Math.max(0, at));
}
