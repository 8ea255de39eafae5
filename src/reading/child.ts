import { readFile } from 'node:fs/promises';
import type { Document } from '../model/document.ts';
import { writeChunkFile } from '../shared/chunk-file.ts';
import { memoryRefusal } from '../shared/memory-refusal.ts';
import { writePageImage } from '../shared/page-image-file.ts';
import { loadParsedFile, writeParsedFile } from '../shared/parsed-file.ts';
import { writeQuotedPlaces } from '../shared/quoted-places-file.ts';
import type { ReadingReply, ReadingRequest } from '../shared/reading-protocol.ts';
import { chunkDocument } from './chunking/chunk.ts';
import { Budget } from './container/budget.ts';
import { drawPage } from './draw-page.ts';
import { readDocument } from './pipeline.ts';
import { quotedPlaces } from './quoted-places.ts';

/** The process that touches documents' bytes. It may be killed at any instant; what it leaves is complete or nothing. */
const BEAT_EVERY_MS = 1000;

function reply(message: ReadingReply): void {
  process.send?.(message);
}

/** Says that the job goes on: from the reader's own loops while they run, from a timer while it waits. */
function heartbeat(job: number): { beat(): void; stop(): void } {
  let last = performance.now();
  const beat = () => {
    if (performance.now() - last < BEAT_EVERY_MS) return;
    last = performance.now();
    reply({ kind: 'beat', job });
  };
  const timer = setInterval(beat, BEAT_EVERY_MS);
  return { beat, stop: () => clearInterval(timer) };
}

async function work(request: ReadingRequest): Promise<void> {
  const { job } = request;
  const heart = heartbeat(job);
  try {
    if (request.op === 'parse') {
      const document: Document = await readDocument(await readFile(request.file), {
        budget: new Budget(heart.beat),
        paginate: request.paginate,
        ...(request.ocrPages === undefined ? {} : { ocrPages: request.ocrPages }),
        onSniffed: (format) => reply({ kind: 'sniffed', job, format }),
      });
      await writeParsedFile(request.out, document, request.generation);
      reply({ kind: 'done', job, readable: document.access.readable, reason: document.access.reason });
    } else if (request.op === 'draw') {
      const drawn = await drawPage(await readFile(request.file), request, new Budget(heart.beat));
      if (typeof drawn === 'string') {
        reply({ kind: 'not-drawn', job, reason: drawn });
      } else {
        await writePageImage(request.out, drawn);
        reply({ kind: 'done', job, readable: true, reason: null });
      }
    } else if (request.op === 'locate') {
      await writeQuotedPlaces(request.out, quotedPlaces(loadParsedFile(request.parsed), request.quotations));
      reply({ kind: 'done', job, readable: true, reason: null });
    } else {
      const document = loadParsedFile(request.parsed);
      await writeChunkFile(request.out, chunkDocument(document, request.budget));
      reply({ kind: 'done', job, readable: document.access.readable, reason: document.access.reason });
    }
  } catch (error) {
    reply({ kind: 'failed', job, error: describeBug(error) });
  } finally {
    heart.stop();
  }
}

/** Where it happened, never what it said: a message can hold document text. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const refused = memoryRefusal(error.message);
  if (refused !== null) return `memory refused: ${refused}`;
  const frame = /\/([\w.-]+\/[\w.-]+\.(?:js|ts):\d+:\d+)/.exec(error.stack ?? '')?.[1] ?? 'unknown place';
  const code = (error as NodeJS.ErrnoException).code;
  return `${error.name}${typeof code === 'string' ? ` ${code}` : ''} at ${frame}`;
}

process.on('message', (request: ReadingRequest) => void work(request));
// Nobody is left to read for.
process.on('disconnect', () => process.exit(0));
