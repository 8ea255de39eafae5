// A server that is about to be killed: prints the numbers of its children while they loop.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [sources, directory] = process.argv.slice(2);
const { Pool } = await import(pathToFileURL(path.join(sources, 'parsing/pool.js')).href);
const script = fileURLToPath(new URL('./children/obedient.mjs', import.meta.url));
const file = path.join(directory, 'order');
writeFileSync(file, JSON.stringify({ do: 'loop' }));
const pool = await Pool.open({ script, size: 2, scratch: directory });
for (let n = 0; n < 2; n++) pool.run({ op: 'parse', file, sha256: '', out: '', generation: 'v1', paginate: false });
const timer = setInterval(() => {
  if (pool.running < 2) return;
  clearInterval(timer);
  process.stdout.write('ready\n');
}, 10);
setInterval(() => {}, 1000);
