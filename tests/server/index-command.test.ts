import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bar } from '../../src/adapters/cli/progress.ts';
import { run, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

describe('geungeo index', () => {
  it('reads a tenant before a server does, and nothing the second time', async () => {
    const place = temporary('index');
    const corpus = path.join(place, 'corpus');
    mkdirSync(path.join(corpus, 'room'), { recursive: true });
    for (let number = 0; number < 3; number++)
      writeFileSync(path.join(corpus, 'room', `${number}.xlsx`), sheetWith(`글 ${number}`));
    writeFileSync(path.join(corpus, 'room', '빈.pdf'), '');
    const args = ['index', 'room', '--corpus', corpus, '--cache', path.join(place, 'cache')];
    const first = await run(args);
    expect(first).toMatchObject({ code: 0, out: 'room: 3 documents read, 1 not, 3 chunks\n' });
    expect(await run(args)).toMatchObject({ code: 0, out: first.out });
  });

  it('fails with 1 for a tenant that is not there, and with 2 where nothing would be kept', async () => {
    const corpus = temporary('index');
    const cache = ['--cache', path.join(temporary('index'), 'cache')];
    const missing = await run(['index', 'nobody', '--corpus', corpus, ...cache]);
    expect([missing.code, missing.out]).toEqual([1, '']);
    expect(missing.err).toMatch(/[가-힣]/);
    expect((await run(['index', 'nobody', '--corpus', corpus], { SERVICE_NO_CACHE: '1' })).code).toBe(2);
    expect((await run(['index', '--corpus', corpus, ...cache])).code).toBe(2);
  });

  it('draws how far it is', () => {
    expect(bar(0, 0)).toMatch(/^\[\.{30}\] 0\/0/);
    expect(bar(15, 30)).toMatch(/^\[#{15}\.{15}\] 15\/30/);
    expect(bar(30, 30)).toMatch(/^\[#{30}\] 30\/30/);
  });
});
