const SIZE = /([\d.]+)px/;

/** Width in pixels of a text in a CSS font, for the layout engine: full-width letters take the size, others half of it. */
export function textWidth(font: string, text: string): number {
  const size = Number(SIZE.exec(font)?.[1] ?? 10);
  let halves = 0;
  for (const letter of text) halves += (letter.codePointAt(0) as number) >= 0x1100 ? 2 : 1;
  return (halves * size) / 2;
}
