// A registry mirror that carries only some platforms leaves the others out of package-lock.json, and `npm ci` then refuses the
// file. This adds them as npm itself would list them: optional, for an operating system and processor named by the package.
// Run after `npm install` behind such a mirror: node scripts/complete-lockfile.mjs [DIRECTORY]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.join(process.argv[2] ?? '.', 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'openharmony', 'sunos', 'aix', 'win32', 'wasi'];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** What the package's name says it is made for. */
function platform(name) {
  const words = name.split(/[-/@]/);
  const system =
    SYSTEMS.find((each) => words.includes(each)) ??
    (words.includes('windows') ? 'win32' : words.includes('wasm32') ? 'wasi' : undefined);
  const processor = PROCESSORS.find((each) => words.some((word) => word === each || word === `${each}le`));
  return {
    ...(processor ? { cpu: [processor] } : {}),
    ...(words.includes('musl') || words.includes('linuxmusl') ? { libc: ['musl'] } : {}),
    ...(system ? { os: [system] } : {}),
  };
}

let added = 0;
for (const [where, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const own = `${where ? `${where}/` : ''}node_modules/${name}`;
    if (lock.packages[own] || lock.packages[`node_modules/${name}`] || !/^\d/.test(version)) continue;
    const made = platform(name);
    if (!made.os && !made.cpu) continue;
    lock.packages[`node_modules/${name}`] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...made };
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to ${file}`);
