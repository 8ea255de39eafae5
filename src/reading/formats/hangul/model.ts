/**
 * What HWPX and HWP 5 have in common, free of XML and of records: both readers fill it paragraph by paragraph, and all that
 * follows (numbers, headings, tables, reading order, places) is decided once, on this tree. Lengths are in HWPUNIT, 1/7200 inch.
 */

/** Definitions of the document's head, by the ids that paragraphs refer to. */
export interface Definitions {
  readonly shapes: ReadonlyMap<number, ParagraphShape>;
  /** Style id → names in Korean and in English. */
  readonly styles: ReadonlyMap<number, StyleNames>;
  readonly numberings: ReadonlyMap<number, Numbering>;
  /** Bullet id → the character. */
  readonly bullets: ReadonlyMap<number, Bullet>;
}

export interface ParagraphShape {
  readonly heading: 'outline' | 'number' | 'bullet' | null;
  /** From 0. */
  readonly level: number;
  /** Id of the numbering or bullet; an outline takes its numbering from the section. */
  readonly list: number;
  /** A ticked item of a checkable list. */
  readonly checked: boolean;
}

export interface StyleNames {
  readonly name: string;
  readonly english: string;
}

export interface Numbering {
  /** First number of level 0; 0 leaves it to the level. */
  readonly start: number;
  readonly levels: readonly NumberingLevel[];
}

export interface NumberingLevel {
  readonly start: number;
  readonly format: NumberFormat;
  /** `^1` … `^9`, `^:` stand for the number of that level, `^n` and `^N` for the whole way down. */
  readonly pattern: string;
}

export const NUMBER_FORMATS = [
  'DIGIT',
  'CIRCLED_DIGIT',
  'ROMAN_CAPITAL',
  'ROMAN_SMALL',
  'LATIN_CAPITAL',
  'LATIN_SMALL',
  'CIRCLED_LATIN_CAPITAL',
  'CIRCLED_LATIN_SMALL',
  'HANGUL_SYLLABLE',
  'CIRCLED_HANGUL_SYLLABLE',
  'HANGUL_JAMO',
  'CIRCLED_HANGUL_JAMO',
  'HANGUL_PHONETIC',
  'IDEOGRAPH',
  'CIRCLED_IDEOGRAPH',
  'DECAGON_CIRCLE',
  'DECAGON_CIRCLE_HANJA',
] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

export interface Bullet {
  readonly char: string;
  readonly checkedChar: string;
}

export interface Paragraph {
  readonly shape: number;
  readonly style: number;
  readonly pageBreak: boolean;
  readonly columnBreak: boolean;
  readonly lines: StoredLines | null;
  /** Text (with `\n` and `\t`) and controls in their order. */
  readonly items: readonly (string | Control)[];
}

/** Line positions that the writer stored; null on a paragraph without any of a height above 0. */
export interface StoredLines {
  /** Top of the first and of the last line, from the top of the body area (or of the cell). */
  readonly first: number;
  readonly last: number;
  /** Height of the first line. */
  readonly height: number;
  /** Height of the last line: that of an object which stands in it, if there is one. */
  readonly lastHeight: number;
  /** A later line stands higher than an earlier one: the paragraph runs over a page or column. */
  readonly wraps: boolean;
}

/** Every control carries its index among the controls of its paragraph, as the layout engine counts; -1 where it counts none. */
export type Control =
  | SectionControl
  | ColumnsControl
  | TableControl
  | DrawingControl
  | EquationControl
  | NoteControl
  | RunningControl
  | MemoControl;

/** The page a section is printed on; stands in the section's first paragraph. */
export interface SectionControl {
  readonly kind: 'section';
  readonly page: PageSetup | null;
  /** Id of the numbering that outline paragraphs of this section use; 0 for none. */
  readonly outline: number;
  /** Paragraphs of each master page. */
  readonly masterPages: readonly (readonly Paragraph[])[];
}

export interface PageSetup {
  /** As printed: already turned where the section is landscape. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** Paper edge to body text: the margin and the header's band, the footer's band and the margin. */
  readonly top: number;
  readonly bottom: number;
}

export interface ColumnsControl {
  readonly kind: 'columns';
  readonly count: number;
}

export interface TableControl {
  readonly kind: 'table';
  readonly index: number;
  readonly rows: number;
  readonly cols: number;
  /** In file order: a cell's index in this list is the layout engine's cell index. */
  readonly cells: readonly TableCell[];
  readonly caption: Caption | null;
  readonly position: Position;
}

export interface TableCell {
  readonly row: number;
  readonly col: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly header: boolean;
  readonly paragraphs: readonly Paragraph[];
}

export interface Caption {
  readonly before: boolean;
  readonly paragraphs: readonly Paragraph[];
}

/** Shapes, groups of shapes, pictures, embedded objects, word art. */
export interface DrawingControl {
  readonly kind: 'drawing';
  readonly index: number;
  readonly parts: readonly DrawingPart[];
  readonly caption: Caption | null;
  readonly position: Position;
}

export type DrawingPart =
  | { readonly kind: 'text'; readonly paragraphs: readonly Paragraph[]; readonly box: Box }
  | { readonly kind: 'words'; readonly text: string; readonly box: Box }
  | { readonly kind: 'picture'; readonly alt: string; readonly box: Box };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EquationControl {
  readonly kind: 'equation';
  readonly index: number;
  readonly script: string;
  readonly caption: Caption | null;
  readonly position: Position;
}

interface NoteControl {
  readonly kind: 'footnote' | 'endnote';
  readonly index: number;
  readonly paragraphs: readonly Paragraph[];
}

interface RunningControl {
  readonly kind: 'header' | 'footer';
  readonly index: number;
  readonly paragraphs: readonly Paragraph[];
}

interface MemoControl {
  readonly kind: 'memo';
  readonly index: number;
  /** A hidden comment shows nowhere on the page. */
  readonly hidden: boolean;
  readonly paragraphs: readonly Paragraph[];
}

export interface Position {
  /** Stands in the line like a character. */
  readonly inline: boolean;
  readonly vertical: {
    readonly to: 'paper' | 'page' | 'paragraph';
    readonly align: 'start' | 'center' | 'end';
    readonly offset: number;
  };
  readonly horizontal: {
    readonly to: 'paper' | 'page' | 'column' | 'paragraph';
    readonly align: 'start' | 'center' | 'end';
    readonly offset: number;
  };
  readonly width: number;
  readonly height: number;
}
