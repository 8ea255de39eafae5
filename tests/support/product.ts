import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
/** Builds of our own, so that tests run beside a build or a server of `dist/`; below node_modules, to find the packages. */
const BUILDS = path.join(PROJECT, 'node_modules', '.cache', 'product');
const LOCK = `${BUILDS}.lock`;
const KEPT_MS = 600_000;

let built: string | null = null;

/** The compiled program of the sources as they are when a test process first asks; other processes wait for one build. */
export function productCli(): string {
  built ??= keptFresh(buildOf(newestSource(path.join(PROJECT, 'src'))));
  return built;
}

/** A test that runs for long must not have its build removed by one that begins. */
function keptFresh(cli: string): string {
  const touch = () => utimesSync(path.resolve(cli, '../..'), new Date(), new Date());
  touch();
  setInterval(touch, KEPT_MS / 10).unref();
  return cli;
}

function buildOf(version: number): string {
  const place = path.join(BUILDS, String(version));
  const cli = path.join(place, 'dist', 'cli.js');
  withLock(() => {
    if (existsSync(path.join(place, 'done'))) return;
    removeOldBuilds();
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    for (const beside of ['docs', 'package.json']) symlinkSync(path.join(PROJECT, beside), path.join(place, beside));
    const tsc = path.join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '-p', path.join(PROJECT, 'tsconfig.build.json'), '--outDir', path.join(place, 'dist')];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    // Wrong types are for `npm run types` to report; here it counts that there is a program.
    if (!existsSync(cli)) throw new Error(`the product does not build:\n${stdout}`);
    spawnSync(process.execPath, [path.join(PROJECT, 'scripts', 'copy-assets.mjs'), path.join(place, 'dist')], {
      stdio: 'inherit',
    });
    writeFileSync(path.join(place, 'done'), '');
  });
  return cli;
}

/** A server of another test may still load from one that is not old. */
function removeOldBuilds(): void {
  if (!existsSync(BUILDS)) return;
  for (const name of readdirSync(BUILDS)) {
    const place = path.join(BUILDS, name);
    if (Date.now() - statSync(place).mtimeMs > KEPT_MS) rmSync(place, { recursive: true, force: true });
  }
}

function newestSource(directory: string): number {
  let newest = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const isAsset = entry.parentPath.endsWith('assets');
    if (!entry.isFile() || !(isAsset || entry.name.endsWith('.ts')) || entry.name.endsWith('.test.ts')) continue;
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
