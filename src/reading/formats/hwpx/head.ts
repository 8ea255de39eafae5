import type { Budget } from '../../container/budget.ts';
import { parseXml } from '../../container/xml.ts';
import {
  type Bullet,
  type Definitions,
  NUMBER_FORMATS,
  type NumberFormat,
  type Numbering,
  type NumberingLevel,
  type ParagraphShape,
  type StyleNames,
} from '../hangul/model.ts';
import { number } from './attributes.ts';

export interface Head extends Definitions {
  /** The document holds insertions or deletions that nobody accepted yet. */
  readonly tracked: boolean;
}

export const EMPTY_HEAD: Head = {
  shapes: new Map(),
  styles: new Map(),
  numberings: new Map(),
  bullets: new Map(),
  tracked: false,
};

const HEADINGS: Readonly<Record<string, ParagraphShape['heading']>> = { OUTLINE: 'outline', NUMBER: 'number', BULLET: 'bullet' };

/** header.xml. Throws Unreadable. */
export function readHead(source: string, budget: Budget): Head {
  const shapes = new Map<number, ParagraphShape>();
  const styles = new Map<number, StyleNames>();
  const numberings = new Map<number, Numbering>();
  const bullets = new Map<number, Bullet>();
  let tracked = false;
  let shape: { id: number; checked: boolean } | null = null;
  let levels: NumberingLevel[] | null = null;
  let level: { at: number; start: number; format: NumberFormat; pattern: string } | null = null;

  parseXml(
    source,
    {
      open(name, a) {
        switch (name) {
          case 'paraPr':
            shape = { id: number(a.id), checked: a.checked === '1' };
            break;
          case 'heading': {
            const heading = HEADINGS[a.type ?? ''];
            // Levels past the seventh are stated in a switch whose default says NONE: the first real statement holds.
            if (shape && heading && !shapes.has(shape.id)) {
              shapes.set(shape.id, {
                heading,
                level: Math.min(9, Math.max(0, number(a.level))),
                list: number(a.idRef),
                checked: shape.checked,
              });
            }
            break;
          }
          case 'numbering':
            levels = [];
            numberings.set(number(a.id), { start: number(a.start), levels });
            break;
          case 'paraHead':
            if (levels)
              level = { at: number(a.level) - 1, start: number(a.start, 1), format: numberFormat(a.numFormat), pattern: '' };
            break;
          case 'bullet':
            bullets.set(number(a.id), { char: a.char ?? '', checkedChar: a.checkedChar ?? '' });
            break;
          case 'style':
            styles.set(number(a.id), { name: a.name ?? '', english: a.engName ?? '' });
            break;
          case 'trackChange':
            if (a.type === 'Insert' || a.type === 'Delete') tracked = true;
            break;
        }
      },
      text(text) {
        if (level) level.pattern += text;
      },
      close(name) {
        if (name === 'paraPr') shape = null;
        else if (name === 'numbering') levels = null;
        else if (name === 'paraHead' && level) {
          if (levels && level.at >= 0 && level.at < 10) levels[level.at] = level;
          level = null;
        }
      },
    },
    budget,
  );
  return { shapes, styles, numberings, bullets, tracked };
}

export function numberFormat(name: string | undefined): NumberFormat {
  return (NUMBER_FORMATS as readonly string[]).includes(name ?? '') ? (name as NumberFormat) : 'DIGIT';
}
