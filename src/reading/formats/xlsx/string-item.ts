import type { XmlAttributes, XmlHandler } from '../../container/xml.ts';

/** Control characters other than tab and newline; a carriage return ends a line. */
const UNWANTED = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** ST_Xstring (ECMA-376 part 1, 22.9.2.19): what XML cannot hold is written `_xHHHH_`. Then control characters go. */
export function plainText(text: string): string {
  let out = text;
  if (out.includes('_x'))
    out = out.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (UNWANTED.test(out)) out = out.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');
  return out;
}

/** Collects the text of a string item: its runs in order, without the phonetic guides (`rPh`) that stand above them. */
export class StringItem implements XmlHandler {
  private text_ = '';
  private inText = false;
  private phonetic = 0;

  open(name: string, _attributes: XmlAttributes): void {
    if (name === 'rPh') this.phonetic++;
    else if (name === 't') this.inText = this.phonetic === 0;
  }

  text(text: string): void {
    if (this.inText) this.text_ += text;
  }

  close(name: string): void {
    if (name === 't') this.inText = false;
    else if (name === 'rPh') this.phonetic--;
  }

  /** The text so far; the item starts anew. */
  take(): string {
    const text = this.text_;
    this.text_ = '';
    this.inText = false;
    this.phonetic = 0;
    return plainText(text);
  }
}
