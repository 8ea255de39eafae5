import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Log } from '../shared/log.ts';

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
const NEWLINE = 10;
/** Lines that wait while the disk is slow; more are dropped, and that is told. */
const MOST_WAITING = 20_000;
/** A line is on disk at once where nothing else is written; under load some share a write. */
const PAUSE_MS = 5;

/**
 * Appends whole lines to a file, which is opened anew each time so that it may be moved away or removed at any moment. A
 * half line that a crash or a full disk left is closed first, and stays on a line of its own.
 */
export async function appendLines(file: string, lines: readonly string[], { sync }: { readonly sync: boolean }): Promise<void> {
  const handle = await open(file, APPEND, 0o600);
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw Object.assign(new Error('not a regular file'), { code: 'EISDIR' });
    const text = `${(await endsInLine(handle, stat.size)) ? '' : '\n'}${lines.join('\n')}\n`;
    await handle.appendFile(text);
    if (sync) await handle.sync();
  } finally {
    await handle.close();
  }
}

async function endsInLine(handle: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 0 || buffer[0] === NEWLINE;
}

/** Lines that nobody waits for: written soon, and lost rather than in the way. */
export class LineLog {
  private readonly file: string;
  private readonly log: Log;
  private waiting: string[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private dropped = 0;
  private failing = '';
  private written = Number.NEGATIVE_INFINITY;

  constructor(file: string, log: Log) {
    this.file = file;
    this.log = log;
  }

  add(value: object): void {
    if (this.waiting.length >= MOST_WAITING) {
      this.dropped++;
      return;
    }
    this.waiting.push(JSON.stringify(value));
    this.timer ??= setTimeout(() => void this.flush(), Math.max(0, this.written + PAUSE_MS - performance.now())).unref();
  }

  /** Writes what waits. Never fails: trouble is logged when it begins and when it is over. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(async () => {
      const lines = this.waiting;
      if (lines.length === 0) return;
      this.waiting = [];
      try {
        await appendLines(this.file, lines, { sync: false });
        this.told('');
      } catch (error) {
        this.dropped += lines.length;
        this.told((error as NodeJS.ErrnoException).code ?? 'unknown');
      }
      this.written = performance.now();
    });
    return this.writing;
  }

  private told(code: string): void {
    if (code === this.failing) return;
    this.failing = code;
    if (code !== '') this.log.error({ code }, 'the usage log cannot be written: its lines are lost');
    else this.log.info({ lost: this.dropped }, 'the usage log can be written again');
    if (code === '') this.dropped = 0;
  }
}
