import { spawn } from 'node:child_process';

/** What keeps a child process from outliving its parent or taking all memory, as far as this machine can do it. */
export interface Leash {
  /** False where util-linux is missing: then only V8's own heap limit and whoever watches the process hold it. */
  readonly held: boolean;
  /** The command line that runs node with these arguments on the leash. `memory` in bytes. */
  command(memory: number, nodeArguments: readonly string[]): readonly [file: string, ...args: string[]];
}

/** Room beside what is counted as used: thread stacks, wasm code, malloc arenas (30–60 MB measured on Node 20 to 24). */
const SLACK = 192 * 1024 * 1024;

const HOLD = ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL', 'prlimit'] as const;
// A limit of one byte, unlike zero, also stops core dumps that are piped to a program (core(5)).
const NO_CORE = '--core=1';

/** No leash at all. */
export const UNHELD: Leash = { held: false, command: (_memory, nodeArguments) => [process.execPath, ...nodeArguments] };

let probed: Promise<Leash> | undefined;

/** Looks once for the tools and for what an idle node already counts as data: 82 MB on Node 20, 600 MB on Node 24. */
export function leash(): Promise<Leash> {
  probed ??= probe();
  return probed;
}

async function probe(): Promise<Leash> {
  const script = "process.stdout.write(require('node:fs').readFileSync('/proc/self/status', 'latin1'))";
  const [file, ...before] = HOLD;
  const status = await output(file, [...before, NO_CORE, process.execPath, '-e', script]);
  const idle = Number(/^VmData:\s+(\d+) kB$/m.exec(status ?? '')?.[1]) * 1024;
  if (!(idle > 0)) return UNHELD;
  return {
    held: true,
    command(memory, nodeArguments) {
      return [...HOLD, NO_CORE, `--data=${Math.ceil(idle + SLACK + memory)}`, process.execPath, ...nodeArguments];
    },
  };
}

function output(file: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: process.env.PATH } });
    let text = '';
    child.stdout.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}
