import type { Page } from '../../../model/geometry.ts';
import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import type { Item } from './items.ts';
import { isOn, pointsOf } from './markup.ts';

export interface HeaderReference {
  readonly kind: 'header' | 'footer';
  /** `default`, `first` or `even`. */
  readonly pages: string;
  readonly id: string | undefined;
}

/** A section of the body: its text, and what its properties (which stand at its end) say about its pages. */
export interface Section {
  readonly items: Item[];
  readonly firstPage: number;
  /** Whether it begins at the top of a page, so that the page has its size. */
  readonly ownPage: boolean;
  lastPage: number;
  size: Page;
  references: HeaderReference[];
  /** Its first page has headers of its own. */
  titlePage: boolean;
}

export function newSection(firstPage: number, ownPage: boolean): Section {
  return {
    items: [],
    firstPage,
    ownPage,
    lastPage: firstPage,
    size: { width: null, height: null, unit: null },
    references: [],
    titlePage: false,
  };
}

export function closeSection(section: Section, properties: XmlElement, lastPage: number): void {
  section.lastPage = lastPage;
  section.titlePage = isOn(firstChild(properties, 'titlePg'));
  const size = firstChild(properties, 'pgSz');
  const width = pointsOf(size?.attributes.w);
  const height = pointsOf(size?.attributes.h);
  if (width !== null && height !== null) section.size = { width, height, unit: 'pt' };
  for (const reference of childrenOf(properties)) {
    const kind = reference.name === 'headerReference' ? 'header' : reference.name === 'footerReference' ? 'footer' : undefined;
    if (kind) section.references.push({ kind, pages: reference.attributes.type ?? 'default', id: reference.attributes.id });
  }
}

/** The sizes of pages 1 to `count`: a page has the size of the section that stands at its top. */
export function pageSizes(sections: readonly Section[], count: number): Page[] {
  const out: Page[] = [];
  let current = 0;
  for (let page = 1; page <= count; page++) {
    for (let next = current + 1; next < sections.length; next++) {
      const section = sections[next] as Section;
      if (section.firstPage < page || (section.firstPage === page && section.ownPage)) current = next;
      else break;
    }
    out.push(sections[current]?.size ?? { width: null, height: null, unit: null });
  }
  return out;
}

const SECTION_TAG = /<(\/?)(?:[\w.-]+:)?(sectPr(?:Change)?|type)(?=[\s/>])([^>]{0,400})>/g;

/**
 * How each section begins, in order. A section's properties stand at its end, but whether it begins on a new page must be
 * known where it begins: so they are looked up in the source before the body is read.
 */
export function sectionKinds(source: string): string[] {
  const out: string[] = [];
  let inside = 0;
  let changed = 0;
  for (const [, closing, name, rest] of source.matchAll(SECTION_TAG)) {
    const empty = rest?.endsWith('/') ?? false;
    if (name === 'sectPrChange') {
      if (!empty) changed += closing ? -1 : 1;
    } else if (changed > 0) {
      // The properties before a tracked change say how the section began once.
    } else if (name === 'sectPr') {
      if (!closing) out.push('nextPage');
      if (!empty) inside += closing ? -1 : 1;
    } else if (inside > 0 && !closing) {
      const value = /\bval\s*=\s*["'](\w+)["']/.exec(rest ?? '')?.[1];
      if (value) out[out.length - 1] = value;
    }
  }
  return out;
}
