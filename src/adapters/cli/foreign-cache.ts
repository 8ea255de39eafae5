import { statSync } from 'node:fs';
import { UsageError } from './arguments.ts';

/** What root writes into the service's cache the service can neither read nor replace. */
export function refuseForeignCache(cache: string | null): void {
  if (cache === null || process.getuid?.() !== 0) return;
  const owner = statSync(cache, { throwIfNoEntry: false })?.uid ?? 0;
  if (owner === 0) return;
  throw new UsageError(`${cache}: 다른 사용자(uid ${owner})의 캐시입니다. 그 사용자로 실행해 주세요: sudo -u geungeo geungeo …`);
}
