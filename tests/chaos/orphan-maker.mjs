// A server that is about to be killed: says so once both of its children loop.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [sources, directory] = process.argv.slice(2);
const { Pool } = await import(pathToFileURL(path.join(sources, 'parsing/pool.js')).href);
const script = fileURLToPath(new URL('./children/obedient.mjs', import.meta.url));
const pool = await Pool.open({ script, size: 2, scratch: directory });
const marks = [1, 2].map((number) => {
  const [file, mark] = [path.join(directory, `order-${number}`), path.join(directory, `mark-${number}`)];
  writeFileSync(file, JSON.stringify({ do: 'loop', mark }));
  pool.run({ op: 'parse', file, sha256: '', out: '', generation: 'v1', paginate: false });
  return mark;
});
const timer = setInterval(() => {
  // A child that does not loop yet would end by itself when its channel closes.
  if (!marks.every((mark) => existsSync(mark))) return;
  clearInterval(timer);
  process.stdout.write('ready\n');
}, 10);
setInterval(() => {}, 1000);
