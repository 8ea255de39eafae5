import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeAtomically } from './atomic-file.ts';

/*
 * A PNG, its scale as a double, and the SHA-256 of both: what a crash or a bad disk left is told from what was written.
 */

const DIGEST_BYTES = 32;
const SCALE_BYTES = 8;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Signature, length and name of the first chunk, width, height. */
const HEADER_BYTES = 24;

/** A page as it was drawn. */
export interface DrawnPage {
  readonly png: Buffer;
  /** Pixels per unit of the page (points, or pixels of the original image): a box of a block times this is its place. */
  readonly scale: number;
}

/** A page as a picture. */
export interface PageImage extends DrawnPage {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export async function writePageImage(file: string, { png, scale }: DrawnPage): Promise<void> {
  const tail = Buffer.alloc(SCALE_BYTES);
  tail.writeDoubleLE(scale);
  await writeAtomically(file, [png, tail, digest(png, tail)]);
}

/** Null where the file is damaged; throws where it cannot be read. */
export async function readPageImage(file: string): Promise<PageImage | null> {
  const bytes = await readFile(file);
  const end = bytes.length - DIGEST_BYTES;
  const png = bytes.subarray(0, Math.max(0, end - SCALE_BYTES));
  if (png.length < HEADER_BYTES || !png.subarray(0, 8).equals(SIGNATURE)) return null;
  if (!digest(bytes.subarray(0, end)).equals(bytes.subarray(end))) return null;
  return { png, scale: bytes.readDoubleLE(png.length), width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function digest(...parts: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
