import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { tableText } from '../../table-text.ts';
import type { Draft } from './draft.ts';
import { readDrawing } from './drawing.ts';
import { chartText, diagramText } from './graphics-text.ts';
import { type Item, type TextItem, textItem } from './items.ts';
import { isOn, unwrapped, valOf } from './markup.ts';
import { mathText } from './math.ts';
import { type Note, type NoteKind, treeOrBroken } from './notes.ts';
import type { Story } from './story.ts';
import type { ParagraphStyle } from './styles.ts';
import { symbolCharacter } from './symbol-fonts.ts';

/** Reads what stands in a paragraph into its draft: text, breaks, fields, notes, drawings. */
export class RunReader {
  private readonly story: Story;
  private readonly draft: Draft;
  private readonly style: ParagraphStyle;
  /** In a cell a page break cannot part the paragraph: the cell is one text. */
  private readonly mayPart: boolean;

  constructor(story: Story, draft: Draft, style: ParagraphStyle, mayPart: boolean) {
    this.story = story;
    this.draft = draft;
    this.style = style;
    this.mayPart = mayPart;
  }

  /** The content of a paragraph or of anything that stands in one. */
  inline(element: XmlElement): void {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      switch (child.name) {
        case 'r':
          this.run(child);
          break;
        case 'hyperlink':
          this.inline(child);
          break;
        case 'fldSimple':
          if (!this.story.fields.suppressed(child.attributes.instr ?? '')) this.inline(child);
          break;
        case 'del':
        case 'moveFrom':
          this.deleted(child);
          break;
        case 'oMath':
          this.add(mathText(child), false, 'math');
          break;
        case 'oMathPara':
          this.formulas(child);
          break;
        case 'subDoc':
          this.story.document.findings.includedFiles++;
          break;
        default: {
          if (child.name === 'ins' || child.name === 'moveTo') this.story.document.findings.trackedChanges = true;
          const inner = unwrapped(child);
          if (inner) this.inline(inner);
        }
      }
    }
  }

  private run(element: XmlElement): void {
    const properties = firstChild(element, 'rPr');
    this.runContent(element, this.vanishes(properties));
  }

  private runContent(element: XmlElement, hidden: boolean): void {
    for (const child of element.children) {
      if (typeof child === 'string') continue;
      switch (child.name) {
        case 't':
          this.add(textOf(child), hidden);
          break;
        case 'tab':
        case 'ptab':
          this.add('\t', hidden);
          break;
        case 'br':
          this.lineBreak(child, hidden);
          break;
        case 'cr':
          this.add('\n', hidden);
          break;
        case 'noBreakHyphen':
          this.add('-', hidden);
          break;
        case 'sym':
          this.symbol(child, hidden);
          break;
        case 'lastRenderedPageBreak':
          if (this.story.paginated) this.story.document.pages.mark();
          break;
        case 'fldChar':
          this.add(this.story.fields.character(child), hidden);
          break;
        case 'instrText':
          this.story.fields.instruction(textOf(child, true));
          break;
        case 'delText':
          this.story.document.findings.trackedChanges = true;
          break;
        case 'footnoteReference':
          this.note('footnote', child);
          break;
        case 'endnoteReference':
          this.note('endnote', child);
          break;
        case 'commentReference':
          this.note('memo', child);
          break;
        case 'drawing':
        case 'pict':
        case 'object':
          this.drawing(child);
          break;
        case 'ruby':
          this.ruby(child, hidden);
          break;
        case 'AlternateContent': {
          const inner = unwrapped(child);
          if (inner) this.runContent(inner, hidden);
          break;
        }
        default:
      }
    }
  }

  private add(text: string, hidden: boolean, from: 'text' | 'math' = 'text'): void {
    if (text === '' || !this.story.fields.visible) return;
    const { pages } = this.story.document;
    if (hidden) this.draft.hide(text, pages.page);
    else {
      this.draft.text(text, pages.page, from);
      if (this.story.paginated && text.trim() !== '') pages.content();
    }
  }

  private lineBreak(element: XmlElement, hidden: boolean): void {
    const type = element.attributes.type;
    if (type === 'page') {
      if (this.story.paginated) this.story.document.pages.break();
      if (this.mayPart) {
        this.draft.split();
        return;
      }
    }
    // A break for another page or column ends a line as well, unless nothing stands before it.
    if ((type === 'page' || type === 'column') && this.draft.current.text === '') return;
    this.add('\n', hidden);
  }

  /** Several formulas of one paragraph stand on lines of their own. */
  private formulas(element: XmlElement): void {
    for (const formula of childrenOf(element, 'oMath')) {
      const before = this.draft.current.text;
      if (before !== '' && !before.endsWith('\n')) this.add('\n', false, 'math');
      this.add(mathText(formula), false, 'math');
    }
  }

  private symbol(element: XmlElement, hidden: boolean): void {
    const code = element.attributes.char ?? '';
    if (/^[0-9a-f]{1,5}$/i.test(code)) this.add(symbolCharacter(Number.parseInt(code, 16), element.attributes.font), hidden);
  }

  /** The reading stands in brackets after the word, as a page without ruby shows it. */
  private ruby(element: XmlElement, hidden: boolean): void {
    const base = firstChild(element, 'rubyBase');
    const reading = firstChild(element, 'rt');
    if (base) this.inline(base);
    if (!reading) return;
    this.add('(', hidden);
    this.inline(reading);
    this.add(')', hidden);
  }

  private vanishes(properties: XmlElement | undefined): boolean {
    const own = properties && firstChild(properties, 'vanish');
    if (own) return isOn(own);
    const style = valOf(properties, 'rStyle');
    const byRunStyle = style === undefined ? undefined : this.story.document.styles.runVanish(style);
    // A toggle that both styles set is off again (17.7.3).
    return byRunStyle === undefined ? this.style.vanish : byRunStyle !== this.style.vanish;
  }

  private note(kind: NoteKind, reference: XmlElement): void {
    const note = this.story.document.notes.take(kind, reference.attributes.id);
    if (note) this.draft.attach(noteItem(note, this.story));
  }

  /** Deleted text is out, and so are the notes that it referred to. */
  private deleted(element: XmlElement): void {
    this.story.document.findings.trackedChanges = true;
    const { notes } = this.story.document;
    const visit = (parent: XmlElement): void => {
      for (const child of childrenOf(parent)) {
        const id = child.attributes.id;
        if (child.name === 'footnoteReference') notes.drop('footnote', id);
        else if (child.name === 'endnoteReference') notes.drop('endnote', id);
        else if (child.name === 'commentReference') notes.drop('memo', id);
        else visit(child);
      }
    };
    visit(element);
  }

  private drawing(element: XmlElement): void {
    if (!this.story.fields.visible) return;
    const { document, part, paginated } = this.story;
    const { page } = document.pages;
    const drawn = readDrawing(element);
    if (paginated && (drawn.picture || drawn.boxes.length > 0)) document.pages.content();
    if (drawn.embedded) document.findings.embeddedObjects++;
    for (const box of drawn.boxes) for (const item of boxItems(this.story.readInside(box, part), page)) this.draft.attach(item);
    if (drawn.lines.length > 0) this.draft.attach(textItem('textbox', drawn.lines.join('\n'), page));
    const diagram = this.related(drawn.diagram, '도형(SmartArt)', diagramText);
    if (diagram) this.draft.attach(textItem('textbox', diagram, page));
    const chart = this.related(drawn.chart, '차트', chartText);
    const described = drawn.boxes.length === 0 && drawn.description !== '';
    if (!drawn.picture && !described) return;
    const text = [drawn.description, chart ?? ''].filter((line) => line !== '').join('\n');
    this.draft.attach(textItem('image', text, page));
  }

  private related(id: string | undefined, name: string, read: (root: XmlElement) => string): string | undefined {
    const { document, part } = this.story;
    const target = id === undefined ? undefined : document.package.partById(part, id);
    const root = target === undefined ? undefined : treeOrBroken(document.package, target, name, document.findings.brokenParts);
    return root && read(root);
  }
}

