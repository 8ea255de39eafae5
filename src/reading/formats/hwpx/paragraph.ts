import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { standsOver } from '../../paging/hints.ts';
import type { Control, Paragraph, StoredLines } from '../hangul/model.ts';
import { formatNumber } from '../hangul/number-format.ts';
import { number, signed, withoutControls } from './attributes.ts';
import { numberFormat } from './head.ts';
import { DRAWINGS, drawing, equation, table } from './objects.ts';
import type { ReadingState } from './reading-state.ts';
import { columns, sectionSetup } from './section-setup.ts';
import type { TrackedChanges } from './tracked-changes.ts';

type Item = string | Control;

/** Children of hp:ctrl that the layout engine counts as controls. */
const COUNTED = new Set([
  'colPr',
  'header',
  'footer',
  'footNote',
  'endNote',
  'autoNum',
  'hiddenComment',
  'indexmark',
  'fieldBegin',
  'pageHiding',
  'pageNumCtrl',
  'pageNum',
  'bookmark',
  'newNum',
]);
const FORM_OBJECTS = new Set(['btn', 'checkBtn', 'radioBtn', 'comboBox', 'edit', 'listBox', 'scrollBar']);
/** Objects of a run that the engine does not know, and so does not count. */
const UNCOUNTED = new Set(['textart', 'video', 'listBox', 'scrollBar']);

/** An hp:p with everything in it. */
export function readParagraph(p: XmlElement, state: ReadingState): Paragraph {
  const items: Item[] = [];
  const run = new RunReader(items, state);
  let lines: StoredLines | null = null;
  for (const child of childrenOf(p)) {
    if (child.name === 'run') for (const part of childrenOf(child)) run.read(part);
    else if (child.name === 'linesegarray') lines = storedLines(child);
  }
  state.tracked.endParagraph();
  const { paraPrIDRef, styleIDRef, pageBreak, columnBreak } = p.attributes;
  return {
    shape: number(paraPrIDRef, -1),
    style: number(styleIDRef, -1),
    pageBreak: pageBreak === '1',
    columnBreak: columnBreak === '1',
    lines,
    items,
  };
}

export function readingState(tracked: TrackedChanges, masterPage: ReadingState['masterPage']): ReadingState {
  const state: ReadingState = {
    tracked,
    masterPage,
    list(holder) {
      const list = firstChild(holder, 'subList') ?? holder;
      return childrenOf(list, 'p').map((p) => readParagraph(p, state));
    },
  };
  return state;
}

class RunReader {
  private readonly items: Item[];
  private readonly state: ReadingState;
  private index = 0;

  constructor(items: Item[], state: ReadingState) {
    this.items = items;
    this.state = state;
  }

  read(element: XmlElement): void {
    const { name } = element;
    if (name === 't') this.text(element);
    else if (name === 'ctrl') for (const child of childrenOf(element)) this.control(child);
    else if (name === 'secPr') this.section(element);
    else if (name === 'switch') this.chosen(element);
    else if (!this.state.tracked.mark(name, element.attributes.Id ?? ''))
      this.object(element, UNCOUNTED.has(name) ? -1 : this.index);
  }

  private push(item: Item | null): void {
    if (item !== null && item !== '' && !this.state.tracked.deleting) this.items.push(item);
  }

  private text(t: XmlElement): void {
    for (const part of t.children) {
      if (typeof part === 'string') this.push(withoutControls(part));
      else if (!this.state.tracked.mark(part.name, part.attributes.Id ?? '')) this.push(CHARACTERS[part.name] ?? '');
    }
  }

  private section(secPr: XmlElement): void {
    this.index++;
    this.items.push(sectionSetup(secPr, this.state));
    const inner = firstChild(secPr, 'colPr');
    if (inner) {
      this.index++;
      this.items.push(columns(inner));
    }
  }

  private control(element: XmlElement): void {
    const { name, attributes } = element;
    if (this.state.tracked.mark(name, attributes.Id ?? '')) return;
    const empty = name === 'hiddenComment' && element.children.length === 0;
    const index = COUNTED.has(name) && !empty ? this.index++ : -1;
    switch (name) {
      case 'colPr':
        this.items.push(columns(element));
        break;
      case 'header':
      case 'footer':
        this.push({ kind: name, index, paragraphs: this.state.list(element) });
        break;
      case 'footNote':
      case 'endNote':
        this.push({ kind: name === 'footNote' ? 'footnote' : 'endnote', index, paragraphs: this.state.list(element) });
        break;
      case 'hiddenComment':
        this.push({ kind: 'memo', index, hidden: true, paragraphs: this.state.list(element) });
        break;
      case 'fieldBegin':
        // Of all fields only a memo has its text inside; the others' text stands in the runs that follow.
        if (attributes.type === 'MEMO' && firstChild(element, 'subList')) {
          this.push({ kind: 'memo', index, hidden: false, paragraphs: this.state.list(element) });
        }
        break;
      case 'autoNum':
        this.push(captionNumber(element));
        break;
    }
  }

