import { type FontFacts, Fonts } from './fonts.ts';
import type { PdfPage } from './pdf-file.ts';

/** Quarter turns clockwise by which text is turned on the page as shown; -1: some other angle. */
export type Turn = 0 | 1 | 2 | 3 | -1;

/** What the characters of one text object share. */
export interface GlyphStyle {
  readonly font: FontFacts;
  /** Height of the type in points. */
  readonly size: number;
  readonly bold: boolean;
  /** Drawn with neither fill nor stroke: the text layer of a scan. */
  readonly hidden: boolean;
  readonly turn: Turn;
  /** Id of the marked content that it belongs to; -1: none. */
  readonly mark: number;
}

/** One character with its place in points from the top left corner of the page. */
export interface Glyph {
  readonly text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** Where its line stands: y of the baseline (x for text that runs down or up). */
  readonly base: number;
  readonly style: GlyphStyle;
  readonly space: boolean;
  /** Its code could not be mapped to a character. */
  readonly unmapped: boolean;
  /** Place in the order in which the file draws. */
  readonly drawn: number;
}

/** The first character that is not Latin text or its punctuation. */
const LATIN_END = '\u0300';
const TEXT = 1;
/** Points by which text objects are moved apart. */
const SHIFT = 20_000;
const INVISIBLE = 3;
const FILL_AND_STROKE = 2;

/** The characters of a page in the order in which the file draws them. Spaces that PDFium would add are left out. */
export function readGlyphs(page: PdfPage): Glyph[] {
  const first = readAll(page, new Map());
  if (first.tooWide.size === 0) return first.glyphs;
  if (!losesText(page, first.objects)) {
    first.narrow();
    return first.glyphs;
  }
  const { api } = page.engine;
  const moved = moveApart(page);
  const second = readAll(page, moved);
  for (const [object, shift] of moved) api.FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, -shift);
  second.narrow();
  return second.glyphs;
}

function readAll(page: PdfPage, moved: ReadonlyMap<number, number>): GlyphReader {
  const { api } = page.engine;
  const text = api.FPDFText_LoadPage(page.handle);
  const reader = new GlyphReader(page, text, moved);
  if (text === 0) return reader;
  const count = api.FPDFText_CountChars(text);
  for (let at = 0; at < count; at++) reader.add(at);
  api.FPDFText_ClosePage(text);
  return reader;
}

/** Whether something that the page writes is not among the characters; objects that hold only spaces have no extent. */
function losesText(page: PdfPage, seen: ReadonlySet<number>): boolean {
  const { engine, handle } = page;
  const { api, scratch } = engine;
  const count = api.FPDFPage_CountObjects(handle);
  for (let at = 0; at < count; at++) {
    const object = api.FPDFPage_GetObject(handle, at);
    if (seen.has(object) || api.FPDFPageObj_GetType(object) !== TEXT) continue;
    api.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
    if (engine.f32(2) - engine.f32(0) > 1 && engine.f32(3) - engine.f32(1) > 1) return true;
  }
  return false;
}

/**
 * PDFium takes a character for a second print of one before it if the codes are equal and the boxes overlap, whatever the
 * fonts: with fonts that overstate widths it loses characters. Moved far apart, no two text objects overlap.
 */
function moveApart(page: PdfPage): Map<number, number> {
  const { api } = page.engine;
  const moved = new Map<number, number>();
  const count = api.FPDFPage_CountObjects(page.handle);
  for (let at = 0, texts = 0; at < count; at++) {
    const object = api.FPDFPage_GetObject(page.handle, at);
    if (api.FPDFPageObj_GetType(object) !== TEXT) continue;
    const shift = (texts++ % 8) * SHIFT;
    if (shift === 0) continue;
    api.FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, shift);
    moved.set(object, shift);
  }
  return moved;
}

