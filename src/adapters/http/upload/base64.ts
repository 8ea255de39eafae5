const EQUALS = 0x3d;
const CR = 0x0d;
const LF = 0x0a;
const MINUS = 0x2d;
const UNDERSCORE = 0x5f;

export class InvalidBase64 extends Error {
  constructor() {
    super('invalid base64');
    this.name = 'InvalidBase64';
  }
}

/**
 * Strict base64 piece by piece: the standard alphabet, '=' at the end only, a whole number of quartets. Line breaks
 * are passed over, since `base64 file` writes them. Throws InvalidBase64 at the first piece that shows it.
 */
export class Base64Decoder {
  /** Up to three characters that wait for the rest of their quartet. */
  private carry = '';
  private padding = 0;

  push(piece: Buffer): Buffer {
    const text = this.carry + this.body(withoutLineBreaks(piece));
    const whole = text.length - (text.length % 4);
    this.carry = text.slice(whole);
    return decode(text.slice(0, whole));
  }

  /** The last bytes; throws when characters are missing. */
  end(): Buffer {
    if (this.padding === 0 ? this.carry !== '' : this.carry.length < 2 || this.carry.length + this.padding !== 4)
      throw new InvalidBase64();
    return decode(this.carry);
  }

  /** The characters before the padding; counts the padding. */
  private body(piece: Buffer): string {
    const equals = this.padding > 0 ? 0 : piece.indexOf(EQUALS);
    if (equals < 0) return piece.toString('latin1');
    for (let i = equals; i < piece.length; i++) if (piece[i] !== EQUALS) throw new InvalidBase64();
    this.padding += piece.length - equals;
    if (this.padding > 2) throw new InvalidBase64();
    return piece.toString('latin1', 0, equals);
  }
}

function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  // Node leaves out what is no base64, which shows in the length.
  if (bytes.length !== Math.floor((text.length * 3) / 4)) throw new InvalidBase64();
  return bytes;
}

function withoutLineBreaks(piece: Buffer): Buffer {
  // Node takes the URL alphabet for the standard one.
  if (piece.includes(MINUS) || piece.includes(UNDERSCORE)) throw new InvalidBase64();
  if (!piece.includes(LF) && !piece.includes(CR)) return piece;
  const out = Buffer.allocUnsafe(piece.length);
  let length = 0;
  for (const byte of piece) if (byte !== LF && byte !== CR) out[length++] = byte;
  return out.subarray(0, length);
}
