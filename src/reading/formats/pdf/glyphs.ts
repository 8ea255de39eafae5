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
const INVISIBLE = 3;
const FILL_AND_STROKE = 2;

/** The characters of a page in the order in which the file draws them. Spaces that PDFium would add are left out. */
export function readGlyphs(page: PdfPage): Glyph[] {
  const { engine } = page;
  const { api } = engine;
  const text = api.FPDFText_LoadPage(page.handle);
  if (text === 0) return [];
  const reader = new GlyphReader(page, text);
  const count = api.FPDFText_CountChars(text);
  for (let at = 0; at < count; at++) reader.add(at);
  api.FPDFText_ClosePage(text);
  reader.narrow();
  return reader.glyphs;
}

class GlyphReader {
  readonly glyphs: Glyph[] = [];
  private readonly page: PdfPage;
  private readonly text: number;
  private readonly fonts: Fonts;
  private object = 0;
  private style: GlyphStyle | null = null;
  /** Whether the file's own coordinates run along the text, so that PDFium's boxes with advance widths can be used. */
  private plain = true;
  private high = 0;
  /** Fonts that say that Latin characters are wider than they are set. */
  private readonly tooWide = new Set<FontFacts>();

  constructor(page: PdfPage, text: number) {
    this.page = page;
    this.text = text;
    this.fonts = new Fonts(page.engine);
  }

  add(at: number): void {
    const { page, text } = this;
    const { engine } = page;
    const { api, scratch } = engine;
    if (api.FPDFText_IsGenerated(text, at) === 1) return;
    const object = api.FPDFText_GetTextObject(text, at);
    if (object === 0) return;
    let first = false;
    if (object !== this.object || this.style === null) {
      this.style = this.styleOf(object, at);
      this.object = object;
      first = true;
    }
    const style = this.style;
    const char = this.charAt(at);
    if (char === '') return;
    api.FPDFText_GetCharOrigin(text, at, scratch, scratch + 8);
    const [ox, oy] = [engine.f64(0), engine.f64(1)];
    const glyph: Glyph = {
      text: char,
      x0: 0,
      y0: 0,
      x1: 0,
      y1: 0,
      base: style.turn === 1 || style.turn === 3 ? page.x(ox, oy) : page.y(ox, oy),
      style,
      space: isSpace(char),
      unmapped: api.FPDFText_HasUnicodeMapError(text, at) === 1,
      drawn: at,
    };
    if (this.plain) {
      api.FPDFText_GetLooseCharBox(text, at, scratch);
      this.place(glyph, ox, engine.f32(2), oy, oy);
      this.checkWidth(glyph);
    } else {
      api.FPDFText_GetCharBox(text, at, scratch, scratch + 8, scratch + 16, scratch + 24);
      this.place(glyph, engine.f64(0), engine.f64(1), engine.f64(2), engine.f64(3));
      this.startAtOrigin(glyph, page.x(ox, oy), page.y(ox, oy), first);
    }
    this.glyphs.push(glyph);
  }

  /** Type 3 fonts of Hancom's files give every character a whole em: the next one then begins inside it. */
  private checkWidth(glyph: Glyph): void {
    const before = this.glyphs.at(-1);
    if (!before || before.base !== glyph.base || glyph.x0 <= before.x0 || before.text >= LATIN_END) return;
    if (before.x1 - glyph.x0 > 0.15 * glyph.style.size) this.tooWide.add(before.style.font);
  }

  /** Lets Latin characters of such fonts be as wide as they usually are. */
  narrow(): void {
    if (this.tooWide.size === 0) return;
    for (const glyph of this.glyphs) {
      if (glyph.text >= LATIN_END || glyph.style.turn !== 0 || !this.tooWide.has(glyph.style.font)) continue;
      const usual = (/[A-Za-z0-9]/.test(glyph.text) ? 0.55 : 0.35) * glyph.style.size;
      glyph.x1 = Math.min(glyph.x1, glyph.x0 + usual);
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

  /** For turned text only the ink is known: a glyph goes from its origin to the next one's. */
  private startAtOrigin(glyph: Glyph, x: number, y: number, first: boolean): void {
    const { turn, size } = glyph.style;
    const before = first ? undefined : this.glyphs.at(-1);
    const near = (distance: number): boolean => distance > 0 && distance < 2 * size;
    if (turn === 0) {
      glyph.x0 = Math.min(x, glyph.x0);
      if (before && near(x - before.x0)) before.x1 = x;
    } else if (turn === 2) {
      glyph.x1 = Math.max(x, glyph.x1);
      if (before && near(before.x1 - x)) before.x0 = x;
    } else if (turn === 1) {
      glyph.y0 = Math.min(y, glyph.y0);
      if (before && near(y - before.y0)) before.y1 = y;
    } else if (turn === 3) {
      glyph.y1 = Math.max(y, glyph.y1);
      if (before && near(before.y1 - y)) before.y0 = y;
    }
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
    // PDFium writes a hyphen at a line's end as a control character.
    if (api.FPDFText_IsHyphen(this.text, at) === 1) return '-';
    if (code === 0x09 || code === 0xa0) return ' ';
    if (code === 0xfffe || code === 0xffff || code > 0x10ffff) return '�';
    // A control character shows something else on the page: what, the file does not say.
    return code < 0x20 || (code >= 0x7f && code < 0xa0) ? '�' : String.fromCodePoint(code);
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
    this.plain = page.turns === 0 && a > 0 && Math.abs(b) < 0.01 * a && Math.abs(c) < 0.5 * Math.abs(d);
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

function isSpace(char: string): boolean {
  return char === ' ' || char === '\u3000' || (char >= '\u2000' && char <= '\u200b');
}
