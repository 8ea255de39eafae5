// Loaded before the program (node --import): keeps its index and parsed documents in the S3 store that AWS_* names, below a prefix of
// its cache directory. So every test that starts a server by a corpus and a cache of its own runs on the store, knowing nothing of it.
import { createHash } from 'node:crypto';
import path from 'node:path';

const [, program = '', command, ...args] = process.argv;
const value = (flag) =>
  args.find((_, at) => args[at - 1] === flag) ?? args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1);
const bucket = process.env.GEUNGEO_STORE_BUCKET;
const noCache = args.includes('--no-cache') || ['1', 'true'].includes(process.env.SERVICE_NO_CACHE ?? '');
const stores = command === 'serve' || command === 'index' || command === 'ask' || command === 'eval' || command === 'cache';

if (bucket && program.endsWith('cli.js') && stores && !noCache) {
  // Each cache of a test is a world of its own, as it is without the store.
  const cache = value('--cache') ?? process.env.SERVICE_CACHE ?? '';
  const own = createHash('sha256').update(path.resolve(cache)).digest('hex').slice(0, 16);
  process.env.SERVICE_INDEX_URI ??= `s3://${bucket}/${own}`;
  process.env.SERVICE_BLOBS_URI ??= `s3://${bucket}/${own}`;
}
