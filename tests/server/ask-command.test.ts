import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

describe('geungeo ask', () => {
  it('answers with the place of each line, and tells what was not read', async () => {
    const { places } = room();
    const { code, out } = await run(['ask', 'room', '수수료는 얼마인가요?', ...places]);
    expect(code).toBe(0);
    expect(out).toMatch(/수수료는 88,500원이다\. \[1\]\n/);
    expect(out).toMatch(/^\[1\] 요금표\.xlsx · 1쪽, 칸 \S*A1/m);
    expect(out).toContain('읽지 못한 문서 1건');
    expect(out).toContain('- 빈.pdf: ');
    const { code: again, out: json } = await run(['ask', 'room', '수수료는 얼마인가요?', '--json', ...places]);
    expect(again).toBe(0);
    const answered = JSON.parse(json);
    expect([answered.answered, answered.citations[0].filename]).toEqual([true, '요금표.xlsx']);
  });

  it('ends with 1 and says what to do where nothing answers, and names the tenants that are there', async () => {
    const { places } = room();
    const unanswered = await run(['ask', 'room', '화성 탐사선의 무게는?', ...places]);
    expect(unanswered.code).toBe(1);
    expect(unanswered.out).toMatch(/^답하지 않았습니다 \(NO_(MATCH|EVIDENCE)\): .*물어 보세요\.\n/);
    const missing = await run(['ask', 'rom', '수수료는?', ...places]);
    expect([missing.code, missing.out]).toEqual([1, '']);
    expect(missing.err).toMatch(/안의 문서함: room\n$/);
  });

  it.skipIf(process.getuid?.() !== 0)('does not let root write into a cache that is the service’s', async () => {
    const { places, cache } = room();
    mkdirSync(cache);
    chownSync(cache, 4321, 4321);
    const { code, out, err } = await run(['ask', 'room', '수수료는?', ...places]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('uid 4321');
    expect(err).toContain('sudo -u geungeo');
  });

  function room(): { places: string[]; cache: string } {
    const place = temporary('ask');
    const [corpus, cache] = [path.join(place, 'corpus'), path.join(place, 'cache')];
    mkdirSync(path.join(corpus, 'room'), { recursive: true });
    writeFileSync(path.join(corpus, 'room', '요금표.xlsx'), sheetWith('수수료는 88,500원이다.'));
    writeFileSync(path.join(corpus, 'room', '빈.pdf'), '');
    return { places: ['--corpus', corpus, '--cache', cache], cache };
  }
});
