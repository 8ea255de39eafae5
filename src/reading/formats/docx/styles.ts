import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { isOn, valOf, wholeNumber } from './markup.ts';

/** What a paragraph is by its style, before its own properties are looked at. */
export type StyleRole =
  | { readonly is: 'title' | 'caption' | 'body' }
  /** `level` from 1. */
  | { readonly is: 'heading'; readonly level: number };

export interface NumberingReference {
  readonly num: string | undefined;
  readonly level: number | undefined;
}

interface Style {
  readonly id: string;
  readonly type: string;
  readonly names: readonly string[];
  readonly basedOn: string | undefined;
  readonly outline: number | undefined;
  readonly numbering: NumberingReference | undefined;
  readonly vanish: boolean | undefined;
  readonly pageBreakBefore: boolean | undefined;
}

/** What a paragraph takes from its style and everything that the style is based on. */
export interface ParagraphStyle {
  readonly role: StyleRole;
  readonly numbering: NumberingReference | undefined;
  /** Ids from the style itself upwards: a numbering level may be linked to any of them. */
  readonly chain: readonly string[];
  readonly vanish: boolean;
  readonly pageBreakBefore: boolean;
}

// Word's own names, their Korean form, and the outline styles that Hancom's program exports.
const HEADING_NAME = /^(?:heading|제목|개요)([1-9])$/;
const BODY: StyleRole = { is: 'body' };
/** Word refuses longer chains; a circle ends here as well. */
const CHAIN_LIMIT = 20;

/** styles.xml (ECMA-376 part 1, 17.7). */
export class Styles {
  private readonly styles = new Map<string, Style>();
  private readonly paragraphs = new Map<string, ParagraphStyle>();
  private readonly hiddenRuns = new Map<string, boolean | undefined>();
  private defaultParagraph: string | undefined;

  constructor(root: XmlElement | undefined) {
    for (const element of root ? childrenOf(root, 'style') : []) {
      const style = readStyle(element);
      // The last of two styles with one id wins, as in Word.
      this.styles.set(`${style.type}\0${style.id}`, style);
      if (style.type === 'paragraph' && isOnAttribute(element.attributes.default)) this.defaultParagraph = style.id;
    }
  }

  paragraph(id: string | undefined): ParagraphStyle {
    const key = id ?? this.defaultParagraph ?? '';
    let known = this.paragraphs.get(key);
    if (!known) {
      known = this.compute(key);
      this.paragraphs.set(key, known);
    }
    return known;
  }

  /** Whether a character style hides its text; undefined where it says nothing. */
  runVanish(id: string): boolean | undefined {
    if (!this.hiddenRuns.has(id))
      this.hiddenRuns.set(id, this.chain('character', id).find((style) => style.vanish !== undefined)?.vanish);
    return this.hiddenRuns.get(id);
  }

  /** The numbering that a numbering style stands for (17.9.21 numStyleLink). */
  numberingStyle(id: string): string | undefined {
    return this.styles.get(`numbering\0${id}`)?.numbering?.num;
  }

  private compute(id: string): ParagraphStyle {
    const chain = this.chain('paragraph', id);
    const numbered = chain.find((style) => style.numbering?.num !== undefined);
    return {
      // A style that the file does not define means nothing to Word, but its id still says what the writer meant.
      role: chain.length === 0 ? (namedRole(id) ?? BODY) : roleOf(chain),
      numbering: numbered && {
        num: numbered.numbering?.num,
        level: chain.find((style) => style.numbering?.level !== undefined)?.numbering?.level,
      },
      chain: chain.map((style) => style.id),
      vanish: chain.find((style) => style.vanish !== undefined)?.vanish ?? false,
      pageBreakBefore: chain.find((style) => style.pageBreakBefore !== undefined)?.pageBreakBefore ?? false,
    };
  }

  private chain(type: string, id: string): Style[] {
    const out: Style[] = [];
    let style = this.styles.get(`${type}\0${id}`);
    while (style && out.length < CHAIN_LIMIT) {
      out.push(style);
      style = style.basedOn === undefined ? undefined : this.styles.get(`${type}\0${style.basedOn}`);
    }
    return out;
  }
}

function roleOf(chain: readonly Style[]): StyleRole {
  for (const style of chain) {
    for (const name of style.names) {
      const role = namedRole(name);
      // A heading's stated outline level is stronger than the number in its name.
      if (role && !(role.is === 'heading' && style.outline !== undefined)) return role;
    }
    if (style.outline !== undefined) return style.outline < 9 ? { is: 'heading', level: style.outline + 1 } : BODY;
  }
  return BODY;
}

function namedRole(name: string): StyleRole | undefined {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '');
  if (plain === 'title' || plain === '제목') return { is: 'title' };
  if (plain === 'caption' || plain === '캡션') return { is: 'caption' };
  const heading = HEADING_NAME.exec(plain);
  return heading ? { is: 'heading', level: Number(heading[1]) } : undefined;
}

function readStyle(element: XmlElement): Style {
  const paragraph = firstChild(element, 'pPr');
  const run = firstChild(element, 'rPr');
  const vanish = run && firstChild(run, 'vanish');
  const pageBreakBefore = paragraph && firstChild(paragraph, 'pageBreakBefore');
  const aliases = (valOf(element, 'aliases') ?? '').split(',').map((alias) => alias.trim());
  return {
    id: element.attributes.styleId ?? '',
    type: element.attributes.type ?? 'paragraph',
    names: [valOf(element, 'name') ?? '', ...aliases].filter((name) => name !== ''),
    basedOn: valOf(element, 'basedOn'),
    outline: wholeNumber(valOf(paragraph, 'outlineLvl')),
    numbering: numberingReference(paragraph),
    vanish: vanish && isOn(vanish),
    pageBreakBefore: pageBreakBefore && isOn(pageBreakBefore),
  };
}

/** The numPr of paragraph properties, where there is one. */
export function numberingReference(properties: XmlElement | undefined): NumberingReference | undefined {
  const numbering = properties && firstChild(properties, 'numPr');
  return numbering && { num: valOf(numbering, 'numId'), level: wholeNumber(valOf(numbering, 'ilvl')) };
}

function isOnAttribute(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}
