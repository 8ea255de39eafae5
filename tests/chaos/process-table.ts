import { readdirSync, readFileSync } from 'node:fs';

/** Other processes that have the text in their environment or command line: children are given their scratch directory there. */
export function processesWith(text: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.map(Number).filter((pid) => {
    const words = read(`/proc/${pid}/environ`) + read(`/proc/${pid}/cmdline`);
    return words.includes(text);
  });
}

/** False also for a zombie, which only waits for its parent to notice. */
export function isRunning(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^\d+ \(.*\) Z/.test(stat);
}

/** Waits until the condition holds, and says whether it came to hold in time. */
export async function eventually(holds: () => boolean, ms = 5000): Promise<boolean> {
  const until = performance.now() + ms;
  while (!holds()) {
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
