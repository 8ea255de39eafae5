import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import type { Block } from '../../src/model/block.ts';
import type { Format } from '../../src/model/formats.ts';
import type { Page } from '../../src/model/geometry.ts';
import type { Structure } from '../../src/model/structure.ts';
import type { Table } from '../../src/model/table.ts';
import type { Warning } from '../../src/model/warning.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import type { Content } from '../../src/reading/content.ts';
import { bundleMembers } from '../../src/reading/formats/bundle/members.ts';
import { readerFor } from '../../src/reading/formats/registry.ts';
import { sniff } from '../../src/reading/sniff/sniff.ts';
import { describe } from '../../src/reading/structure/structure.ts';
import { Unreadable } from '../../src/reading/unreadable.ts';

interface Stored {
  readonly blocks: Block[];
  readonly tables: Table[];
  readonly pages: Page[];
  readonly warnings: Warning[];
  readonly sizes: Content['sizes'];
}

/** Those of the given formats that this version reads. */
export async function readableFormats(formats: readonly Format[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const format of formats) if (await readerFor(format)) found.add(format);
  return found;
}

const READING = fileURLToPath(new URL('../../src/reading/', import.meta.url));
/** Folder for contents between runs; a changed reader or file is read anew. */
const CACHE = process.env.GEUNGEO_EVAL_CACHE;
/** Scans take minutes to read: they are left out unless asked for. */
const PIXELS = process.env.GEUNGEO_EVAL_OCR ? {} : { ocrPages: 0 };

export interface Described {
  readonly content: Content;
  readonly structure: Structure;
  /** Processor milliseconds; null where the content was kept from an earlier run. */
  readonly reading: number | null;
  readonly describing: number;
}

const described = new Map<string, Promise<Described | null>>();

/** A corpus file read and described once for all evaluations of a run; null where nothing reads it. */
export function describedFile(root: string, file: string): Promise<Described | null> {
  const known = described.get(file) ?? readAndDescribe(root, file);
  described.set(file, known);
  return known;
}

async function readAndDescribe(root: string, file: string): Promise<Described | null> {
  const before = processorTime();
  const content = await corpusContent(root, file);
  if (!content) return null;
  const read = processorTime();
  const structure = describe(content);
  return { content, structure, reading: CACHE === undefined ? read - before : null, describing: processorTime() - read };
}

/** Milliseconds of this process. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What a reader makes of a corpus file (`zip/x.zip/inner.pdf`: of that member), before structure; null where nothing reads it. */
async function corpusContent(root: string, file: string): Promise<Content | null> {
  const bytes = await fileBytes(root, file);
  const kept = CACHE === undefined ? null : path.join(CACHE, `${key(bytes, file)}.v8`);
  if (kept && existsSync(kept)) return contentOf(deserialize(readFileSync(kept)) as Stored | null);
  const stored = await readStored(bytes);
  if (kept) {
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, serialize(stored));
  }
  return contentOf(stored);
}

async function readStored(bytes: Buffer): Promise<Stored | null> {
  const budget = new Budget();
  try {
    const { format } = await sniff(bytes, budget);
    const reader =
      format === 'unknown' || format === 'zip'
        ? undefined
        : ((await readerFor(format)) ??
          (format === 'pdf' ? (await import('../../src/reading/formats/pdf/reader.ts')).pdfReader : undefined));
    if (!reader) return null;
    const { blocks, tables, pages, warnings, sizes } = await reader.read(bytes, { budget, paginate: false, ...PIXELS });
    return { blocks, tables, pages, warnings, sizes };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function contentOf(stored: Stored | null): Content | null {
  return stored === null ? null : ({ ...stored, places: new Map() } as Content);
}

async function fileBytes(root: string, file: string): Promise<Buffer> {
  const inner = /^(zip\/[^/]+\.zip)\/(.+)$/.exec(file);
  if (!inner) return readFileSync(path.join(root, file));
  const members = await bundleMembers(readFileSync(path.join(root, inner[1] as string)), new Budget());
  const member = members.find((entry) => entry.path === inner[2]);
  if (!member) throw new Error(`no member ${inner[2]} in ${inner[1]}`);
  return member.bytes();
}

const codeHashes = new Map<string, string>();

function key(bytes: Buffer, file: string): string {
  const folder = ['hwp', 'hwpx', 'docx', 'xlsx', 'pdf'].find((format) => file.endsWith(`.${format}`)) ?? '';
  const known = codeHashes.get(folder) ?? codeHash(['container', 'formats/hangul', `formats/${folder}`]);
  codeHashes.set(folder, known);
  return createHash('sha256').update(known).update(JSON.stringify(PIXELS)).update(bytes).digest('hex');
}

function codeHash(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(path.join(READING, folder)).sort())
      if (/(?<!\.test)\.ts$/.test(name)) hash.update(readFileSync(path.join(READING, folder, name)));
  for (const name of ['content.ts', 'table-text.ts', 'formats/registry.ts']) hash.update(readFileSync(path.join(READING, name)));
  return hash.digest('hex');
}
