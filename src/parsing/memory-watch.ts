import { readFileSync } from 'node:fs';

/** 50 ms are about 100 MB of touched memory at the worst; what is faster meets the limit on data (shared/leash). */
const EVERY_MS = 50;

/** Resident memory of a process and all below it, in bytes; null where there is no /proc or no such process. */
export function residentBytes(pid: number): number | null {
  let sum: number | null = null;
  for (const member of processTree(pid)) {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(`${member}/status`) ?? '')?.[1];
    if (kilobytes !== undefined) sum = (sum ?? 0) + Number(kilobytes) * 1024;
  }
  return sum;
}

/** The process and its descendants, parents first. */
export function processTree(pid: number): number[] {
  const found = [pid];
  // The list grows while it is walked.
  for (const member of found) {
    const children = readProc(`${member}/task/${member}/children`)?.trim();
    if (children) found.push(...children.split(' ').map(Number));
  }
  return found;
}

/** Looks at processes at work, many times a second. */
export class MemoryWatch {
  private readonly watched = new Set<{ pid: number; look: (bytes: number) => void }>();
  private timer: NodeJS.Timeout | undefined;

  /** Until the returned function is called, `look` is told the resident bytes of the process and all below it. */
  start(pid: number, look: (bytes: number) => void): () => void {
    const entry = { pid, look };
    this.watched.add(entry);
    this.timer ??= setInterval(() => this.tick(), EVERY_MS).unref();
    return () => {
      this.watched.delete(entry);
      if (this.watched.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private tick(): void {
    for (const { pid, look } of [...this.watched]) {
      const bytes = residentBytes(pid);
      if (bytes !== null) look(bytes);
    }
  }
}

function readProc(file: string): string | null {
  try {
    return readFileSync(`/proc/${file}`, 'latin1');
  } catch {
    return null;
  }
}
