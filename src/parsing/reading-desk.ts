import { link } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { type Log, SILENT } from '../shared/log.ts';
import { readPageImage } from '../shared/page-image-file.ts';
import type { ParsedRecord } from '../shared/parsed-file.ts';
import { type QuotedPlaces, readQuotedPlaces } from '../shared/quoted-places-file.ts';
import type { Quotation } from '../shared/reading-protocol.ts';
import { ALONE, type Lease } from '../storage/lease.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { Admission } from './admission.ts';
import { DirectoryCache, NO_CACHE, type ParseCache } from './cache.ts';
import { generationName } from './cache-generations.ts';
import { ChunkedDocument } from './chunked-document.ts';
import { clippedDpi, PageImageCache, type PageImageRequest, type PageImageResult, pageImageKey } from './page-images.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { type LeasedFile, openParsedFile, type ParsedFile } from './parsed-file-reader.ts';
import { Pool, type PoolOptions, type PoolRequest, type RunOptions } from './pool.ts';
import { SharedCache } from './shared-cache.ts';
import { SharedReadings } from './shared-readings.ts';
import { Spool, type SpoolDirectory, StorageFailed, storageCode } from './spool.ts';
import type { Outcome } from './supervisor.ts';
import { type Unread, unreadableDocument } from './unreadable-document.ts';

export interface DeskOptions {
  /** Null keeps nothing: what is read waits in the system's temporary directory until it is passed on. */
  readonly cache: string | null;
  readonly temporary?: string;
  /** Parsed documents that other servers have read, and get from this one. */
  readonly blobs?: ObjectStore | null;
  /** Keeps two servers from reading the same bytes at once. */
  readonly lease?: Lease;
  /** False skips the layout engine. */
  readonly paginate?: boolean;
  /** Names what else about this server changes what is read (an OCR engine), so that its cache is not taken for another's. */
  readonly variant?: string;
  /** Pages of one document that may be read from pixels. */
  readonly ocrPages?: number;
  /** Readings let in at once; null or 0 is no limit. */
  readonly maxParallel?: number | null;
  readonly pool?: PoolOptions;
  readonly log?: Log;
}

export interface ReadRequest {
  readonly file: string;
  /** Of the file's bytes. */
  readonly sha256: string;
  readonly bytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds in place of the server's. */
  readonly deadline?: number | undefined;
  /** False leaves the cache alone, in both directions. */
  readonly store?: boolean;
}

/** Milliseconds for one page: the heaviest of the test corpus takes two seconds. */
const DRAW_MS = 30_000;

/** Where the rest of the service hands in bytes and gets a document: read before, read now, or told why it cannot be. */
export class ReadingDesk {
  readonly spool: Spool;
  readonly pool: Pool;
  readonly admission: Admission;
  readonly counts = { hits: 0, misses: 0 };
  private readonly cache: ParseCache;
  private readonly generation: string;
  private readonly lease: Lease;
  private readonly paginate: boolean;
  private readonly log: Log;
  private readonly ocrPages: number | undefined;
  private readonly readings = new SharedReadings<ParsedFile | Unread>();
  /** Null keeps no pictures. */
  private readonly pageImages: PageImageCache | null;
  private readonly drawings = new SharedReadings<PageImageResult>();
  private inFlight = 0;

  private constructor(options: DeskOptions, parts: { spool: Spool; pool: Pool; cache: ParseCache; generation: string }) {
    this.spool = parts.spool;
    this.pool = parts.pool;
    this.cache = parts.cache;
    this.generation = parts.generation;
    this.lease = options.lease ?? ALONE;
    this.admission = new Admission(options.maxParallel ?? null);
    this.paginate = options.paginate ?? true;
    this.ocrPages = options.ocrPages;
    this.log = options.log ?? SILENT;
    this.pageImages = options.cache === null ? null : new PageImageCache(options.cache, this.log);
  }

  static async open(options: DeskOptions): Promise<ReadingDesk> {
    const log = options.log ?? SILENT;
    const { paginate = true, variant } = options;
    const generation = generationName([...(paginate ? [] : ['unpaged']), ...(variant ? [variant] : [])].join('.'));
    const fallback = path.join(options.temporary ?? tmpdir(), `geungeo-${userInfo().uid}`);
    const roots = options.cache === null ? [fallback] : [path.join(options.cache, 'spool'), fallback];
    const spool = await Spool.open({ roots, log });
    const cache = await openCache(options, { spool, generation, log });
    const scratch = await spool.directory().catch(() => null);
    const pool = await Pool.open({ log, scratch: scratch?.path ?? null, ...options.pool });
    return new ReadingDesk(options, { spool, pool, cache, generation });
  }

  /** Documents in reading now, each call counted. */
  get running(): number {
    return this.inFlight;
  }

