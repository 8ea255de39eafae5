import type { Bullet, Definitions, Numbering } from './model.ts';
import { formatNumber } from './number-format.ts';

/** Bullets are drawn with the symbol fonts of Windows: what their private code points show, in characters of Unicode. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '\u00ad': '-',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf075': '◆',
  '\uf076': '❖',
  '\uf09e': '·',
  '\uf09f': '•',
  '\uf0a1': '○',
  '\uf0a7': '▪',
  '\uf0a8': '◻',
  '\uf0b7': '•',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0e8': '➔',
  '\uf0f0': '⇨',
  '\uf0fc': '✓',
  '\uf0fd': '☒',
  '\uf0fe': '☑',
};

/** Counts list and outline numbers through a document in file order and words them as they are printed. */
export class NumberingState {
  private readonly definitions: Definitions;
  private readonly counters = new Map<string, number[]>();

  constructor(definitions: Definitions) {
    this.definitions = definitions;
  }

  /** The number or bullet that stands before this paragraph, '' for none. Counts even where the caller shows nothing. */
  label(shapeId: number, outlineNumbering: number): string {
    const shape = this.definitions.shapes.get(shapeId);
    if (!shape?.heading) return '';
    if (shape.heading === 'bullet') return bulletSign(this.definitions.bullets.get(shape.list), shape.checked);
    const id = shape.heading === 'outline' ? outlineNumbering : shape.list;
    const numbering = this.definitions.numberings.get(id);
    if (!numbering) return '';
    const counter = this.count(`${shape.heading} ${id}`, numbering, shape.level);
    return wording(numbering, counter, shape.level);
  }

  private count(list: string, numbering: Numbering, level: number): number[] {
    let counter = this.counters.get(list);
    if (!counter) {
      counter = [];
      this.counters.set(list, counter);
    }
    // A level that was jumped over has been passed once: 4 → 4.1.1.1 → 4.1.2.
    for (let above = 0; above < level; above++) counter[above] ??= startOf(numbering, above);
    const before = counter[level];
    counter[level] = before === undefined ? startOf(numbering, level) : before + 1;
    counter.length = level + 1;
    return counter;
  }
}

function startOf(numbering: Numbering, level: number): number {
  if (level === 0 && numbering.start > 0) return numbering.start;
  return numbering.levels[level]?.start ?? 1;
}

function wording(numbering: Numbering, counter: readonly number[], level: number): string {
  const pattern = numbering.levels[level]?.pattern ?? '';
  const numberAt = (at: number) => formatNumber(counter[at] ?? startOf(numbering, at), numbering.levels[at]?.format ?? 'DIGIT');
  return pattern.replace(/\^([1-9:nN])/g, (_, what: string) => {
    if (what === 'n' || what === 'N') {
      const way = counter.slice(0, level + 1).map((_, at) => numberAt(at));
      return way.join('.') + (what === 'N' ? '.' : '');
    }
    // The character after 9 stands for the tenth level.
    return numberAt(what === ':' ? 9 : Number(what) - 1);
  });
}

function bulletSign(bullet: Bullet | undefined, checked: boolean): string {
  if (!bullet) return '';
  const char = checked && bullet.checkedChar ? bullet.checkedChar : bullet.char;
  return SYMBOLS[char] ?? char;
}