  /** hp:switch holds one thing in several wordings: the default is the one that every reader understands. */
  private chosen(element: XmlElement): void {
    const options = childrenOf(element).filter((option) => childrenOf(option).length > 0);
    const option = options.find(({ name }) => name === 'default') ?? options[0];
    const before = this.index;
    if (option) for (const child of childrenOf(option)) this.read(child);
    this.index = before + 1;
  }

  private object(element: XmlElement, index: number): void {
    const { name } = element;
    let item: Item | null = null;
    if (name === 'tbl') item = table(element, index, this.state);
    else if (DRAWINGS.has(name)) item = drawing(element, index, this.state);
    else if (name === 'equation') item = equation(element, index, this.state);
    else if (name === 'compose') item = withoutControls(element.attributes.composeText ?? '');
    else if (name === 'dutmal') item = besideText(element);
    else if (FORM_OBJECTS.has(name)) item = formText(element);
    else return;
    if (index >= 0) this.index++;
    this.push(item);
  }
}

/** Elements inside hp:t that stand for a character. */
const CHARACTERS: Readonly<Record<string, string>> = {
  lineBreak: '\n',
  tab: '\t',
  nbSpace: ' ',
  fwSpace: ' ',
  hyphen: '-',
  // Hancom writes it so.
  hypen: '-',
};

/** Numbers of tables, pictures and equations are part of their captions; those of notes and pages are marks, not text. */
function captionNumber(autoNum: XmlElement): string {
  const { num, numType } = autoNum.attributes;
  if (numType !== 'TABLE' && numType !== 'PICTURE' && numType !== 'EQUATION' && numType !== 'FIGURE') return '';
  const format = firstChild(autoNum, 'autoNumFormat')?.attributes ?? {};
  return (format.prefixChar ?? '') + formatNumber(number(num, 1), numberFormat(format.type)) + (format.suffixChar ?? '');
}

/** Text with a gloss above or below it. */
function besideText(dutmal: XmlElement): string {
  const main = textIn(firstChild(dutmal, 'mainText'));
  const sub = textIn(firstChild(dutmal, 'subText'));
  return sub === '' ? main : `${main}(${sub})`;
}

/** What a form control shows. The tick of a box is often all that a form says, so it is written as a sign. */
function formText(element: XmlElement): string {
  const { caption, value, selectedValue } = element.attributes;
  // An ampersand that is to be seen is written twice in captions.
  const label = withoutControls(caption ?? '').replaceAll('&&', '&');
  switch (element.name) {
    case 'checkBtn':
      return `${value === 'CHECKED' ? '☑' : '☐'} ${label}`;
    case 'radioBtn':
      return `${value === 'CHECKED' ? '◉' : '○'} ${label}`;
    case 'edit':
      return textIn(firstChild(element, 'text'));
    case 'comboBox':
    case 'listBox': {
      if (selectedValue) return withoutControls(selectedValue);
      const choices = childrenOf(element, 'listItem').map((item) => item.attributes.displayText ?? item.attributes.value ?? '');
      return withoutControls(choices.filter((choice) => choice !== '').join(', '));
    }
    default:
      return label;
  }
}

function textIn(element: XmlElement | undefined): string {
  if (!element) return '';
  return withoutControls(element.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join(''));
}

function storedLines(array: XmlElement): StoredLines | null {
  let first: number | null = null;
  let last = 0;
  let height = 0;
  let lastHeight = 0;
  let sized = false;
  let wraps = false;
  for (const { attributes } of childrenOf(array, 'lineseg')) {
    const top = signed(attributes.vertpos);
    const size = number(attributes.vertsize);
    if (size > 0) sized = true;
    if (first === null) {
      first = top;
      height = size;
    } else if (standsOver(top, last, lastHeight)) wraps = true;
    last = top;
    lastHeight = size;
  }
  // Lines of no height are filled in by generators that lay nothing out.
  return first === null || !sized ? null : { first, last, height, lastHeight, wraps };
}