class GlyphReader {
  readonly glyphs: Glyph[] = [];
  /** Text objects of which characters were met. */
  readonly objects = new Set<number>();
  private readonly page: PdfPage;
  private readonly text: number;
  private readonly fonts: Fonts;
  private object = 0;
  private style: GlyphStyle | null = null;
  private base = 0;
  private shift = 0;
  private unmapped = false;
  private high = 0;
  /** Fonts that say that Latin characters are wider than they are set. */
  readonly tooWide = new Set<FontFacts>();
  /** Text objects that were moved up, and by how much. */
  private readonly moved: ReadonlyMap<number, number>;

  constructor(page: PdfPage, text: number, moved: ReadonlyMap<number, number>) {
    this.page = page;
    this.text = text;
    this.moved = moved;
    this.fonts = new Fonts(page.engine);
  }

  add(at: number): void {
    const { page, text } = this;
    const { engine } = page;
    const { api, scratch } = engine;
    if (api.FPDFText_IsGenerated(text, at) === 1) return;
    const object = api.FPDFText_GetTextObject(text, at);
    if (object === 0) return;
    if (object !== this.object || this.style === null) this.begin(object, at);
    const style = this.style as GlyphStyle;
    const char = this.charAt(at);
    if (char === '') return;
    const glyph: Glyph = {
      text: char,
      x0: 0,
      y0: 0,
      x1: 0,
      y1: 0,
      base: this.base,
      style,
      space: isSpace(char),
      unmapped: this.unmapped,
      drawn: at,
    };
    if (style.turn >= 0) {
      api.FPDFText_GetLooseCharBox(text, at, scratch);
      this.place(glyph, engine.f32(0), engine.f32(2), engine.f32(3) - this.shift, engine.f32(1) - this.shift);
      this.checkWidth(glyph);
    } else {
      api.FPDFText_GetCharBox(text, at, scratch, scratch + 8, scratch + 16, scratch + 24);
      this.place(glyph, engine.f64(0), engine.f64(1), engine.f64(2) - this.shift, engine.f64(3) - this.shift);
    }
    this.glyphs.push(glyph);
  }

  /** What the characters of one text object share is asked once: style, baseline, and whether its font maps codes at all. */
  private begin(object: number, at: number): void {
    const { page, text } = this;
    const { engine } = page;
    const { api, scratch } = engine;
    this.style = this.styleOf(object, at);
    this.object = object;
    this.objects.add(object);
    this.shift = this.moved.get(object) ?? 0;
    this.unmapped = api.FPDFText_HasUnicodeMapError(text, at) === 1;
    api.FPDFText_GetCharOrigin(text, at, scratch, scratch + 8);
    const [x, y] = [engine.f64(0), engine.f64(1) - this.shift];
    this.base = this.style.turn === 1 || this.style.turn === 3 ? page.x(x, y) : page.y(x, y);
  }

  /** Type 3 fonts (they have no name) of Hancom's files give every character a whole em: the next one begins inside it. */
  private checkWidth(glyph: Glyph): void {
    const before = this.glyphs.at(-1);
    if (
      before?.style.font.name !== '' ||
      glyph.style.turn !== 0 ||
      before.base !== glyph.base ||
      glyph.x0 <= before.x0 ||
      before.text >= LATIN_END
    )
      return;
    if (before.x1 - glyph.x0 > 0.15 * glyph.style.size) this.tooWide.add(before.style.font);
  }

  /** Characters of such fonts end where the next one of their text object begins; the last one has the usual width. */
  narrow(): void {
    for (const [i, glyph] of this.glyphs.entries()) {
      const { turn, font, size } = glyph.style;
      if (turn !== 0 || !this.tooWide.has(font)) continue;
      const next = this.glyphs[i + 1];
      if (next && next.style === glyph.style && next.x0 > glyph.x0) glyph.x1 = Math.min(glyph.x1, next.x0);
      else if (glyph.text < LATIN_END) glyph.x1 = Math.min(glyph.x1, glyph.x0 + usualWidth(glyph.text) * size);
    }
  }

