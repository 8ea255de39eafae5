/** How two texts of a document are compared: NFC, no white space, one kind of raised dot, one kind of each quotation mark. */
export function fold(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, '')
    .replace(/[ㆍ·‧․⋅ᆞ]/g, '·')
    .replace(/[‘’'`´＇]/g, "'")
    .replace(/[“”"＂〃]/g, '"');
}
