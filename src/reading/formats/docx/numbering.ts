import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { chosenBranch, isOn, valOf, wholeNumber } from './markup.ts';
import { formatNumber } from './number-formats.ts';
import type { NumberingReference, ParagraphStyle, Styles } from './styles.ts';
import { symbolText } from './symbol-fonts.ts';

interface Level {
  readonly start: number;
  readonly format: string;
  readonly formatPattern: string | undefined;
  readonly text: string;
  readonly suffix: string;
  /** Number of the level (from 1) whose use restarts this one; 0 never; undefined: any higher one. */
  readonly restart: number | undefined;
  readonly legal: boolean;
  readonly font: string | undefined;
  readonly style: string | undefined;
}

interface Abstract {
  readonly id: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly styleLink: string | undefined;
}

interface Num {
  readonly id: string;
  readonly abstract: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

/** A paragraph's place in a list. */
export interface ListPlace {
  readonly num: string;
  readonly level: number;
}

export interface Label {
  /** As a person sees it, with the white space that follows it as one space; '' where nothing is shown. */
  readonly text: string;
  readonly bullet: boolean;
  readonly sure: boolean;
}

const LEVELS = 9;

/** numbering.xml (ECMA-376 part 1, 17.9): what each list looks like. */
export class Numbering {
  private readonly abstracts = new Map<string, Abstract>();
  private readonly nums = new Map<string, Num>();
  private readonly styles: Styles;

  constructor(root: XmlElement | undefined, styles: Styles) {
    this.styles = styles;
    for (const element of root ? childrenOf(root, 'abstractNum') : []) {
      const id = element.attributes.abstractNumId ?? '';
      this.abstracts.set(id, { id, levels: readLevels(childrenOf(element, 'lvl')), styleLink: valOf(element, 'numStyleLink') });
    }
    for (const element of root ? childrenOf(root, 'num') : []) {
      const num = readNum(element);
      this.nums.set(num.id, num);
    }
  }

  /** Where a paragraph stands by its own properties, else by its style; undefined: in no list. */
  place(own: NumberingReference | undefined, style: ParagraphStyle): ListPlace | undefined {
    const num = own?.num ?? style.numbering?.num;
    // Number 0 takes a paragraph out of its style's list (17.9.18).
    if (num === undefined || num === '0' || !this.nums.has(num)) return undefined;
    // A level of its own wins; else the level that is linked to the style, else the one that the style states.
    const level = own?.level ?? this.linkedLevel(num, style.chain) ?? style.numbering?.level ?? 0;
    return { num, level: Math.min(level, LEVELS - 1) };
  }

  num(id: string): Num | undefined {
    return this.nums.get(id);
  }

  /** The list's own definition, through the numbering style that it may stand for. */
  abstractOf(num: Num): Abstract | undefined {
    const abstract = this.abstracts.get(num.abstract);
    if (abstract?.styleLink === undefined) return abstract;
    const linked = this.nums.get(this.styles.numberingStyle(abstract.styleLink) ?? '');
    return (linked && this.abstracts.get(linked.abstract)) ?? abstract;
  }

  level(num: Num, index: number): Level | undefined {
    return num.levels.get(index) ?? this.abstractOf(num)?.levels.get(index);
  }

  private linkedLevel(id: string, styles: readonly string[]): number | undefined {
    const num = this.nums.get(id);
    if (!num || styles.length === 0) return undefined;
    for (let index = 0; index < LEVELS; index++) {
      const linked = this.level(num, index)?.style;
      if (linked !== undefined && linked === styles[0]) return index;
    }
    return undefined;
  }
}

/** Counts through one story (the body, the notes…): lists of one definition share their counters. */
export class NumberingCounters {
  private readonly numbering: Numbering;
  private readonly counters = new Map<string, (number | undefined)[]>();
  private readonly begun = new Set<string>();

  constructor(numbering: Numbering) {
    this.numbering = numbering;
  }

