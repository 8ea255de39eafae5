const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN = [0x7b, 0x5b];
const CLOSE = [0x7d, 0x5d];
const OBJECT = 0x7b;

/** What the text besides the file may take: a name and a few short fields. */
export const MAX_REST_BYTES = 64 * 1024;

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export class InvalidJson extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'InvalidJson';
  }
}

type State = 'between' | 'string' | 'escape' | 'lifted' | 'lifted-escape';

/**
 * Walks over the bytes of a JSON object and lifts the value of one field of its top level out, piece by piece, so that
 * a body with a whole file in it never stands in memory. All the rest is kept, bounded, with '' in place of the value.
 */
export class JsonScanner {
  private readonly field: string;
  private readonly onPiece: (piece: Buffer) => void;
  private readonly rest: Buffer[] = [];
  private restBytes = 0;
  private state: State = 'between';
  private depth = 0;
  private inObject = false;
  /** At the top level a string before the colon is a field's name. */
  private atName = false;
  private name: Buffer[] | null = null;
  private current: string | null = null;
  private readonly names = new Set<string>();
  private found = false;
  /** What has arrived of an escape of the lifted value, after its backslash. */
  private escape = '';

  constructor(field: string, onPiece: (piece: Buffer) => void) {
    this.field = field;
    this.onPiece = onPiece;
  }

  push(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.state === 'lifted' || this.state === 'lifted-escape') at = this.lift(chunk, at);
      else at = this.copy(chunk, at);
    }
  }

  /** Whether the field was there with a string for its value. */
  get lifted(): boolean {
    return this.found;
  }

  /** The object without its lifted value; throws InvalidJson. */
  end(): Record<string, unknown> {
    let value: unknown;
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.rest)));
    } catch {
      throw new InvalidJson('not JSON');
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InvalidJson('not an object');
    return value as Record<string, unknown>;
  }

  /** Goes on to the end of the chunk or to the first byte of the lifted value. */
  private copy(chunk: Buffer, start: number): number {
    let at = start;
    let nameStart = start;
    while (at < chunk.length) {
      const byte = chunk[at] as number;
      at++;
      if (this.state === 'escape') this.state = 'string';
      else if (this.state === 'string') {
        if (byte === BACKSLASH) this.state = 'escape';
        else if (byte === QUOTE) {
          this.state = 'between';
          if (this.name) this.endOfName(chunk.subarray(nameStart, at - 1));
        }
      } else if (byte === QUOTE) {
        this.state = 'string';
        if (this.depth === 1 && this.inObject && this.atName) {
          this.name = [];
          nameStart = at;
        } else if (this.depth === 1 && this.inObject && this.current === this.field) {
          this.current = null;
          this.keep(chunk.subarray(start, at));
          this.state = 'lifted';
          this.found = true;
          return at;
        }
      } else this.structure(byte);
    }
    if (this.name) this.name.push(Buffer.from(chunk.subarray(nameStart, at)));
    this.keep(chunk.subarray(start, at));
    return at;
  }

  private structure(byte: number): void {
    if (OPEN.includes(byte)) {
      if (this.depth === 0) this.inObject = byte === OBJECT;
      this.depth++;
      if (this.depth === 1) this.atName = true;
      else this.current = null;
    } else if (CLOSE.includes(byte)) this.depth--;
    else if (this.depth === 1 && byte === COLON) this.atName = false;
    else if (this.depth === 1 && byte === COMMA) {
      this.atName = true;
      this.current = null;
    }
  }

  private endOfName(last: Buffer): void {
    const text = `"${Buffer.concat([...(this.name as Buffer[]), last]).toString()}"`;
    this.name = null;
    let name: string;
    try {
      name = JSON.parse(text) as string;
    } catch {
      throw new InvalidJson('not JSON');
    }
    // Which of two would count differs between parsers, and so between a proxy's check and ours.
    if (this.names.has(name)) throw new InvalidJson('a field is there twice');
    this.names.add(name);
    this.current = name;
  }

  /** Goes on to the end of the chunk or past the quote that ends the value. */
  private lift(chunk: Buffer, start: number): number {
    const quote = chunk.indexOf(QUOTE, start);
    const plain = chunk.subarray(start, quote < 0 ? chunk.length : quote);
    if (this.state === 'lifted-escape' || plain.includes(BACKSLASH)) return this.liftEscaped(chunk, start);
    if (plain.length > 0) this.onPiece(plain);
    return quote < 0 ? chunk.length : this.endOfValue(chunk, quote);
  }

  /** The same byte by byte, gathered into one piece: some writers escape every slash. */
  private liftEscaped(chunk: Buffer, start: number): number {
    const piece = Buffer.allocUnsafe(chunk.length - start + 3);
    let length = 0;
    let at = start;
    let ended = false;
    for (; at < chunk.length && !ended; at++) {
      const byte = chunk[at] as number;
      if (this.state === 'lifted-escape') length += piece.write(this.unescaped(byte), length);
      else if (byte === BACKSLASH) this.state = 'lifted-escape';
      else if (byte === QUOTE) ended = true;
      else piece[length++] = byte;
    }
    if (length > 0) this.onPiece(piece.subarray(0, length));
    return ended ? this.endOfValue(chunk, at - 1) : at;
  }

  private endOfValue(chunk: Buffer, quote: number): number {
    this.state = 'between';
    this.keep(chunk.subarray(quote, quote + 1));
    return quote + 1;
  }

  /** '' until the escape is whole. */
  private unescaped(byte: number): string {
    this.escape += String.fromCharCode(byte);
    let character = ESCAPES[this.escape];
    if (character === undefined) {
      if (!/^u[0-9A-Fa-f]{0,4}$/.test(this.escape)) throw new InvalidJson('not JSON');
      if (this.escape.length < 5) return '';
      character = String.fromCharCode(Number.parseInt(this.escape.slice(1), 16));
    }
    this.state = 'lifted';
    this.escape = '';
    return character;
  }

  private keep(bytes: Buffer): void {
    this.restBytes += bytes.length;
    if (this.restBytes > MAX_REST_BYTES) throw new InvalidJson('too much besides the file');
    this.rest.push(Buffer.from(bytes));
  }
}
