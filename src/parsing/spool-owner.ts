import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/*
 * Several servers may share a cache directory, some of them in containers whose process numbers mean nothing to each
 * other. A spool directory's name tells who owns it: `<machine>.<pid>.<start of the process>`.
 */

const NAME = /^([0-9a-f]{12})\.(\d{1,10})\.(\d{1,20})$/;

export function ownName(): string {
  return `${machine()}.${process.pid}.${startOf(process.pid) ?? '0'}`;
}

/** Whether the owner runs: null when only it could tell, because its process numbers are not ours. */
export function isAlive(name: string): boolean | null {
  const [, where, pid, start] = NAME.exec(name) ?? [];
  if (where !== machine()) return null;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // The number may have been given to another process since.
  const startNow = startOf(Number(pid));
  return startNow === null || start === '0' || startNow === start;
}

export function isOwnerName(name: string): boolean {
  return NAME.test(name);
}

let machineName: string | null = null;

/** Processes that see each other's numbers: one boot of one kernel, one process namespace. */
function machine(): string {
  if (machineName === null) {
    const parts = [
      hostname(),
      attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
      attempt(() => readlinkSync('/proc/self/ns/pid')),
    ];
    machineName = createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12);
  }
  return machineName;
}

/** Clock ticks from boot to the process's start (field 22 of proc(5) stat), or null where there is no /proc. */
function startOf(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  // The name of the program, in parentheses, may hold spaces.
  return stat ? (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null) : null;
}

function attempt(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