  /** Entries of the cache that were found damaged since the start. */
  get damaged(): number {
    return this.cache.damaged;
  }

  /** Throws what `signal` gives as its reason, or StorageFailed; every other trouble is told by the document. */
  async parse(request: ReadRequest): Promise<ParsedDocument> {
    return this.counted(() => this.read(request));
  }

  /** The document and its chunks of at most `budget` characters. */
  async chunk(request: ReadRequest & { readonly budget: number }): Promise<ChunkedDocument> {
    return this.counted(async () => {
      const document = await this.read(request);
      if (!('linkTo' in document) || !isReadable(document.root)) return new ChunkedDocument(document, null, () => {});
      try {
        return await this.chunkFile(document, request);
      } catch (error) {
        document.close();
        throw error;
      }
    });
  }

  /** One page as a picture: drawn before, drawn now, or the reason why there is none. Throws as `parse` does. */
  async pageImage(request: PageImageRequest): Promise<PageImageResult> {
    if (request.member !== undefined && this.pageImages === null) return { png: null, reason: 'CACHE_OFF' };
    if (!Number.isSafeInteger(request.page) || request.page < 1) return { png: null, reason: 'NO_SUCH_PAGE' };
    const key = pageImageKey(request);
    return this.drawings.join(key, request.signal, {
      read: async (signal) => (await this.pageImages?.lookup(key)) ?? this.draw(request, key, signal),
      take: (result) => result,
      discard: () => {},
    });
  }

