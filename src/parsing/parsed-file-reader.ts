import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Structure, StructureSchema } from '../model/structure.ts';
import {
  FOOTER_BYTES,
  IndexParser,
  isMagic,
  ParsedFileDamaged,
  type ParsedRecord,
  parseFooter,
  type Range,
  UNDIGESTED_BYTES,
} from '../shared/parsed-file.ts';
import { completeHead, headText, type ParsedDocument, type StreamOptions } from './parsed-document.ts';

/** SHA-256 of one piece takes under a millisecond: nobody else waits longer than that. */
const PIECE_BYTES = 256 * 1024;

const JOIN_BYTES = 64 * 1024;
/** Lines of the index after which others get their turn: 2 to 4 ms. */
const PAUSE_LINES = 50;

export interface Expected {
  readonly generation: string;
  /** Of the bytes that the document was read from: two files that changed places are noticed. */
  readonly sha256: string;
}

/** Checks the whole file, piece by piece; throws ParsedFileDamaged when it is not what its writer left. */
export async function openParsedFile(file: string, expected: Expected): Promise<ParsedFile> {
  const handle = await open(file, 'r');
  try {
    return new ParsedFile(file, handle, await verify(handle, expected));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export interface LeasedFile extends ParsedDocument {
  /** Puts the same bytes under another name, of this or another file system. */
  linkTo(target: string): Promise<void>;
}

/** A checked parsed file, held open so that nothing done to its name afterwards changes what is passed on. */
export class ParsedFile {
  readonly root: ParsedRecord;
  /** Called once, when nobody uses the file any more. */
  onUnused: () => void = () => {};
  private file: string;
  private readonly handle: FileHandle;
  private users = 0;

  constructor(file: string, handle: FileHandle, root: ParsedRecord) {
    this.file = file;
    this.handle = handle;
    this.root = root;
  }

  /** A document for one user; the file is closed when all users have closed theirs. */
  lease(): LeasedFile {
    const release = this.retain();
    return {
      root: this.root,
      structure: (record = this.root) => this.structure(record),
      stream: (options) => this.stream(options),
      linkTo: (target) => this.linkTo(target),
      close: release,
    };
  }

  /** The file got another name. */
  movedTo(file: string): void {
    this.file = file;
  }

  private async linkTo(target: string): Promise<void> {
    try {
      await link(this.file, target);
    } catch {
      // Purged meanwhile, or on another file system: the open file is still whole.
      const whole: Range = [0, (await this.handle.stat()).size];
      await pipeline(readRange(this.handle, whole), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
    }
  }

  private async structure(record: ParsedRecord): Promise<Structure> {
    const pieces: Buffer[] = [];
    for await (const piece of readRange(this.handle, record.structure)) pieces.push(piece);
    return StructureSchema.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  }

  private stream(options: StreamOptions): Readable {
    const release = this.retain();
    const text = joined(documentText(this.root, true, new Window(this.handle), options));
    const stream = Readable.from(text, { objectMode: false, highWaterMark: PIECE_BYTES });
    stream.once('close', release);
    return stream;
  }

  private retain(): () => void {
    this.users++;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      if (--this.users > 0) return;
      this.handle.close().catch(() => {});
      this.onUnused();
    };
  }
}

async function* documentText(
  record: ParsedRecord,
  isRoot: boolean,
  window: Window,
  options: StreamOptions,
): AsyncGenerator<string | Buffer> {
  yield headText(completeHead(record, isRoot, options));
  yield* window.read(record.body);
  if (record.children) {
    let before = ',"children":[';
    for (const child of record.children) {
      yield before;
      yield* documentText(child, false, window, options);
      before = ',';
    }
    yield record.children.length === 0 ? ',"children":[]' : ']';
  }
  yield '}';
}

/** Lets everybody else have a turn: work on bytes that are at hand would never let go of the loop by itself. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Small pieces are joined: the members of a bundle are many and often short. */
async function* joined(pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    waiting.push(bytes);
    size += bytes.length;
    if (size < JOIN_BYTES) continue;
    yield waiting.length === 1 ? bytes : Buffer.concat(waiting);
    waiting = [];
    size = 0;
    await pause();
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Reads a file from front to back, many short ranges at once. */
class Window {
  private readonly handle: FileHandle;
  private start = 0;
  private bytes: Buffer = Buffer.alloc(0);

  constructor(handle: FileHandle) {
    this.handle = handle;
  }

  async *read([offset, length]: Range): AsyncGenerator<Buffer> {
    const end = offset + length;
    for (let at = offset; at < end; ) {
      if (at < this.start || at >= this.start + this.bytes.length) await this.moveTo(at);
      const piece = this.bytes.subarray(at - this.start, end - this.start);
      at += piece.length;
      yield piece;
    }
  }

  private async moveTo(offset: number): Promise<void> {
    // A new buffer each time: what was handed out may still be on its way.
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, offset);
    if (bytesRead === 0) throw new ParsedFileDamaged('length');
    this.start = offset;
    this.bytes = buffer.subarray(0, bytesRead);
  }
}

async function verify(handle: FileHandle, expected: Expected): Promise<ParsedRecord> {
  const { size } = await handle.stat();
  if (size < FOOTER_BYTES) throw new ParsedFileDamaged('length');
  const footer = parseFooter((await readWhole(handle, [size - FOOTER_BYTES, FOOTER_BYTES])).toString('latin1'), size);
  if (footer.generation !== expected.generation) throw new ParsedFileDamaged('generation');
  const hash = createHash('sha256');
  let first = true;
  for await (const piece of readRange(handle, [0, size - UNDIGESTED_BYTES])) {
    if (first && !isMagic(piece)) throw new ParsedFileDamaged('kind');
    first = false;
    hash.update(piece);
  }
  if (hash.digest('hex') !== footer.sha256) throw new ParsedFileDamaged('digest');
  const root = await readIndex(handle, [footer.index, size - FOOTER_BYTES - footer.index]);
  if (root.head.doc_id !== `sha256:${expected.sha256}`) throw new ParsedFileDamaged('another document');
  return root;
}

async function readIndex(handle: FileHandle, range: Range): Promise<ParsedRecord> {
  const index = new IndexParser(range[0]);
  let lines = 0;
  for await (const line of readLines(handle, range)) {
    index.add(line);
    if (++lines % PAUSE_LINES === 0) await pause();
  }
  return index.root();
}

async function* readLines(handle: FileHandle, range: Range): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of readRange(handle, range)) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...rest, piece.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(piece.subarray(from));
  }
  if (rest.some((piece) => piece.length > 0)) throw new ParsedFileDamaged('index');
}

async function readWhole(handle: FileHandle, range: Range): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readRange(handle, range)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* readRange(handle: FileHandle, [offset, length]: Range): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; ) {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, length - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset + at);
    if (bytesRead === 0) throw new ParsedFileDamaged('length');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
