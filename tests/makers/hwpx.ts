import { type MadeEntry, makeZip } from './zip.ts';

const NAMESPACES =
  'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" ' +
  'xmlns:hc="http://www.hancom.co.kr/hwpml/2011/core" xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head" ' +
  'xmlns:hpf="http://www.hancom.co.kr/schema/2011/hpf" xmlns:opf="http://www.idpf.org/2007/opf/"';

export interface MadeHwpx {
  /** Paragraphs of section0, section1 …, as XML. */
  sections: string[];
  /** Inside hh:refList of header.xml. */
  head?: string;
  /** Section numbers in the order of the spine; the order of the files when left out, no content.hpf at all when null. */
  spine?: number[] | null;
  /** Name in the package → XML of the part, beside or in place of the usual ones. */
  parts?: Record<string, string>;
  /** Writes a path as the writer of the package would. */
  rename?: (name: string) => string;
}

/** A package with what the reader looks at and nothing else. */
export function makeHwpx({ sections, head = '', spine, parts = {}, rename = (name) => name }: MadeHwpx): Buffer {
  const all = new Map<string, string>([['mimetype', 'application/hwp+zip']]);
  all.set('Contents/header.xml', `<hh:head ${NAMESPACES}><hh:refList>${head}</hh:refList></hh:head>`);
  sections.forEach((xml, i) => {
    all.set(`Contents/section${i}.xml`, `<hs:sec ${NAMESPACES}>${xml}</hs:sec>`);
  });
  if (spine !== null) {
    const order = spine ?? sections.map((_, i) => i);
    const items = sections
      .map((_, i) => `<opf:item id="section${i}" href="Contents/section${i}.xml" media-type="application/xml"/>`)
      .join('');
    const refs = order.map((i) => `<opf:itemref idref="section${i}"/>`).join('');
    const manifest = `<opf:manifest><opf:item id="header" href="Contents/header.xml"/>${items}</opf:manifest>`;
    all.set('Contents/content.hpf', `<opf:package ${NAMESPACES}>${manifest}<opf:spine>${refs}</opf:spine></opf:package>`);
  }
  for (const [name, xml] of Object.entries(parts)) all.set(name, xml);
  return makeZip([...all].map(([name, data]): MadeEntry => ({ name: rename(name), data })));
}

/** hp:p with one run; `inside` is the XML of the run. */
export function p(inside: string, attributes = '', lines = ''): string {
  const pageBreak = attributes.includes('pageBreak') ? '' : 'pageBreak="0"';
  return `<hp:p paraPrIDRef="0" styleIDRef="0" ${pageBreak} columnBreak="0" ${attributes}><hp:run charPrIDRef="0">${inside}</hp:run>${lines}</hp:p>`;
}

export function t(text: string): string {
  return `<hp:t>${text}</hp:t>`;
}

/** One stored line. */
export function line(top: number, height = 1000): string {
  return `<hp:linesegarray><hp:lineseg textpos="0" vertpos="${top}" vertsize="${height}" textheight="${height}"/></hp:linesegarray>`;
}

export function subList(...paragraphs: string[]): string {
  return `<hp:subList>${paragraphs.join('')}</hp:subList>`;
}

/** The section's page: A4 with the body from 10,000 to 74,188. */
export const SECTION =
  '<hp:secPr outlineShapeIDRef="1"><hp:pagePr landscape="WIDELY" width="59528" height="84188"><hp:margin header="0" footer="0" left="8504" right="8504" top="10000" bottom="10000"/></hp:pagePr></hp:secPr>';

export interface MadeCell {
  row: number;
  col: number;
  rowSpan?: number;
  colSpan?: number;
  header?: boolean;
  inside: string;
}

/** hp:tbl; `position` is the XML of hp:sz and hp:pos, set in the line when left out. */
export function tbl(rows: number, cols: number, cells: MadeCell[], position = inline(), more = ''): string {
  const tcs = cells.map(
    ({ row, col, rowSpan = 1, colSpan = 1, header = false, inside }) =>
      `<hp:tc header="${header ? 1 : 0}">${subList(inside)}<hp:cellAddr colAddr="${col}" rowAddr="${row}"/><hp:cellSpan colSpan="${colSpan}" rowSpan="${rowSpan}"/></hp:tc>`,
  );
  return `<hp:tbl rowCnt="${rows}" colCnt="${cols}">${position}${more}<hp:tr>${tcs.join('')}</hp:tr></hp:tbl>`;
}

export function inline(): string {
  return '<hp:pos treatAsChar="1"/>';
}

export function floating(at: {
  to?: 'PARA' | 'PAGE' | 'PAPER';
  align?: string;
  offset?: number;
  x?: number;
  width?: number;
  height?: number;
}): string {
  const { to = 'PARA', align = 'TOP', offset = 0, x = 0, width = 40000, height = 5000 } = at;
  return `<hp:sz width="${width}" height="${height}"/><hp:pos treatAsChar="0" vertRelTo="${to}" vertAlign="${align}" vertOffset="${offset}" horzRelTo="COLUMN" horzAlign="LEFT" horzOffset="${x}"/>`;
}

export function box(paragraphs: string, position = inline(), more = ''): string {
  return `<hp:rect>${position}${more}<hp:drawText>${subList(paragraphs)}</hp:drawText></hp:rect>`;
}
