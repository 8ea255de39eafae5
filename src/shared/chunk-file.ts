import { createReadStream } from 'node:fs';
import type { Chunk } from '../model/chunk.ts';
import { writeAtomically } from './atomic-file.ts';

/*
 * Chunks on their way from a child to the server: a JSON array with each chunk on a line of its own, so that the server
 * can pass the file on as it is, or take it in chunk by chunk without a long JSON.parse that would stop everybody else.
 */

export async function writeChunkFile(target: string, chunks: Iterable<Chunk>): Promise<void> {
  await writeAtomically(target, fileText(chunks));
}

/** The chunks of a file that `writeChunkFile` wrote. */
export async function* readChunkFile(file: string): AsyncGenerator<Chunk> {
  let rest: Buffer[] = [];
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      rest.push(piece.subarray(from, end));
      const chunk = parseLine(Buffer.concat(rest).toString('utf8'));
      if (chunk) yield chunk;
      rest = [];
      from = end + 1;
    }
    rest.push(piece.subarray(from));
  }
}

function* fileText(chunks: Iterable<Chunk>): Generator<string> {
  let before = '[\n';
  for (const chunk of chunks) {
    yield before;
    yield JSON.stringify(chunk);
    before = ',\n';
  }
  yield before === '[\n' ? '[\n]\n' : '\n]\n';
}

function parseLine(line: string): Chunk | null {
  if (line === '[' || line === ']') return null;
  return JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as Chunk;
}