/** A note or memo with all its paragraphs as one text. */
export function noteItem(note: Note, story: Story, hidden = false): TextItem {
  const inside = flattened(story.readInside(note.element, note.part));
  // The blank before it only keeps it off its reference mark.
  const text = inside.text.replace(/^[ \t]+/, '');
  return textItem(note.kind, text, story.document.pages.page, { attached: inside.attached, hidden });
}

/** Items as one text, in order; what hangs on them hangs on the whole. */
export function flattened(items: readonly Item[]): { text: string; attached: Item[] } {
  const lines: string[] = [];
  const attached: Item[] = [];
  for (const item of items) {
    const text = item.kind === 'table' ? tableText(item.table) : item.text;
    if (item.kind === 'text' && item.hidden) attached.push(item);
    else {
      if (text.trim() !== '') lines.push(text);
      attached.push(...item.attached);
    }
  }
  return { text: lines.join('\n'), attached };
}

/** A text box is one text; a table in it is a table of its own and parts the text. */
function boxItems(items: readonly Item[], page: number): Item[] {
  const out: Item[] = [];
  let run: Item[] = [];
  const end = (): void => {
    const { text, attached } = flattened(run);
    if (text !== '' || attached.length > 0) out.push(textItem('textbox', text, page, { attached }));
    run = [];
  };
  for (const item of items) {
    if (item.kind === 'text') run.push(item);
    else {
      end();
      out.push(item);
    }
  }
  end();
  return out;
}

/** Without xml:space="preserve" white space at the ends is layout of the XML, as Word takes it. */
function textOf(element: XmlElement, keep = false): string {
  let out = '';
  for (const child of element.children) if (typeof child === 'string') out += child;
  if (keep || element.attributes.space === 'preserve') return out;
  let start = 0;
  let end = out.length;
  while (start < end && isXmlSpace(out.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(out.charCodeAt(end - 1))) end--;
  return out.slice(start, end);
}

function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