  /**
   * Where quotations stand in a document that was read before, finer than their chunks' anchors; null for one that is not
   * found. Nothing is read anew for it: without the parsed file there are none.
   */
  async quotedPlaces(sha256: string, quotations: readonly Quotation[], signal?: AbortSignal): Promise<QuotedPlaces> {
    const none = quotations.map(() => null);
    const parsed = (await this.cache.lookup(sha256))?.lease();
    if (!parsed) return none;
    try {
      const { outcome, directory } = await this.runJob({ signal, deadline: DRAW_MS }, async (directory) => {
        const file = path.join(directory.path, 'parsed');
        await parsed.linkTo(file);
        return { op: 'locate', parsed: file, quotations, out: path.join(directory.path, 'places') };
      });
      try {
        return outcome.kind === 'done' ? await readQuotedPlaces(path.join(directory.path, 'places')) : none;
      } finally {
        await directory.remove();
      }
    } finally {
      parsed.close();
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
    await this.cache.close();
    await this.spool.close();
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    this.inFlight++;
    try {
      return await work();
    } finally {
      this.inFlight--;
    }
  }

  private async read(request: ReadRequest): Promise<LeasedFile | ParsedDocument> {
    const store = request.store ?? true;
    return this.readings.join(`${request.sha256} ${store}`, request.signal, {
      read: async (signal) => {
        const found = store ? await this.cache.lookup(request.sha256) : null;
        this.counts[found ? 'hits' : 'misses']++;
        return found ?? (store ? this.readOnce(request, signal) : this.readAnew(request, store, signal));
      },
      take: (result) => ('lease' in result ? result.lease() : unreadableDocument(result)),
      discard: (result) => {
        if ('lease' in result) result.lease().close();
      },
    });
  }

  /** Here or on another server, but not on both at once; what the other one read is taken from it. */
  private async readOnce(request: ReadRequest, signal: AbortSignal): Promise<ParsedFile | Unread> {
    if (this.lease === ALONE) return this.readAnew(request, true, signal);
    const name = `parse/${this.generation}-${request.sha256}`;
    for (;;) {
      const mine = await this.lease.run(
        name,
        async () => (await this.cache.lookup(request.sha256)) ?? this.readAnew(request, true, signal),
      );
      if (mine !== null) return mine.result;
      await this.lease.released(name, signal);
    }
  }

  private async readAnew(request: ReadRequest, store: boolean, signal: AbortSignal): Promise<ParsedFile | Unread> {
    const { sha256, bytes } = request;
    const started = performance.now();
    const unread = (died: Pick<Unread, 'reason' | 'format'>): Unread => ({
      sha256,
      bytes,
      ms: performance.now() - started,
      ...died,
    });
    const { outcome, directory } = await this.runJob({ signal, deadline: request.deadline }, async (directory) => {
      const out = path.join(directory.path, 'parsed');
      const file = await this.holdFast(request.file, path.join(directory.path, 'source'));
      return { op: 'parse', file, sha256, out, generation: this.generation, paginate: this.paginate, ...this.ocr() };
    });
    if (outcome.kind === 'died') {
      await directory.remove();
      return unread(outcome);
    }
    try {
      const out = path.join(directory.path, 'parsed');
      const parsed = await openParsedFile(out, { generation: this.generation, sha256 });
      const place = store ? await this.cache.publish(out, sha256, parsed.root) : null;
      if (place === null) {
        parsed.onUnused = () => void directory.remove();
      } else {
        parsed.movedTo(place);
        await directory.remove();
      }
      this.log.info({ sha256, bytes, ms: Math.round(performance.now() - started) }, 'a document was read');
      return parsed;
    } catch (error) {
      this.log.error(
        { error: (error as Error).name, what: (error as Error).message },
        'a child left a result that cannot be used',
      );
      await directory.remove();
      return unread({ reason: 'PARSER_FAILED' });
    }
  }

  private async draw(request: PageImageRequest, key: string, signal: AbortSignal): Promise<PageImageResult> {
    if (typeof request.file === 'string') return this.drawFile({ ...request, file: request.file }, key, signal);
    const copy = await request.file();
    if (copy === null) return { png: null, reason: 'CORRUPTED' };
    try {
      return await this.drawFile({ ...request, file: copy.file }, key, signal);
    } finally {
      await copy.remove();
    }
  }

  private async drawFile(
    request: PageImageRequest & { readonly file: string },
    key: string,
    signal: AbortSignal,
  ): Promise<PageImageResult> {
    const { sha256, member, memberSha256, page } = request;
    const { outcome, directory } = await this.runJob({ signal, deadline: DRAW_MS }, async (directory) => {
      const file = await this.holdFast(request.file, path.join(directory.path, 'source'));
      const inside = member === undefined ? {} : { member, ...(memberSha256 === undefined ? {} : { memberSha256 }) };
      return { op: 'draw', file, sha256, ...inside, page, dpi: clippedDpi(request.dpi), out: path.join(directory.path, 'page') };
    });
    try {
      if (outcome.kind !== 'done') return { png: null, reason: outcome.reason };
      const out = path.join(directory.path, 'page');
      const drawn = await readPageImage(out);
      if (drawn === null) return { png: null, reason: 'PARSER_FAILED' };
      await this.pageImages?.publish(out, key);
      return drawn;
    } finally {
      await directory.remove();
    }
  }

  private ocr(): { ocrPages?: number } {
    return this.ocrPages === undefined ? {} : { ocrPages: this.ocrPages };
  }

  private async chunkFile(document: LeasedFile, request: ReadRequest & { readonly budget: number }): Promise<ChunkedDocument> {
    const started = performance.now();
    const { outcome, directory } = await this.runJob(request, async (directory) => {
      const parsed = path.join(directory.path, 'parsed');
      await document.linkTo(parsed);
      return { op: 'chunk', parsed, budget: request.budget, out: path.join(directory.path, 'chunks') };
    });
    const remove = () => void directory.remove();
    if (outcome.kind === 'done') return new ChunkedDocument(document, path.join(directory.path, 'chunks'), remove);
    document.close();
    remove();
    const { sha256, bytes } = request;
    const { format } = document.root.head.source;
    const reason = outcome.kind === 'died' ? outcome.reason : 'PARSER_FAILED';
    const unread = unreadableDocument({ sha256, bytes, reason, format, ms: performance.now() - started });
    return new ChunkedDocument(unread, null, () => {});
  }

  /** Runs a job in a directory of its own; a disk that is full is tried around before it is the caller's trouble. */
  private async runJob(
    options: RunOptions,
    request: (directory: SpoolDirectory) => Promise<PoolRequest>,
  ): Promise<{ outcome: Exclude<Outcome, { kind: 'aborted' }>; directory: SpoolDirectory }> {
    for (let place = 0; ; place++) {
      const directory = await this.spool.directory(place);
      try {
        const outcome = await this.pool.run(await request(directory), options);
        if (outcome.kind === 'aborted') throw options.signal?.reason ?? new Error('the reading desk is closed');
        const full = outcome.kind === 'died' ? storageCode(outcome.cause) : null;
        if (full === null) return { outcome, directory };
        if (place + 1 >= this.spool.size) throw new StorageFailed(full);
      } catch (error) {
        await directory.remove();
        throw error;
      }
      await directory.remove();
    }
  }

  /** Whoever handed in a spooled file may remove it while others still wait for the same bytes. */
  private async holdFast(file: string, name: string): Promise<string> {
    if (!this.spool.owns(file)) return file;
    return link(file, name).then(
      () => name,
      () => file,
    );
  }
}

async function openCache(
  { cache, blobs = null }: DeskOptions,
  parts: { readonly spool: Spool; readonly generation: string; readonly log: Log },
): Promise<ParseCache> {
  if (cache === null) return NO_CACHE;
  const local = await DirectoryCache.open({ root: cache, ...parts });
  return blobs === null ? local : new SharedCache({ local, store: blobs, ...parts });
}

function isReadable(record: ParsedRecord): boolean {
  return record.head.access.readable || (record.children ?? []).some(isReadable);
}
