// Makes a tarball that installs on a server without network: the program, its production packages, Node.js itself, checksums and
// a list of every part (SBOM). Run on the kind of machine that it is for: npm run bundle [-- --out DIR] [--without-node]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(fileURLToPath(new URL('..', import.meta.url)));
const { values } = parseArgs({
  options: { out: { type: 'string', default: path.join(root, 'bundle') }, 'without-node': { type: 'boolean', default: false } },
});
const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const kind = `${process.platform}-${process.arch}`;
const label = `${name}-${version}-${kind}`;
const out = path.resolve(values.out);
const stage = path.join(out, label);
const run = (command, args, cwd = stage) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 });

rmSync(stage, { recursive: true, force: true });
mkdirSync(path.join(stage, 'bin'), { recursive: true });
console.log(`building ${label}`);
run('npm', ['run', '--silent', 'build'], root);
for (const part of [
  'dist',
  'docs',
  'deploy',
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'README.ko.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'NOTICE',
])
  if (existsSync(path.join(root, part))) cpSync(path.join(root, part), path.join(stage, part), { recursive: true });
mkdirSync(path.join(stage, 'scripts'));
cpSync(path.join(root, 'scripts', 'setup-debian.sh'), path.join(stage, 'scripts', 'setup-debian.sh'));
cpSync(path.join(root, 'deploy', 'install.sh'), path.join(stage, 'install.sh'));
cpSync(path.join(root, 'deploy', 'geungeo-launcher.sh'), path.join(stage, 'bin', 'geungeo'));
execFileSync('chmod', ['755', path.join(stage, 'bin', 'geungeo'), path.join(stage, 'install.sh')]);

run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']);
pruneForeignBinaries();
writeFileSync(path.join(stage, 'sbom.cdx.json'), JSON.stringify(listOfParts(), null, 1));
if (!values['without-node']) {
  mkdirSync(path.join(stage, 'runtime'));
  cpSync(realpathSync(process.execPath), path.join(stage, 'runtime', 'node'));
}
await writeChecksums();
run('tar', ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '-czf', `${label}.tar.gz`, label], out);
const tarball = path.join(out, `${label}.tar.gz`);
writeFileSync(`${tarball}.sha256`, `${await sha256(tarball)}  ${label}.tar.gz\n`);
const packages = JSON.parse(readFileSync(path.join(stage, 'sbom.cdx.json'), 'utf8')).components.length;
const size = (args) => Number(run('du', args, out).toString().split('\t')[0]);
console.log(
  `${tarball}: ${(size(['-sb', `${label}.tar.gz`]) / 1e6).toFixed(0)} MB packed, ${(size(['-sb', label]) / 1e6).toFixed(0)} MB unpacked, ${packages} packages`,
);

/** What is really there, as CycloneDX: npm's own list fails where packages of other platforms are left out. */
function listOfParts() {
  const components = [];
  const look = (folder) => {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder)
      .filter((entry) => !entry.startsWith('.'))
      .sort()) {
      const place = path.join(folder, name);
      if (name.startsWith('@')) {
        look(place);
        continue;
      }
      if (!existsSync(path.join(place, 'package.json'))) continue;
      const own = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
      if (own.name && own.version) {
        const purl = `pkg:npm/${own.name.replace('@', '%40')}@${own.version}`;
        const licenses = typeof own.license === 'string' ? [{ expression: own.license }] : [];
        components.push({ type: 'library', 'bom-ref': purl, name: own.name, version: own.version, purl, licenses });
      }
      look(path.join(place, 'node_modules'));
    }
  };
  look(path.join(stage, 'node_modules'));
  if (!values['without-node'])
    components.push({
      type: 'platform',
      'bom-ref': 'node',
      name: 'node',
      version: process.version.slice(1),
      licenses: [{ expression: 'MIT' }],
    });
  const unique = [...new Map(components.map((part) => [part['bom-ref'], part])).values()];
  const component = { type: 'application', 'bom-ref': name, name, version, licenses: [{ expression: 'Apache-2.0' }] };
  return { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components: unique };
}

/** Packages that bring the binaries of every system at once keep only those of this one. */
function pruneForeignBinaries() {
  const binaries = path.join(stage, 'node_modules', 'onnxruntime-node', 'bin');
  if (!existsSync(binaries)) return;
  for (const generation of readdirSync(binaries))
    for (const system of readdirSync(path.join(binaries, generation)))
      for (const processor of readdirSync(path.join(binaries, generation, system)))
        if (system !== process.platform || processor !== process.arch)
          rmSync(path.join(binaries, generation, system, processor), { recursive: true });
}

async function writeChecksums() {
  const files = readdirSync(stage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(stage, path.join(entry.parentPath, entry.name)))
    .sort();
  let text = '';
  for (const file of files) text += `${await sha256(path.join(stage, file))}  ${file}\n`;
  writeFileSync(path.join(stage, 'SHA256SUMS'), text);
}

function sha256(file) {
  const hash = createHash('sha256');
  return new Promise((resolve, reject) => {
    createReadStream(file)
      .on('error', reject)
      .on('data', (piece) => hash.update(piece))
      .on('end', () => resolve(hash.digest('hex')));
  });
}
