import { RequestProblem } from '../contract/errors.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import { type Spooled, StorageFailed, TooLarge } from '../parsing/spool.ts';

/** Bytes that were handed in and wait in the spool until their request ends. */
export type Upload = Spooled;

/** Throws BUSY where no place is free now, so that nobody sends a file for nothing. No place is taken yet. */
export function refuseWhenBusy(desk: ReadingDesk): void {
  const leave = desk.admission.tryEnter();
  if (leave === null) throw new RequestProblem('BUSY');
  leave();
}

/** Takes bytes in, to the limit and not beyond. Throws TOO_LARGE or what is wrong with the disk. */
export async function receive(desk: ReadingDesk, bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Upload> {
  try {
    return await desk.spool.receive(bytes, { limit });
  } catch (error) {
    throw told(error);
  }
}

/** Reads in one of the places there are; throws BUSY when all are taken. */
export async function admitted<T>(desk: ReadingDesk, read: () => Promise<T>): Promise<T> {
  const leave = desk.admission.tryEnter();
  if (leave === null) throw new RequestProblem('BUSY');
  try {
    return await read();
  } catch (error) {
    throw told(error);
  } finally {
    leave();
  }
}

function told(error: unknown): unknown {
  if (error instanceof TooLarge) return new RequestProblem('TOO_LARGE');
  // The spool is not the caller's folder: that it cannot be written is no more than "not available" to them.
  if (error instanceof StorageFailed)
    return new RequestProblem(error.code === 'STORAGE_FULL' ? 'STORAGE_FULL' : 'STORAGE_UNAVAILABLE', { cause: error });
  return error;
}
