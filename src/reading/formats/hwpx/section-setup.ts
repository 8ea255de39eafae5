import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import type { ColumnsControl, PageSetup, SectionControl } from '../hangul/model.ts';
import { number } from './attributes.ts';
import type { ReadingState } from './reading-state.ts';

/** hp:secPr: the sheet, the numbering of outlines, the master pages. */
export function sectionSetup(secPr: XmlElement, state: ReadingState): SectionControl {
  return {
    kind: 'section',
    page: pageSetup(firstChild(secPr, 'pagePr')),
    outline: number(secPr.attributes.outlineShapeIDRef),
    masterPages: childrenOf(secPr, 'masterPage').map((page) => state.masterPage(page.attributes.idRef ?? '')),
  };
}

function pageSetup(pagePr: XmlElement | undefined): PageSetup | null {
  if (!pagePr) return null;
  const upright = { width: number(pagePr.attributes.width), height: number(pagePr.attributes.height) };
  if (upright.width <= 0 || upright.height <= 0) return null;
  // NARROWLY is landscape: the sheet's size is stored upright and turned for printing.
  const turned = pagePr.attributes.landscape === 'NARROWLY';
  const margin = firstChild(pagePr, 'margin')?.attributes ?? {};
  return {
    width: turned ? upright.height : upright.width,
    height: turned ? upright.width : upright.height,
    left: number(margin.left),
    right: number(margin.right),
    top: number(margin.top) + number(margin.header),
    bottom: number(margin.bottom) + number(margin.footer),
  };
}

export function columns(colPr: XmlElement): ColumnsControl {
  return { kind: 'columns', count: Math.max(1, number(colPr.attributes.colCount, 1)) };
}
