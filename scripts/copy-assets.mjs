// Puts the files of the pages beside the compiled program: `node scripts/copy-assets.mjs DIST`. The font comes from its package.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const own = path.join(project, 'src/adapters/pages/assets');
const font = path.join(project, 'node_modules/pretendard-gov/dist');
const place = path.join(path.resolve(process.argv[2] ?? 'dist'), 'adapters/pages/assets');

mkdirSync(place, { recursive: true });
for (const name of readdirSync(own)) copyFileSync(path.join(own, name), path.join(place, name));
for (const [from, to] of [
  ['web/static/woff2-subset/PretendardGOV-Regular.subset.woff2', 'pretendard-gov-regular.woff2'],
  ['web/static/woff2-subset/PretendardGOV-Bold.subset.woff2', 'pretendard-gov-bold.woff2'],
  ['LICENSE.txt', 'pretendard-gov-license.txt'],
]) {
  copyFileSync(path.join(font, from), path.join(place, to));
}
