import type { Pdfium } from './pdfium.ts';

export interface FontFacts {
  readonly name: string;
  readonly bold: boolean;
  /** Above and below the baseline in parts of the size, both positive. */
  readonly ascent: number;
  readonly descent: number;
}

const FORCE_BOLD = 1 << 18;
/** What stands in for metrics that no real font has (seen: an ascent of 2.2 in Haansoft Batang). */
const USUAL = { ascent: 0.88, descent: 0.2 };

const EUC_KR = new TextDecoder('euc-kr');

/** Facts about the fonts of one page by their handles, asked once each. */
export class Fonts {
  private readonly known = new Map<number, FontFacts>();
  private readonly engine: Pdfium;

  constructor(engine: Pdfium) {
    this.engine = engine;
  }

  of(handle: number): FontFacts {
    let facts = this.known.get(handle);
    if (!facts) {
      facts = this.ask(handle);
      this.known.set(handle, facts);
    }
    return facts;
  }

  private ask(handle: number): FontFacts {
    const { engine } = this;
    const { api, scratch } = engine;
    const name = fontName(engine.text((buffer, size) => api.FPDFFont_GetBaseFontName(handle, buffer, size), 1));
    const ascent = api.FPDFFont_GetAscent(handle, 1, scratch) ? engine.f32(0) : 0;
    const descent = api.FPDFFont_GetDescent(handle, 1, scratch) ? -engine.f32(0) : 0;
    const sound = ascent >= 0.5 && ascent <= 1.2 && descent >= 0.05 && descent <= 0.5;
    const bold =
      api.FPDFFont_GetWeight(handle) >= 600 ||
      (api.FPDFFont_GetFlags(handle) & FORCE_BOLD) !== 0 ||
      /bold|heavy|black/i.test(name);
    return { name, bold, ...(sound ? { ascent, descent } : USUAL) };
  }
}

/** Names are bytes without a stated encoding: Korean programs write UTF-8 or EUC-KR. */
function fontName(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return (text.includes('�') ? EUC_KR.decode(bytes) : text).replace(/^[A-Z]{6}\+/, '');
}
