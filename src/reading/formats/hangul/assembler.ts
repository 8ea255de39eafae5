import type { ContentBuilder } from '../../content.ts';
import { emptyHints, type LayoutHints } from '../../paging/hints.ts';
import { Emitter } from './emitter.ts';
import type { FlowItem, ParagraphFlow } from './flow.ts';
import { FlowBuilder } from './flow-builder.ts';
import type { Definitions, PageSetup, Paragraph, SectionControl } from './model.ts';
import { bodyHeight, readingOrder } from './page-order.ts';

/** HWPUNIT to points. */
const POINT = 100;
const LINE = 1000;
/** A page holds fewer paragraphs; where no stored line tells pages apart, order is only looked for among this many. */
const PAGE_PARAGRAPHS = 400;
/** A page begins where lines jump up to its top, or far; by less than two centimetres it is only text set side by side. */
const STEP_BACK = 6000;

/**
 * The way from the neutral tree to content: section by section, paragraph by paragraph in file order. Only the paragraphs of
 * one page are held back, because floating objects move within it.
 */
export class Assembler {
  readonly hints: LayoutHints = emptyHints();
  private readonly flows: FlowBuilder;
  private readonly emitter: Emitter;
  private section = -1;
  private paragraphs = 0;
  private page: PageSetup | null = null;
  private columns = 1;
  private held: ParagraphFlow[] = [];
  /** Top of the last stored line on the page so far. */
  private reached: number | null = null;
  /** The last paragraph ran over the page's end: what follows is on the next. */
  private full = false;

  constructor(content: ContentBuilder, definitions: Definitions) {
    this.flows = new FlowBuilder(definitions);
    this.emitter = new Emitter(content);
  }

  beginSection(): void {
    this.turnPage();
    this.section++;
    this.paragraphs = 0;
    this.page = null;
    this.columns = 1;
    this.hints.sections.push({ width: null, height: null, columns: 1 });
  }

  paragraph(source: Paragraph): void {
    this.setup(source);
    const place = { section: this.section, paragraph: this.paragraphs++, inside: [] };
    const flow = this.flows.paragraph(source, place);
    this.hints.paragraphs.push({
      section: this.section,
      pageBreak: source.pageBreak,
      columnBreak: source.columnBreak,
      top: source.lines?.first ?? null,
      bottom: source.lines?.last ?? null,
      bottomHeight: source.lines?.lastHeight ?? 0,
      wraps: source.lines?.wraps ?? false,
      floating: flow.floats.length > 0,
    });
    if (this.startsPage(flow)) this.turnPage();
    // In columns a line's height on the page says nothing about what is read before it.
    this.held.push(this.columns > 1 && flow.items.length > 0 ? { ...flow, lines: null } : flow);
    if (flow.lines) this.reached = flow.lines.last;
    this.full = this.runsOver(flow);
  }

  finish(): void {
    this.turnPage();
    Object.assign(this.hints.stored, this.flows.stored);
  }

  /** Page, outline and columns of the section stand in its paragraphs. */
  private setup(source: Paragraph): void {
    for (const item of source.items) {
      if (typeof item === 'string') continue;
      if (item.kind === 'columns') this.columns = Math.max(1, item.count);
      else if (item.kind === 'section') this.useSection(item);
      else continue;
      const before = this.hints.sections[this.section]?.columns ?? 1;
      const hint = {
        width: points(this.page?.width),
        height: points(this.page?.height),
        columns: Math.max(before, this.columns),
      };
      this.hints.sections[this.section] = hint;
    }
  }

  private useSection(control: SectionControl): void {
    this.page = control.page;
    this.flows.useOutline(control.outline);
    const running: FlowItem[] = control.masterPages.map((paragraphs) =>
      this.flows.box('header', paragraphs, { section: this.section, inside: null, at: null }),
    );
    this.emitter.emit(running);
  }

  private startsPage(flow: ParagraphFlow): boolean {
    if (this.held.length === 0) return false;
    if (flow.pageBreak || this.full || this.held.length >= PAGE_PARAGRAPHS) return true;
    if (!flow.lines || this.reached === null) return false;
    const { first } = flow.lines;
    return first < this.reached - STEP_BACK || (first < LINE / 2 && first < this.reached);
  }

  /** Whether the page ends within this paragraph, or within an object that hangs from it. */
  private runsOver(flow: ParagraphFlow): boolean {
    if (!flow.lines) return false;
    if (flow.lines.wraps) return true;
    if (!this.page) return false;
    const end = bodyHeight(this.page) + LINE;
    const { first, height } = flow.lines;
    if (first + height > end) return true;
    return flow.floats.some(
      ({ position }) =>
        position.vertical.to === 'paragraph' && first + Math.max(0, position.vertical.offset) + position.height > end,
    );
  }

  private turnPage(): void {
    if (this.held.length > 0) this.emitter.emit(readingOrder(this.held, this.page));
    this.held = [];
    this.reached = null;
    this.full = false;
  }
}

function points(length: number | undefined): number | null {
  return length === undefined || length <= 0 ? null : Math.round(length) / POINT;
}
