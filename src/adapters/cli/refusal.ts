import { readdirSync } from 'node:fs';
import { isInBucket } from '../../config/places.ts';
import { RequestProblem } from '../../contract/errors.ts';
import { FAILED } from './command.ts';

/** Says why a tenant gave nothing; whoever has the folder may know what else is in it. */
export function tellRefusal(error: unknown, corpus: string): number {
  if (!(error instanceof RequestProblem)) throw error;
  process.stderr.write(`geungeo: ${error.detail}\n`);
  if (error.code === 'TENANT_NOT_FOUND' && !isInBucket(corpus)) {
    const there = readdirSync(corpus, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    const names = there.map(({ name }) => name).sort();
    const told = names.length === 0 ? '없습니다. 문서함마다 폴더를 하나씩 만들어 주세요.' : names.slice(0, 20).join(', ');
    process.stderr.write(`${corpus} 안의 문서함: ${told}\n`);
  }
  return FAILED;
}
