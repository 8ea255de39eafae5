import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AccessSchema } from '../model/access.ts';
import { AclSchema, DocIdSchema, type Document, MetricsSchema, SourceSchema } from '../model/document.ts';
import type { Table } from '../model/table.ts';
import { SCHEMA_VERSION } from '../model/versions.ts';
import { WarningSchema } from '../model/warning.ts';
import { writeAtomically } from './atomic-file.ts';

/*
 * A parsed file is what a reading child leaves for the server, which passes it on without parsing the bodies:
 *
 *   geungeo-parsed 1 LF
 *   bodies           of every document in the file: `"structure":…,"pages":…,"blocks":…,"tables":…` as JSON text
 *   index            one line of JSON for each document, a container before its members: the head, and where its body stands
 *   footer           of fixed size: where the index stands, the file's length, generation, SHA-256 of all before the digest
 *
 * The index follows the bodies so that a body of any size is written piece by piece.
 */

const MAGIC = 'geungeo-parsed 1\n';
const GENERATION_WIDTH = 32;
const FOOTER = /^geungeo-end index=(\d{16}) length=(\d{16}) generation=([0-9a-z.-]+) {0,31} sha256=([0-9a-f]{64})\n$/;
export const FOOTER_BYTES = footer(0, 0, 'v0', '0'.repeat(64)).length;
/** The digest covers all bytes of the file but its own digits and the line's end. */
export const UNDIGESTED_BYTES = 65;
/** The server parses the index: 10,000 members with a warning each take 8 MB. */
const MAX_INDEX_BYTES = 32 * 1024 * 1024;
/** Text is joined up to this length before it is turned into bytes: a block on its own would cost more to hand on than to write. */
const JOIN_LENGTH = 64 * 1024;

/** The small fields of a Document, which the server completes on the way out. */
const DocumentHeadSchema = z.object({
  doc_id: DocIdSchema,
  schema_version: z.literal(SCHEMA_VERSION),
  // Bytes have no name: a root's file name and the outer part of every container path are put in after the cache.
  source: SourceSchema.extend({ filename: z.string() }),
  access: AccessSchema,
  warnings: z.array(WarningSchema),
  metrics: MetricsSchema,
  acl: AclSchema.nullable(),
});
export type DocumentHead = z.infer<typeof DocumentHeadSchema>;

/** Offset and length in bytes. */
const RangeSchema = z.tuple([z.int().min(0), z.int().min(0)]);
export type Range = z.infer<typeof RangeSchema>;

const IndexLineSchema = z.object({
  head: DocumentHeadSchema,
  body: RangeSchema,
  structure: RangeSchema,
  /** What a summary tells, so that nobody has to parse a body to count it. */
  blocks: z.int().min(0),
  tables: z.int().min(0),
  /** Line of the container that the document is in; the root alone has none. */
  container: z.int().min(0).nullable(),
  /** Whether the document is a container itself: one without members is still one. */
  contains: z.boolean(),
});
type IndexLine = z.infer<typeof IndexLineSchema>;

/** One document of a parsed file; `children` is null where the document is no container. */
export interface ParsedRecord extends Omit<IndexLine, 'container' | 'contains'> {
  readonly children: ParsedRecord[] | null;
}

/** The file is not what its writer left, or not what was asked for: delete it and read the document again. */
export class ParsedFileDamaged extends Error {
  constructor(what: string) {
    super(`parsed file damaged: ${what}`);
    this.name = 'ParsedFileDamaged';
  }
}

export interface Footer {
  readonly index: number;
  readonly length: number;
  readonly generation: string;
  readonly sha256: string;
}

/** Children of a document keep the container path that the bytes tell: without the outermost file's name. */
export async function writeParsedFile(target: string, document: Document, generation: string): Promise<void> {
  await writeAtomically(target, fileText(document, generation));
}

/** The whole Document, for the child that chunks it. The root has no file name. */
export function loadParsedFile(file: string): Document {
  const bytes = readFileSync(file);
  const end = parseFooter(bytes.subarray(-FOOTER_BYTES).toString('latin1'), bytes.length);
  const digest = createHash('sha256').update(bytes.subarray(0, -UNDIGESTED_BYTES)).digest('hex');
  if (digest !== end.sha256) throw new ParsedFileDamaged('digest');
  const index = new IndexParser(end.index);
  for (const line of bytes
    .subarray(end.index, bytes.length - FOOTER_BYTES - 1)
    .toString('utf8')
    .split('\n'))
    index.add(line);
  return toDocument(index.root(), (range) => bytes.subarray(range[0], range[0] + range[1]).toString('utf8'));
}

/** `text` is the end of a file of `size` bytes. */
export function parseFooter(text: string, size: number): Footer {
  const [, index, length, generation, sha256] = FOOTER.exec(text) ?? [];
  if (!index || !length || !generation || !sha256) throw new ParsedFileDamaged('footer');
  if (Number(length) !== size) throw new ParsedFileDamaged('length');
  const indexBytes = size - FOOTER_BYTES - Number(index);
  if (Number(index) < MAGIC.length || indexBytes < 2 || indexBytes > MAX_INDEX_BYTES) throw new ParsedFileDamaged('index place');
  return { index: Number(index), length: Number(length), generation, sha256 };
}