  /** Sets the box from two corners in the file's coordinates, and its height from the font's metrics. */
  private place(glyph: Glyph, left: number, right: number, low: number, high: number): void {
    const { page } = this;
    const [ax, ay, bx, by] = [page.x(left, low), page.y(left, low), page.x(right, high), page.y(right, high)];
    [glyph.x0, glyph.x1] = ax < bx ? [ax, bx] : [bx, ax];
    [glyph.y0, glyph.y1] = ay < by ? [ay, by] : [by, ay];
    const { font, size, turn } = glyph.style;
    const [above, below] = [font.ascent * size, font.descent * size];
    if (turn === 0) [glyph.y0, glyph.y1] = [glyph.base - above, glyph.base + below];
    else if (turn === 2) [glyph.y0, glyph.y1] = [glyph.base - below, glyph.base + above];
    else if (turn === 1) [glyph.x0, glyph.x1] = [glyph.base - below, glyph.base + above];
    else if (turn === 3) [glyph.x0, glyph.x1] = [glyph.base - above, glyph.base + below];
  }

  private charAt(at: number): string {
    const { api } = this.page.engine;
    const code = api.FPDFText_GetUnicode(this.text, at);
    if (code >= 0xd800 && code < 0xdc00) {
      this.high = code;
      return '';
    }
    const high = this.high;
    this.high = 0;
    if (code >= 0xdc00 && code < 0xe000) return high === 0 ? '�' : String.fromCharCode(high, code);
    if (code > 0xa0 && code < 0xfffe) return String.fromCharCode(code);
    if (code >= 0x20 && code < 0x7f) return String.fromCharCode(code);
    if (code === 0x09 || code === 0xa0) return ' ';
    // PDFium writes a hyphen at a line's end as a control character.
    if (api.FPDFText_IsHyphen(this.text, at) === 1) return '-';
    if (code > 0xffff && code <= 0x10ffff) return String.fromCodePoint(code);
    if (code > 0xa0) return '�';
    // A control character without ink is a space of a font whose map lacks it; with ink the file does not say what it shows.
    const { scratch } = this.page.engine;
    api.FPDFText_GetCharBox(this.text, at, scratch, scratch + 8, scratch + 16, scratch + 24);
    return this.page.engine.f64(3) - this.page.engine.f64(2) < 0.5 ? ' ' : '�';
  }

  private styleOf(object: number, at: number): GlyphStyle {
    const { page, text } = this;
    const { engine } = page;
    const { api, scratch } = engine;
    const font = this.fonts.of(api.FPDFTextObj_GetFont(object));
    const mode = api.FPDFTextObj_GetTextRenderMode(object);
    const given = api.FPDFText_GetFontSize(text, at);
    let [a, b, c, d] = [1, 0, 0, 1];
    if (api.FPDFText_GetMatrix(text, at, scratch)) [a, b, c, d] = [engine.f32(0), engine.f32(1), engine.f32(2), engine.f32(3)];
    const size = Math.abs(given) * (Math.hypot(c, d) || Math.hypot(a, b));
    // y grows downwards on the page, so a turn to the left in the file is a turn to the right here, less the page's own.
    const angle = (-Math.atan2(b, a) * 2) / Math.PI + page.turns;
    const nearest = Math.round(angle);
    const turn = Math.abs(angle - nearest) < 0.03 ? ((((nearest % 4) + 4) % 4) as Turn) : -1;
    return {
      font,
      size: size > 0 ? size : 1,
      bold: font.bold || mode === FILL_AND_STROKE,
      hidden: mode === INVISIBLE,
      turn,
      mark: api.FPDFPageObj_GetMarkedContentID(object),
    };
  }
}

/** In parts of the size. */
function usualWidth(latin: string): number {
  if (/[WMwm@%]/.test(latin)) return 0.85;
  return /[A-Z]/.test(latin) ? 0.7 : /[a-z0-9]/.test(latin) ? 0.55 : 0.35;
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\u3000' || (char >= '\u2000' && char <= '\u200b');
}
