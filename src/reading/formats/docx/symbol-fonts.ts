/** Characters of the fonts whose codes are pictures, as Unicode has them: text in these fonts means nothing otherwise. */
type Codes = ReadonlyMap<number, string>;

function codes(...runs: [first: number, characters: string][]): Codes {
  const out = new Map<number, string>();
  for (const [first, characters] of runs) {
    let code = first;
    for (const character of characters) out.set(code++, character);
  }
  return out;
}

const SYMBOL = codes(
  [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?'],
  [0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
  [0x60, '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵'],
  [0xc0, 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓'],
  [0xe0, '◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪'],
  [0xf1, '〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'],
);

const WINGDINGS = codes(
  [0x20, ' '],
  [0x22, '✂✁'],
  [0x28, '☎✆✉'],
  [0x36, '⌛⌨'],
  [0x3e, '✇✍'],
  [0x41, '✌'],
  [0x45, '☜☞☝☟'],
  [0x4a, '☺'],
  [0x4c, '☹'],
  [0x4e, '☠⚐'],
  [0x51, '✈☼'],
  [0x54, '❄'],
  [0x56, '✞'],
  [0x58, '✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓'],
  [0x6c, '●❍■□❐❑❒⬧⧫◆❖⬥⌧⍓⌘❀✿❝❞'],
  [0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'],
  [0x9e, '·•▪○'],
  [0xa4, '◉◎'],
  [0xa7, '▪◻'],
  [0xaa, '✦★✶✴✹✵'],
  [0xb1, '⌖'],
  [0xb5, '✪✰'],
  [0xd5, '⌫⌦'],
  [0xd8, '➢'],
  [0xdc, '➲'],
  [0xdf, '←→↑↓↖↗↙↘'],
  [0xe8, '➔'],
  [0xef, '⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂▭▫✗✓☒☑'],
);

const WINGDINGS_2 = codes([0x20, ' '], [0x4f, '✗✓☒☑☒☒'], [0x69, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'], [0x97, '●'], [0xa1, '■□☐']);

const WEBDINGS = codes([0x20, ' '], [0x61, '✓'], [0x63, '□'], [0x67, '■'], [0x72, '✗']);

const FONTS: ReadonlyMap<string, Codes> = new Map([
  ['symbol', SYMBOL],
  ['wingdings', WINGDINGS],
  ['wingdings 2', WINGDINGS_2],
  ['webdings', WEBDINGS],
]);

/** These fonts stand at F000 to F0FF in Unicode's private area; a code outside it is taken as it is. */
export function symbolCharacter(code: number, font: string | undefined): string {
  const known = FONTS.get(font?.toLowerCase() ?? '');
  const inFont = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  return (inFont <= 0xff ? known?.get(inFont) : undefined) ?? String.fromCodePoint(code);
}

/** A list's bullet in such a font, or any other text as it is. */
export function symbolText(text: string, font: string | undefined): string {
  if (!FONTS.has(font?.toLowerCase() ?? '') && !/[\uf000-\uf0ff]/.test(text)) return text;
  // A bullet in the private area without a font of its own is Symbol's: that is what Word falls back to.
  const named = FONTS.has(font?.toLowerCase() ?? '') ? font : 'Symbol';
  let out = '';
  for (const character of text) out += symbolCharacter(character.codePointAt(0) as number, named);
  return out;
}