  /** Counts the paragraph in and gives its label. */
  next(place: ListPlace): Label {
    const num = this.numbering.num(place.num);
    const abstract = num && this.numbering.abstractOf(num);
    const level = num && this.numbering.level(num, place.level);
    if (!num || !abstract || !level) return { text: '', bullet: false, sure: true };
    let counts = this.counters.get(abstract.id);
    if (!counts) {
      counts = new Array<number | undefined>(LEVELS).fill(undefined);
      this.counters.set(abstract.id, counts);
    }
    // A start of its own restarts the shared count once, where the list instance first appears at that level (17.9.27).
    const start = num.starts.get(place.level);
    const first = `${num.id}\0${place.level}`;
    const before = counts[place.level];
    if (start !== undefined && !this.begun.has(first)) counts[place.level] = start;
    else counts[place.level] = before === undefined ? (start ?? level.start) : before + 1;
    this.begun.add(first);
    this.restartBelow(num, counts, place.level);
    return this.label(num, level, counts, place.level);
  }

  private restartBelow(num: Num, counts: (number | undefined)[], used: number): void {
    for (let index = used + 1; index < LEVELS; index++) {
      const restart = this.numbering.level(num, index)?.restart;
      if (restart === undefined || used < restart) counts[index] = undefined;
    }
  }

  private label(num: Num, level: Level, counts: readonly (number | undefined)[], own: number): Label {
    let certain = true;
    const bullet = level.format === 'bullet';
    const shown = bullet
      ? symbolText(level.text, level.font)
      : level.text.replaceAll(/%([1-9])/g, (_whole, digit: string) => {
          const index = Number(digit) - 1;
          const other = index === own ? level : this.numbering.level(num, index);
          if (!other || other.format === 'bullet') return '';
          // A level that no paragraph has used yet shows the number that it would start with.
          const number = counts[index] ?? num.starts.get(index) ?? other.start;
          // A legal list shows every number in Arabic digits (17.9.4).
          const formatted = formatNumber(
            number,
            level.legal && other.format !== 'none' ? 'decimal' : other.format,
            other.formatPattern,
          );
          certain &&= formatted.sure;
          return formatted.text;
        });
    const text = shown.trim() === '' ? '' : level.suffix === 'nothing' ? shown : `${shown.trimEnd()} `;
    return { text, bullet, sure: certain };
  }
}

function readNum(element: XmlElement): Num {
  const levels = new Map<number, Level>();
  const starts = new Map<number, number>();
  for (const override of childrenOf(element, 'lvlOverride')) {
    const index = wholeNumber(override.attributes.ilvl);
    if (index === undefined || index >= LEVELS) continue;
    const start = wholeNumber(valOf(override, 'startOverride'));
    if (start !== undefined) starts.set(index, start);
    const level = firstChild(override, 'lvl');
    if (level) levels.set(index, readLevel(level));
  }
  return { id: element.attributes.numId ?? '', abstract: valOf(element, 'abstractNumId') ?? '', levels, starts };
}

function readLevels(elements: readonly XmlElement[]): Map<number, Level> {
  const out = new Map<number, Level>();
  for (const element of elements) {
    const index = wholeNumber(element.attributes.ilvl);
    if (index !== undefined && index < LEVELS) out.set(index, readLevel(element));
  }
  return out;
}

function readLevel(element: XmlElement): Level {
  const alternate = firstChild(element, 'AlternateContent');
  const branch = alternate && chosenBranch(alternate);
  const format = firstChild(element, 'numFmt') ?? (branch && firstChild(branch, 'numFmt'));
  const run = firstChild(element, 'rPr');
  const fonts = run && firstChild(run, 'rFonts');
  return {
    start: wholeNumber(valOf(element, 'start')) ?? 0,
    format: format?.attributes.val ?? 'decimal',
    formatPattern: format?.attributes.format,
    text: valOf(element, 'lvlText') ?? '',
    suffix: valOf(element, 'suff') ?? 'tab',
    restart: wholeNumber(valOf(element, 'lvlRestart')),
    legal: isOn(firstChild(element, 'isLgl')),
    font: fonts?.attributes.ascii ?? fonts?.attributes.hAnsi,
    style: valOf(element, 'pStyle'),
  };
}
