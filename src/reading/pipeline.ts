import { createHash } from 'node:crypto';
import { READABLE, unreadableAccess } from '../model/access.ts';
import type { Block } from '../model/block.ts';
import type { Document } from '../model/document.ts';
import type { Extractor, Format } from '../model/formats.ts';
import { emptyStructure } from '../model/structure.ts';
import { SCHEMA_VERSION } from '../model/versions.ts';
import { warning } from '../model/warning.ts';
import { extensionWarning } from '../shared/extension.ts';
import { LIMITS } from './container/budget.ts';
import type { Content } from './content.ts';
import { bundleMembers } from './formats/bundle/members.ts';
import type { ReadContext } from './formats/reader.ts';
import { readerFor } from './formats/registry.ts';
import { hwp3ToHwpx } from './paging/convert.ts';
import { LEGACY_TEXTS } from './sniff/legacy.ts';
import { sniff } from './sniff/sniff.ts';
import type { Sniffed } from './sniff/sniffed.ts';
import { describe } from './structure/structure.ts';
import { Unreadable } from './unreadable.ts';

export interface PipelineContext extends ReadContext {
  /** Told as soon as it is known, before a reader runs. */
  onSniffed?(format: Format): void;
}

const HWP3_TEXT = '한글 3.0 문서를 배치 엔진으로 변환해 읽었습니다. 쪽 번호는 추정값이고 모양이 원본과 다를 수 있습니다.';

/** The name of a document that was given as bytes alone; whoever knows the name puts it in afterwards. */
const UNNAMED = '-';

/**
 * Bytes in, Document out, whatever the bytes are: a file that cannot be read is a Document that says why. Only a bug in
 * a reader leaves as an exception.
 */
export async function readDocument(bytes: Buffer, context: PipelineContext): Promise<Document> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return readInto(bytes, sha256, context, { filename: UNNAMED, containers: [] });
}

interface Position {
  readonly filename: string;
  /** Containers between the given file and this document, outermost first; the given file itself is not among them. */
  readonly containers: readonly string[];
}

async function readInto(bytes: Buffer, sha256: string, context: PipelineContext, at: Position): Promise<Document> {
  const started = performance.now();
  const document = blankDocument(bytes, sha256, at);
  try {
    const sniffed = await sniff(bytes, context.budget);
    document.source.format = sniffed.format;
    if (at.containers.length === 0 && at.filename === UNNAMED) context.onSniffed?.(sniffed.format);
    if (sniffed.format === 'zip') await readBundle(document, bytes, context, at);
    else fill(document, await readContent(bytes, sniffed, context));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const detail = error.text === undefined ? { drm_vendor: error.drmVendor } : { drm_vendor: error.drmVendor, text: error.text };
    Object.assign(document, blankDocument(bytes, sha256, at), {
      access: unreadableAccess(error.reason, detail),
      source: { ...document.source, pages: 0 },
    });
  }
  document.metrics.parse_ms = Math.round(performance.now() - started);
  return document;
}

async function readContent(bytes: Buffer, sniffed: Sniffed, context: ReadContext): Promise<Content> {
  if (sniffed.format === 'unknown') throw new Unreadable('UNSUPPORTED_FORMAT', { text: LEGACY_TEXTS[sniffed.legacy] });
  if (sniffed.version === 'hwp3') return readHwp3(bytes, context);
  const reader = await readerFor(sniffed.format);
  if (!reader) throw new Unreadable('UNSUPPORTED_FORMAT', { text: `이 판은 ${sniffed.format} 형식을 아직 읽지 않습니다.` });
  return withText(await reader.read(bytes, context));
}

/** HWP 3.0 is converted and then read like the format it was converted to. */
async function readHwp3(bytes: Buffer, context: ReadContext): Promise<Content> {
  const hwpx = await hwp3ToHwpx(bytes);
  const content = await (await readerFor('hwpx'))?.read(hwpx, context);
  if (!content) throw new Unreadable('UNSUPPORTED_FORMAT');
  for (const block of content.blocks) block.extractor = 'hwp';
  const others = content.warnings.filter((warned) => warned.code !== 'PAGES_ESTIMATED');
  content.warnings.splice(0, Number.POSITIVE_INFINITY, warning('PAGES_ESTIMATED', { text: HWP3_TEXT }), ...others);
  return withText(content);
}

function withText(content: Content): Content {
  if (!content.blocks.some((block) => /\S/.test(block.text))) {
    throw new Unreadable(content.blocks.some((block) => block.type === 'image') ? 'NO_TEXT' : 'EMPTY');
  }
  return content;
}

function fill(document: Document, content: Content): void {
  document.structure = describe(content);
  document.warnings = content.warnings;
  document.pages = content.pages;
  document.blocks = content.blocks;
  document.tables = content.tables;
  document.source.pages = content.pages.length;
  document.metrics.extractor_mix = extractorMix(content.blocks);
}

async function readBundle(document: Document, bytes: Buffer, context: PipelineContext, at: Position): Promise<void> {
  if (at.containers.length >= LIMITS.nesting)
    throw new Unreadable('LIMIT_EXCEEDED', { text: '압축 파일이 너무 깊게 겹쳐 있습니다. 풀어서 올려 주세요.' });
  const containers = at.filename === UNNAMED ? at.containers : [...at.containers, at.filename];
  const children: Document[] = [];
  for (const member of await bundleMembers(bytes, context.budget)) {
    const position: Position = { filename: member.path, containers };
    let inner: Buffer;
    try {
      inner = member.bytes();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      // Its bytes are out of reach, so the child is known by its place in the bundle alone.
      const child = blankDocument(
        Buffer.alloc(0),
        createHash('sha256').update(`${document.doc_id}/${member.path}`).digest('hex'),
        position,
      );
      child.access = unreadableAccess(error.reason, error.text === undefined ? {} : { text: error.text });
      children.push(child);
      continue;
    }
    const child = await readInto(inner, createHash('sha256').update(inner).digest('hex'), context, position);
    const mismatch = extensionWarning(member.path, child.source.format);
    if (mismatch) child.warnings.push(mismatch);
    children.push(child);
    context.budget.progress();
  }
  document.children = children;
  if (!children.some((child) => child.access.readable)) {
    const first = children[0]?.access;
    if (first?.reason)
      document.access = unreadableAccess(first.reason, {
        text: '압축 파일 안에 읽을 수 있는 문서가 없습니다. 각 문서의 이유를 확인해 주세요.',
      });
  }
}

function blankDocument(bytes: Buffer, sha256: string, at: Position): Document {
  return {
    doc_id: `sha256:${sha256}`,
    schema_version: SCHEMA_VERSION,
    source: {
      filename: at.filename,
      format: 'unknown',
      bytes: bytes.length,
      pages: 0,
      sha256,
      container_path: [...at.containers],
    },
    access: READABLE,
    structure: emptyStructure(),
    warnings: [],
    metrics: { parse_ms: 0, extractor_mix: {} },
    acl: null,
    pages: [],
    blocks: [],
    tables: [],
  };
}

/** Share of the document's characters by the way they were read; shares add up to one. */
function extractorMix(blocks: readonly Block[]): Partial<Record<Extractor, number>> {
  const counts = new Map<Extractor, number>();
  let total = 0;
  for (const block of blocks) {
    counts.set(block.extractor, (counts.get(block.extractor) ?? 0) + block.text.length);
    total += block.text.length;
  }
  const mix: Partial<Record<Extractor, number>> = {};
  for (const [extractor, count] of counts) if (count > 0) mix[extractor] = Math.round((count / total) * 1e4) / 1e4;
  return mix;
}
