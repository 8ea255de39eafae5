import { once } from 'node:events';
import { Readable } from 'node:stream';
import { RequestProblem } from '../contract/errors.ts';
import { CHUNK_BUDGET, TRY_LIMITS } from '../contract/limits.ts';
import type { TrySummary } from '../contract/try.ts';
import type { ChunkedDocument } from '../parsing/chunked-document.ts';
import { completeHead } from '../parsing/parsed-document.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import type { Spool } from '../parsing/spool.ts';
import type { ParsedRecord } from '../shared/parsed-file.ts';
import type { NamedFile } from './named-file.ts';
import type { Parsed } from './parse.ts';
import { RateLimit } from './rate-limit.ts';
import { admitted, receive, type Upload } from './receive.ts';

const HOUR_MS = 3_600_000;

export interface TrialLimits {
  readonly bytes: number;
  readonly seconds: number;
  readonly requests_per_hour: number;
}

/** The trial without a key: few, small, short and one at a time. Nothing is stored, the cache included. */
export class Trial {
  private readonly desk: ReadingDesk;
  private readonly limits: TrialLimits;
  private readonly rate: RateLimit;
  private taken = false;

  constructor(desk: ReadingDesk, limits: TrialLimits = TRY_LIMITS) {
    this.desk = desk;
    this.limits = limits;
    this.rate = new RateLimit(limits.requests_per_hour, () => performance.now(), HOUR_MS);
  }

  /** Throws BUSY while another trial is under way, RATE_LIMITED by address. What it gives has to be left. */
  enter(address: string): TrialTurn {
    if (this.taken) throw new RequestProblem('BUSY');
    this.rate.count(address);
    this.taken = true;
    return new TrialTurn(this.desk, this.limits, () => {
      this.taken = false;
    });
  }
}

/** One trial. Its time counts from the first byte: whoever sends slowly must not hold the others up. */
export class TrialTurn {
  readonly bytes: number;
  private readonly desk: ReadingDesk;
  private readonly seconds: number;
  private readonly over: () => void;
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(desk: ReadingDesk, { bytes, seconds }: TrialLimits, over: () => void) {
    this.desk = desk;
    this.bytes = bytes;
    this.seconds = seconds;
    this.over = over;
    this.timer = setTimeout(() => this.ending.abort(new RequestProblem('TRY_TIMEOUT')), seconds * 1000);
  }

  /** Takes the file in. Throws TRY_TOO_LARGE or TRY_TIMEOUT. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<Upload> {
    return receive(this.desk, inTime(bytes, this.ending.signal), this.bytes).catch((error) => {
      throw tooLargeToTry(error);
    });
  }

  /** `{summary, document, chunks}` as JSON. Throws TRY_TIMEOUT, or BUSY where the server reads as much as it may. */
  async read({ upload, filename, signal }: NamedFile): Promise<Parsed> {
    const { file, sha256, bytes } = upload;
    const both = signal === undefined ? this.ending.signal : AbortSignal.any([signal, this.ending.signal]);
    const deadline = this.seconds * 1000;
    const request = { file, sha256, bytes, signal: both, deadline, store: false, budget: CHUNK_BUDGET.default };
    const chunked = await admitted(this.desk, () => this.desk.chunk(request));
    try {
      const { root } = chunked.document;
      if (root.head.access.reason === 'TIMEOUT') throw new RequestProblem('TRY_TIMEOUT');
      const summary = JSON.stringify(await summaryOf(chunked, filename));
      const json = chunked.stream({ filename, fields: `"summary":${summary}` });
      return { head: root.head, json: Readable.from(clearedUp(json, this.desk.spool), { objectMode: false }) };
    } finally {
      chunked.close();
    }
  }

  leave(): void {
    clearTimeout(this.timer);
    this.over();
  }
}

/** What is too large for a trial need not be too large for the server. */
export function tooLargeToTry(error: unknown): unknown {
  return error instanceof RequestProblem && error.code === 'TOO_LARGE' ? new RequestProblem('TRY_TOO_LARGE') : error;
}

/** Holds the last piece back until nothing is left of the file: who has the answer can rely on that. */
async function* clearedUp(json: Readable, spool: Spool): AsyncGenerator<Buffer> {
  let last: Buffer | null = null;
  for await (const piece of json as AsyncIterable<Buffer>) {
    if (last !== null) yield last;
    last = piece;
  }
  // Only then does it let go of its files.
  if (!json.closed) await once(json, 'close');
  await spool.cleared();
  if (last !== null) yield last;
}

async function* inTime(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  late.catch(() => {});
  const pieces = bytes[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await Promise.race([pieces.next(), late]);
    if (done) return;
    yield value;
  }
}

async function summaryOf(chunked: ChunkedDocument, filename: string): Promise<TrySummary> {
  const { document } = chunked;
  const { root } = document;
  const { source, access, metrics, warnings } = completeHead(root, true, { filename });
  let chunks = 0;
  for await (const _chunk of chunked.chunks()) chunks++;
  return {
    format: source.format,
    pages: source.pages,
    readable: access.readable,
    reason: access.reason,
    reason_text: access.reason_text ?? null,
    title: (await document.structure()).title,
    blocks: sum(root, ({ blocks }) => blocks),
    tables: sum(root, ({ tables }) => tables),
    chunks,
    extractor_mix: metrics.extractor_mix,
    warnings,
    parse_ms: metrics.parse_ms,
  };
}

/** Over a document and all that are in it. */
function sum(record: ParsedRecord, of: (record: ParsedRecord) => number): number {
  return (record.children ?? []).reduce((total, child) => total + sum(child, of), of(record));
}
