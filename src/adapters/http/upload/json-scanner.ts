const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN = [0x7b, 0x5b];
const CLOSE = [0x7d, 0x5d];
const OBJECT = 0x7b;

/** What the text besides the file may take unless told: a name and a few short fields. */
export const MAX_REST_BYTES = 64 * 1024;

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export class InvalidJson extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'InvalidJson';
  }
}

type State = 'between' | 'string' | 'escape' | 'lifted' | 'lifted-escape';

export interface Lifting {
  /** Where the value stands: the names of the objects around it, then its own. */
  readonly path: readonly string[];
  readonly onPiece: (piece: Buffer) => void;
  /** The most that all besides the value may take. */
  readonly maxRest?: number;
}

/**
 * Walks over the bytes of a JSON object and lifts the value of one field out, piece by piece, so that a body with a whole
 * file in it never stands in memory. All the rest is kept, bounded, with '' in place of the value.
 */
export class JsonScanner {
  private readonly path: readonly string[];
  private readonly onPiece: (piece: Buffer) => void;
  private readonly maxRest: number;
  private readonly rest: Buffer[] = [];
  private restBytes = 0;
  private state: State = 'between';
  private depth = 0;
  /** How many of the containers that are open now, from the outermost on, are objects on the way to the value. */
  private onPath = 0;
  /** In such an object a string before the colon is a field's name. */
  private atName = false;
  private name: Buffer[] | null = null;
  private current: string | null = null;
  /** The names seen in each object on the way. */
  private readonly names: Set<string>[] = [];
  private found = false;
  /** What has arrived of an escape of the lifted value, after its backslash. */
  private escape = '';

  constructor({ path, onPiece, maxRest = MAX_REST_BYTES }: Lifting) {
    this.path = path;
    this.onPiece = onPiece;
    this.maxRest = maxRest;
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
        if (this.watching && this.atName) {
          this.name = [];
          nameStart = at;
        } else if (this.watching && this.depth === this.path.length && this.atNextName) {
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

  /** Whether we stand directly in an object on the way to the value. */
  private get watching(): boolean {
    return this.depth > 0 && this.depth === this.onPath;
  }

  /** Whether the field whose value comes now is the next on the way. */
  private get atNextName(): boolean {
    return this.current === this.path[this.depth - 1];
  }

  private structure(byte: number): void {
    if (OPEN.includes(byte)) {
      const leadsOn = this.depth === 0 || (this.watching && this.depth < this.path.length && this.atNextName);
      this.depth++;
      this.current = null;
      if (!leadsOn || byte !== OBJECT) return;
      this.onPath = this.depth;
      this.names[this.depth] = new Set();
      this.atName = true;
    } else if (CLOSE.includes(byte)) {
      this.depth--;
      this.onPath = Math.min(this.onPath, this.depth);
      this.atName = false;
    } else if (this.watching && byte === COLON) this.atName = false;
    else if (this.watching && byte === COMMA) {
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
    const seen = this.names[this.depth] as Set<string>;
    if (seen.has(name)) throw new InvalidJson('a field is there twice');
    seen.add(name);
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
    if (this.restBytes > this.maxRest) throw new InvalidJson('too much besides the file');
    this.rest.push(Buffer.from(bytes));
  }
}
