import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readlink } from 'node:fs/promises';
import { checkPlace, heldPath } from './directory.ts';
import { signatureOf } from './signature.ts';

const PIECE_BYTES = 256 * 1024;

export interface Digest {
  readonly sha256: string;
  readonly bytes: number;
  /** How the file looked before and after its bytes were taken; null where it did not stand still. */
  readonly signature: string | null;
  /** When that began, by the wall clock. */
  readonly began: number;
}

/** The file is not there, is none, or does not give its bytes; `code` is the system's. */
export class DocumentClosed extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('document cannot be opened', { cause });
    this.name = 'DocumentClosed';
    this.code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

/** Opens a document: nothing but a regular file at its own place, whatever links are put in its way. Throws DocumentClosed. */
export async function withDocument<T>(path: Buffer, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await openDocument(path).catch((cause) => {
    throw new DocumentClosed(cause);
  });
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

async function openDocument(path: Buffer): Promise<FileHandle> {
  // Without O_NONBLOCK a pipe in the file's place would hold the reader for ever.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'ELOOP' });
    checkPlace(await readlink(heldPath(handle.fd), 'buffer'), path);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Throws DocumentClosed. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    const buffer = Buffer.allocUnsafe(PIECE_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, PIECE_BYTES, at).catch((cause) => {
      throw new DocumentClosed(cause);
    });
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

export async function digestOf(handle: FileHandle): Promise<Digest> {
  const began = Date.now();
  const before = signatureOf(await handle.stat({ bigint: true }));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of piecesOf(handle)) {
    hash.update(piece);
    bytes += piece.length;
  }
  const after = signatureOf(await handle.stat({ bigint: true }));
  return { sha256: hash.digest('hex'), bytes, signature: before === after ? after : null, began };
}
