import { buffer } from 'node:stream/consumers';
import { startEngine, toHwpx } from './layout-engine.ts';

/** One document through standard input and output, then the end: HWP 3.0 is too rare to keep a process for. */
export const EXIT = { converted: 0, refused: 3, locked: 4 } as const;

startEngine();
let exit: number = EXIT.converted;
try {
  process.stdout.write(toHwpx(await buffer(process.stdin)));
} catch (error) {
  // The engine says in words alone that a password is needed.
  exit = String(error).includes('비밀번호') ? EXIT.locked : EXIT.refused;
}
process.exitCode = exit;
