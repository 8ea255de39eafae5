import { tableText } from '../../table-text.ts';
import { type Item, type TextItem, textItem } from './items.ts';
import { treeOrBroken } from './notes.ts';
import { flattened } from './runs.ts';
import type { HeaderReference, Section } from './sections.ts';
import type { Story, WholeDocument } from './story.ts';

/** Headers and footers, each text once however many sections and parts repeat it. */
export class Headers {
  private readonly document: WholeDocument;
  private readonly mainPart: string;
  private readonly evenPages: boolean;
  private readonly story: (part: string) => Story;
  private readonly usedParts = new Set<string>();
  private readonly usedTexts = new Set<string>();

  constructor(document: WholeDocument, mainPart: string, evenPages: boolean, story: (part: string) => Story) {
    this.document = document;
    this.mainPart = mainPart;
    this.evenPages = evenPages;
    this.story = story;
  }

  of(section: Section): TextItem[] {
    const out: TextItem[] = [];
    for (const reference of section.references) {
      const name = reference.kind === 'header' ? '머리말' : '꼬리말';
      const part = this.document.package.partById(this.mainPart, reference.id);
      if (part === undefined) this.document.findings.brokenParts.add(name);
      if (part === undefined || this.usedParts.has(part)) continue;
      this.usedParts.add(part);
      const root = treeOrBroken(this.document.package, part, name, this.document.findings.brokenParts);
      if (!root) continue;
      const { text, attached } = oneText(this.story(part).readInside(root, part));
      const key = `${reference.kind}\0${text}`;
      if ((text.trim() === '' && attached.length === 0) || (text.trim() !== '' && this.usedTexts.has(key))) continue;
      this.usedTexts.add(key);
      // A header for first or even pages shows nowhere unless the section or the document asks for it.
      const hidden = (reference.pages === 'first' && !section.titlePage) || (reference.pages === 'even' && !this.evenPages);
      out.push(textItem(reference.kind, text, this.firstPage(reference, section), { attached, hidden }));
    }
    return out;
  }

  /** The first page of the section that shows it. */
  private firstPage(reference: HeaderReference, section: Section): number {
    let page = section.firstPage;
    if (reference.pages !== 'first' && section.titlePage) page++;
    if (this.evenPages && reference.pages === 'even' && page % 2 === 1) page++;
    if (this.evenPages && reference.pages === 'default' && page % 2 === 0) page++;
    return page > section.lastPage ? section.firstPage : page;
  }
}

/** A header is a strip of the page: its tables and text boxes are layout, so their text is the header's text. */
function oneText(items: readonly Item[]): { text: string; attached: Item[] } {
  const { text, attached } = flattened(items);
  const lines = text === '' ? [] : [text];
  const rest: Item[] = [];
  for (const item of attached) {
    if (item.kind === 'table') lines.push(tableText(item.table));
    else if (item.type === 'textbox' && !item.hidden) {
      if (item.text !== '') lines.push(item.text);
      rest.push(...item.attached);
    } else rest.push(item);
  }
  return { text: lines.filter((line) => line.trim() !== '').join('\n'), attached: rest };
}
