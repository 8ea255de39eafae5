import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import type {
  Box,
  Caption,
  DrawingControl,
  DrawingPart,
  EquationControl,
  Position,
  TableCell,
  TableControl,
} from '../hangul/model.ts';
import { number, signed, withoutControls } from './attributes.ts';
import type { ReadingState } from './reading-state.ts';

const PICTURES = new Set(['pic', 'ole', 'chart', 'video']);
export const DRAWINGS = new Set([
  ...PICTURES,
  'rect',
  'ellipse',
  'arc',
  'polygon',
  'curve',
  'line',
  'connectLine',
  'container',
  'textart',
]);

export function table(tbl: XmlElement, index: number, state: ReadingState): TableControl {
  const cells: TableCell[] = [];
  const rows = childrenOf(tbl, 'tr');
  for (const [at, tr] of rows.entries()) {
    let next = 0;
    for (const tc of childrenOf(tr, 'tc')) {
      const address = firstChild(tc, 'cellAddr')?.attributes;
      const span = firstChild(tc, 'cellSpan')?.attributes;
      const col = Math.max(0, number(address?.colAddr, next));
      const colSpan = Math.max(1, number(span?.colSpan, 1));
      next = col + colSpan;
      cells.push({
        row: Math.max(0, number(address?.rowAddr, at)),
        col,
        rowSpan: Math.max(1, number(span?.rowSpan, 1)),
        colSpan,
        header: tc.attributes.header === '1',
        paragraphs: state.list(tc),
      });
    }
  }
  return {
    kind: 'table',
    index,
    rows: Math.max(0, number(tbl.attributes.rowCnt, rows.length)),
    cols: Math.max(0, number(tbl.attributes.colCnt)),
    cells,
    caption: caption(tbl, state),
    position: position(tbl),
  };
}

export function drawing(element: XmlElement, index: number, state: ReadingState): DrawingControl {
  const parts: DrawingPart[] = [];
  gatherParts(element, { x: 0, y: 0 }, parts, state);
  return { kind: 'drawing', index, parts, caption: caption(element, state), position: position(element) };
}

export function equation(element: XmlElement, index: number, state: ReadingState): EquationControl {
  const script =
    firstChild(element, 'script')
      ?.children.filter((child) => typeof child === 'string')
      .join('') ?? '';
  return {
    kind: 'equation',
    index,
    script: withoutControls(script).trim(),
    caption: caption(element, state),
    position: position(element),
  };
}

/** Text and pictures of a shape; a group's members with their places in the group. */
function gatherParts(element: XmlElement, origin: { x: number; y: number }, parts: DrawingPart[], state: ReadingState): void {
  const box = boxOf(element, origin);
  if (PICTURES.has(element.name)) parts.push({ kind: 'picture', alt: altText(element), box });
  else if (element.name === 'textart') {
    // Line ends in the attribute are written with the signs for them.
    const text = withoutControls((element.attributes.text ?? '').replace(/␍?␊|\r\n?/g, '\n'));
    if (text.trim() !== '') parts.push({ kind: 'words', text, box });
  }
  const drawText = firstChild(element, 'drawText');
  if (drawText) parts.push({ kind: 'text', paragraphs: state.list(drawText), box });
  if (element.name !== 'container') return;
  for (const child of childrenOf(element)) if (DRAWINGS.has(child.name)) gatherParts(child, box, parts, state);
}

function boxOf(element: XmlElement, origin: { x: number; y: number }): Box {
  const offset = firstChild(element, 'offset')?.attributes;
  const sizes = ['curSz', 'orgSz', 'sz'].map((name) => firstChild(element, name)?.attributes);
  // A current size of 0 stands for a shape that was never resized.
  const size = (side: 'width' | 'height') => sizes.map((each) => number(each?.[side])).find((length) => length > 0) ?? 0;
  return {
    x: origin.x + signed(offset?.x),
    y: origin.y + signed(offset?.y),
    width: size('width'),
    height: size('height'),
  };
}

/** A description that a person wrote: not the sentence that the word processor puts there by itself. */
function altText(element: XmlElement): string {
  const comment = firstChild(element, 'shapeComment');
  const text = withoutControls(comment?.children.filter((child) => typeof child === 'string').join('') ?? '').trim();
  return /^(?:그림|묶음 개체|OLE 개체|차트|동영상)입니다\.|^This\sis\s/.test(text) ? '' : text;
}

function caption(element: XmlElement, state: ReadingState): Caption | null {
  const found = firstChild(element, 'caption');
  if (!found) return null;
  return { before: found.attributes.side === 'TOP' || found.attributes.side === 'LEFT', paragraphs: state.list(found) };
}

const ALIGN: Readonly<Record<string, Position['vertical']['align']>> = {
  CENTER: 'center',
  BOTTOM: 'end',
  RIGHT: 'end',
  OUTSIDE: 'end',
};
const VERTICAL: Readonly<Record<string, Position['vertical']['to']>> = { PAPER: 'paper', PAGE: 'page' };
const HORIZONTAL: Readonly<Record<string, Position['horizontal']['to']>> = { PAPER: 'paper', PAGE: 'page', COLUMN: 'column' };

function position(element: XmlElement): Position {
  const pos = firstChild(element, 'pos')?.attributes;
  const size = firstChild(element, 'sz')?.attributes;
  return {
    // Without a position it stands where it is written.
    inline: !pos || pos.treatAsChar === '1',
    vertical: {
      to: VERTICAL[pos?.vertRelTo ?? ''] ?? 'paragraph',
      align: ALIGN[pos?.vertAlign ?? ''] ?? 'start',
      offset: signed(pos?.vertOffset),
    },
    horizontal: {
      to: HORIZONTAL[pos?.horzRelTo ?? ''] ?? 'paragraph',
      align: ALIGN[pos?.horzAlign ?? ''] ?? 'start',
      offset: signed(pos?.horzOffset),
    },
    width: number(size?.width),
    height: number(size?.height),
  };
}
