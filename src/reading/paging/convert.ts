import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { leash } from '../../shared/leash.ts';
import { Unreadable } from '../unreadable.ts';

const TIME_MS = 30_000;
const MEMORY = 512 * 1024 * 1024;
/** The largest HWP 3.0 file of the test corpus gives 230 KB. */
const MOST_BYTES = 64 * 1024 * 1024;
/** As `conversion-process.ts` ends when a password is needed. */
const LOCKED = 4;

/** An HWP 3.0 file as hwpx, by the layout engine in a process of its own. Throws Unreadable. */
export async function hwp3ToHwpx(bytes: Uint8Array): Promise<Buffer> {
  const [file, ...args] = (await leash()).command(MEMORY, ['--disallow-code-generation-from-strings', builtScript()]);
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH },
    timeout: TIME_MS,
    killSignal: 'SIGKILL',
  });
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (part: Buffer) => {
    size += part.length;
    if (size > MOST_BYTES) child.kill('SIGKILL');
    else parts.push(part);
  });
  // A process that ends early closes its input; how it ended says why.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (code === LOCKED) throw new Unreadable('PASSWORD_PROTECTED');
  if (code !== 0 || size === 0) throw new Unreadable('CORRUPTED');
  return Buffer.concat(parts);
}

/** Run from its sources the program takes the script of the last build, as the layout client does. */
function builtScript(): string {
  const beside = new URL('./conversion-process.js', import.meta.url);
  const built = new URL('../../../dist/reading/paging/conversion-process.js', import.meta.url);
  return fileURLToPath(import.meta.url.endsWith('.ts') ? built : beside);
}
