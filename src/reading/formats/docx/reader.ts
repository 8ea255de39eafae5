import { firstChild, forEachSubtree, type XmlElement } from '../../container/xml.ts';
import { openZip } from '../../container/zip.ts';
import { type Content, ContentBuilder } from '../../content.ts';
import { Unreadable } from '../../unreadable.ts';
import type { ReadContext, Reader } from '../reader.ts';
import { tableCaptions } from './captions.ts';
import { Emitter } from './emit.ts';
import { Fields } from './fields.ts';
import { BlockFlow } from './flow.ts';
import { Headers } from './headers.ts';
import type { Item } from './items.ts';
import { isOn, wholeNumber } from './markup.ts';
import { Notes, treeOrBroken } from './notes.ts';
import { Numbering, NumberingCounters } from './numbering.ts';
import { DocxPackage } from './package.ts';
import { PageCounter } from './pages.ts';
import { noteItem } from './runs.ts';
import { closeSection, newSection, pageSizes, type Section, sectionKinds } from './sections.ts';
import type { Story, WholeDocument } from './story.ts';
import { Styles } from './styles.ts';
import { warnAboutDocument } from './warnings.ts';

export const docxReader: Reader = {
  format: 'docx',
  async read(bytes: Buffer, context: ReadContext): Promise<Content> {
    const opened = new DocxPackage(await openZip(bytes, context.budget), context.budget);
    return readDocument(opened, context);
  },
};

function readDocument(from: DocxPackage, context: ReadContext): Content {
  const mainPart = from.mainPart();
  const findings: WholeDocument['findings'] = {
    trackedChanges: false,
    includedFiles: 0,
    embeddedObjects: 0,
    uncertainNumbers: 0,
    brokenParts: new Set(),
  };
  const side = (kind: string, name: string): XmlElement | undefined => {
    const part = from.relatedPart(mainPart, kind);
    return part === undefined ? undefined : treeOrBroken(from, part, name, findings.brokenParts);
  };
  const styles = new Styles(side('styles', '스타일'));
  const document: WholeDocument = {
    package: from,
    styles,
    numbering: new Numbering(side('numbering', '번호 매기기'), styles),
    notes: new Notes(from, mainPart, findings.brokenParts),
    findings,
    pages: new PageCounter(),
  };
  const settings = side('settings', '설정');
  const evenPages = settings !== undefined && isOn(firstChild(settings, 'evenAndOddHeaders'));

  const sections = readBody(document, mainPart);
  const orphans = document.notes.left().map((note) => noteItem(note, insideStory(document, note.part, true), true));

  const builder = new ContentBuilder('docx', context.budget);
  const emitter = new Emitter(builder, tableCaptions(sections.flatMap((section) => section.items)));
  const headers = new Headers(document, mainPart, evenPages, (part) => insideStory(document, part, false));
  for (const section of sections) {
    for (const item of [...headers.of(section), ...section.items]) emitter.emit(item);
  }
  for (const note of orphans) emitter.emit(note);
  // A document whose only text stood in parts that are damaged is not an empty one.
  if (findings.brokenParts.size > 0 && !builder.blocks.some((block) => block.text.trim() !== ''))
    throw new Unreadable('CORRUPTED');
  builder.pages.push(...pageSizes(sections, document.pages.page));
  warnAboutDocument(builder, document, emitter, statedPages(from));
  return builder;
}

/** Body blocks are read one by one, so that a long document is never held as one tree. */
function readBody(document: WholeDocument, mainPart: string): Section[] {
  const source = document.package.source(mainPart);
  const kinds = sectionKinds(source);
  const { pages } = document;
  let section = newSection(1, true);
  const sections = [section];
  let closed = false;
  const story: Story = {
    ...insideStory(document, mainPart, true),
    counters: new NumberingCounters(document.numbering),
    paginated: true,
    endSection(properties) {
      closeSection(section, properties, pages.page);
      closed = true;
      const kind = kinds[sections.length];
      if (kind === undefined) return;
      const inBreak = pages.endsInBreak();
      pages.endParagraph();
      pages.section(kind, inBreak);
      section = newSection(pages.page, pages.atTop());
      sections.push(section);
      closed = false;
    },
  };
  const flow = new BlockFlow(story, true);
  let body = false;
  forEachSubtree(
    source,
    (name, _attributes, parents) => {
      if (parents.length === 1 && parents[0] === 'document' && name === 'body') body = true;
      return parents[1] === 'body' && !BODY_WRAPPERS.has(name);
    },
    (element) => flow.push(element, section.items),
    document.package.budget,
  );
  if (!body) throw new Unreadable('CORRUPTED');
  flow.end(section.items);
  story.fields.endStory();
  if (story.fields.unclosed) document.findings.brokenParts.add('필드');
  if (!closed) section.lastPage = pages.page;
  return sections;
}

/** Wrappers of whole stretches of the body: they are looked into, not built as one tree. */
const BODY_WRAPPERS = new Set(['sdt', 'sdtContent', 'customXml']);

/** The story of a note, a header or a text box; lists of one part count on from each other. */
function insideStory(document: WholeDocument, part: string, pageNumbersAreText: boolean): Story {
  const counters = new Map<string, NumberingCounters>();
  const storyOf = (of: string): Story => {
    let counting = counters.get(of);
    if (!counting) {
      counting = new NumberingCounters(document.numbering);
      counters.set(of, counting);
    }
    return {
      document,
      part: of,
      fields: new Fields(pageNumbersAreText),
      counters: counting,
      paginated: false,
      readInside: (content: XmlElement, inside: string): Item[] => BlockFlow.readAll(content, storyOf(inside), false),
    };
  };
  return storyOf(part);
}

/** The page count that the program which laid the document out left in its properties. */
function statedPages(from: DocxPackage): number | undefined {
  const part = from.relatedPart('', 'extended-properties') ?? from.relatedPart('', 'extendedProperties');
  if (part === undefined) return undefined;
  const root = treeOrBroken(from, part, '문서 속성', new Set());
  const pages = root && firstChild(root, 'Pages');
  return wholeNumber(pages?.children.filter((child) => typeof child === 'string').join(''), 1);
}
