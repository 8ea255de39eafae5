import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Leash } from '../shared/leash.ts';
import { processTree } from './memory-watch.ts';

export interface ChildOptions {
  /** Path of the JavaScript file that the child runs. */
  readonly script: string;
  /** Bytes that the child and all below it may take. */
  readonly memory: number;
  /** Added to the few variables that a child is given; the server's own hold keys. */
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArguments?: readonly string[];
}

export interface SpawnedChild {
  readonly process: ChildProcess;
  /** Messages both ways, one JSON object a line. */
  readonly channel: Socket;
  readonly stderr: Readable;
}

/** V8's heap is one part of a process's memory; buffers, wasm and the layout engine's process need theirs. */
const HEAP_SHARE = 0.75;

const HANDED_DOWN = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'TESSDATA_PREFIX', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

export function spawnChild(options: ChildOptions, leash: Leash, scratch: string | null): SpawnedChild {
  const [file, ...args] = leash.command(options.memory, [
    `--max-old-space-size=${Math.floor((options.memory * HEAP_SHARE) / 1024 / 1024)}`,
    // No document can have its text run as code, whatever a parser does with it.
    '--disallow-code-generation-from-strings',
    ...(options.nodeArguments ?? []),
    options.script,
  ]);
  const handedDown = HANDED_DOWN.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const child = spawn(file, args, {
    // A group of its own, so that whatever it starts dies with it.
    detached: true,
    // stdout is nobody's. The channel is a plain pipe, which node in the child takes for its IPC channel: the server's end of
    // a real one would hold a message of any length in memory before we could refuse it.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(handedDown),
      ...(scratch === null ? {} : { TMPDIR: scratch }),
      ...options.env,
      NODE_CHANNEL_FD: '3',
      NODE_CHANNEL_SERIALIZATION_MODE: 'json',
    },
  });
  return { process: child, channel: child.stdio[3] as Socket, stderr: child.stderr as Readable };
}

/** Ends a child and everything below it at once. */
export function killTree(pid: number): void {
  const tree = processTree(pid);
  kill(-pid);
  // Whoever left the group is still a descendant.
  for (const member of tree) kill(member);
}

/** Ends what a dead child left running in its group. */
export function killGroup(pid: number): void {
  kill(-pid);
}

function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