/** Takes the index line by line, so that whoever must not be held up can pause between any two. */
export class IndexParser {
  private readonly records: ParsedRecord[] = [];
  private readonly end: number;

  /** Ranges that a line names lie between the first line of the file and `end`. */
  constructor(end: number) {
    this.end = end;
  }

  add(text: string): void {
    const { container, contains, ...line } = parseLine(text);
    for (const [offset, length] of [line.body, line.structure]) {
      if (offset < MAGIC.length || offset + length > this.end) throw new ParsedFileDamaged('range');
    }
    const record: ParsedRecord = { ...line, children: contains ? [] : null };
    const siblings = container === null ? null : this.records[container]?.children;
    if (container === null ? this.records.length > 0 : !siblings) throw new ParsedFileDamaged('index');
    siblings?.push(record);
    this.records.push(record);
  }

  root(): ParsedRecord {
    const root = this.records[0];
    if (!root) throw new ParsedFileDamaged('index');
    return root;
  }
}

function parseLine(text: string): IndexLine {
  try {
    return IndexLineSchema.parse(JSON.parse(text));
  } catch {
    throw new ParsedFileDamaged('index');
  }
}

export function isMagic(bytes: Uint8Array): boolean {
  return Buffer.from(MAGIC).equals(bytes.subarray(0, MAGIC.length));
}

function* fileText(document: Document, generation: string): Generator<Buffer> {
  if (!/^[0-9a-z.-]+$/.test(generation) || generation.length > GENERATION_WIDTH) throw new Error('bad name of a generation');
  const hash = createHash('sha256');
  const index: IndexLine[] = [];
  let offset = 0;
  function* put(pieces: Iterable<string>): Generator<Buffer> {
    for (const text of joined(pieces)) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      offset += bytes.length;
      yield bytes;
    }
  }
  function* putDocument(given: Document, container: number | null): Generator<Buffer> {
    const body = offset;
    yield* put(['"structure":']);
    const structure = offset;
    yield* put([JSON.stringify(given.structure)]);
    const structureEnd = offset;
    yield* put(contentText(given));
    const line = index.push({
      head: head(given, container === null),
      body: [body, offset - body],
      structure: [structure, structureEnd - structure],
      blocks: given.blocks.length,
      tables: given.tables.length,
      container,
      contains: given.children !== undefined,
    });
    for (const child of given.children ?? []) yield* putDocument(child, line - 1);
  }
  yield* put([MAGIC]);
  yield* putDocument(document, null);
  const start = offset;
  yield* put(index.map((line) => `${JSON.stringify(line)}\n`));
  if (offset - start > MAX_INDEX_BYTES) throw new Error('the index of a parsed file is too large');
  const end = footer(start, offset + FOOTER_BYTES, generation, '').slice(0, -1);
  hash.update(end);
  yield Buffer.from(`${end}${hash.digest('hex')}\n`);
}

function* joined(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < JOIN_LENGTH) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function head(document: Document, root: boolean): DocumentHead {
  return {
    doc_id: document.doc_id,
    schema_version: document.schema_version,
    source: root ? { ...document.source, filename: '', container_path: [] } : document.source,
    access: document.access,
    warnings: document.warnings,
    metrics: document.metrics,
    acl: null,
  };
}

function footer(index: number, length: number, generation: string, digest: string): string {
  const number = (value: number) => String(value).padStart(16, '0');
  return `geungeo-end index=${number(index)} length=${number(length)} generation=${generation.padEnd(GENERATION_WIDTH)} sha256=${digest}\n`;
}

// A document may hold millions of cells: one string of all of them would not fit into V8's longest string.
function* contentText(document: Document): Generator<string> {
  yield ',"pages":';
  yield* listText(document.pages, JSON.stringify);
  yield ',"blocks":';
  yield* listText(document.blocks, JSON.stringify);
  yield ',"tables":';
  yield* listText(document.tables, tableText);
}

function* tableText({ cells, grid, ...rest }: Table): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"cells":`;
  yield* listText(cells, JSON.stringify);
  yield ',"grid":';
  yield* listText(grid, JSON.stringify);
  yield '}';
}

function* listText<T>(items: readonly T[], itemText: (item: T) => string | Iterable<string>): Generator<string> {
  let before = '[';
  for (const item of items) {
    const text = itemText(item);
    if (typeof text === 'string') {
      yield before + text;
    } else {
      yield before;
      yield* text;
    }
    before = ',';
  }
  yield items.length === 0 ? '[]' : ']';
}

function toDocument(record: ParsedRecord, text: (range: Range) => string): Document {
  const body = JSON.parse(`{${text(record.body)}}`) as Pick<Document, 'structure' | 'pages' | 'blocks' | 'tables'>;
  return {
    ...record.head,
    ...body,
    ...(record.children ? { children: record.children.map((child) => toDocument(child, text)) } : {}),
  };
}
