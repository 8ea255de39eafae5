import type { BigIntStats } from 'node:fs';

/**
 * How a file looks from outside, to every host that sees it. Every way to change its bytes changes one of these, save within one
 * tick of the clock. Its device is none of them: hosts number those as they like.
 */
export function signatureOf(stat: BigIntStats): string {
  return `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/** A file system's clock may stand still this long (FAT: 2 s): a file can change within it and look the same. */
const CLOCK_TICK_MS = 2000;

/** Whether a file that was last changed at `ctimeMs` could have changed again, unseen, after its reading began. */
export function isRacy(ctimeMs: number, readingBegan: number): boolean {
  return ctimeMs > readingBegan - CLOCK_TICK_MS;
}
