import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
/** A build of its own, so that tests run beside a build or a server of `dist/`; below node_modules, to find the packages. */
const PLACE = path.join(PROJECT, 'node_modules', '.cache', 'product');
const LOCK = `${PLACE}.lock`;
const STAMP = path.join(PLACE, 'built-from');

/** The compiled program, made anew when a source is newer; test files in other processes wait for one build. */
export function productCli(): string {
  const cli = path.join(PLACE, 'dist', 'cli.js');
  const newest = String(newestSource(path.join(PROJECT, 'src')));
  withLock(() => {
    if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === newest && existsSync(cli)) return;
    rmSync(PLACE, { recursive: true, force: true });
    mkdirSync(PLACE, { recursive: true });
    for (const beside of ['docs', 'package.json']) symlinkSync(path.join(PROJECT, beside), path.join(PLACE, beside));
    const tsc = path.join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '-p', path.join(PROJECT, 'tsconfig.build.json'), '--outDir', path.join(PLACE, 'dist')];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    // Wrong types are for `npm run types` to report; here it counts that there is a program.
    if (!existsSync(cli)) throw new Error(`the product does not build:\n${stdout}`);
    writeFileSync(STAMP, newest);
  });
  return cli;
}

function newestSource(directory: string): number {
  let newest = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    newest = Math.max(newest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs);
  }
  return newest;
}

function withLock(work: () => void): void {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  const until = Date.now() + 110_000;
  for (;;) {
    try {
      mkdirSync(LOCK);
      break;
    } catch (error) {
      // A lock that is older than any build takes was left by a process that was killed.
      const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > 100_000) rmSync(LOCK, { recursive: true, force: true });
      else if (Date.now() > until) throw error;
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    work();
  } finally {
    rmdirSync(LOCK);
  }
}
