import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/config/settings.ts';
import { filesBelow } from '../support/processes.ts';
import { productCli } from '../support/product.ts';
import { cleanEnv, run, TestServer, temporary } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const bytes = sheetWith(
  '명령줄로 읽는 문서',
  ...Array.from({ length: 60 }, (_, i) => `${i}번째 줄에 적힌 글은 예산의 집행 절차를 설명한다.`),
);

function saved(name: string, content: Buffer = bytes): string {
  const file = path.join(temporary('files'), name);
  writeFileSync(file, content);
  return file;
}

describe('parse and chunk', () => {
  it('print what the routes answer', async () => {
    const server = await TestServer.start();
    const file = saved('요금표.xlsx');
    const routes = [
      (await server.file('/parse', '요금표.xlsx', bytes)).body,
      (await server.file('/chunk?budget=300', '요금표.xlsx', bytes)).body,
    ];
    await server.stop();
    const lines = [await run(['parse', file]), await run(['chunk', file, '--budget', '300'])];
    for (const [i, { code, out, err }] of lines.entries()) {
      expect([code, err]).toEqual([0, '']);
      const printed = JSON.parse(out);
      for (const document of [printed, printed.document, routes[i], routes[i].document])
        if (document?.metrics) document.metrics.parse_ms = 0;
      expect(printed).toEqual(routes[i]);
    }
  });

  it('say on stderr why a file was not read, print its document and end with 0', async () => {
    const { code, out, err } = await run(['parse', saved('빈.pdf', Buffer.alloc(0))]);
    expect(code).toBe(0);
    expect(JSON.parse(out).access.reason).toBe('EMPTY');
    expect(err).toMatch(/^geungeo: EMPTY: .*[가-힣].*\n$/);
  });

  it('fail with 1 where there is no file to read', async () => {
    for (const file of [path.join(temporary('files'), 'gone.hwp'), temporary('directory')]) {
      const { code, out, err } = await run(['parse', file]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/ENOENT|EISDIR/);
      expect(err).not.toContain('    at ');
    }
  });

  it.each([
    ['parse'],
    ['parse', 'a', 'b'],
    ['parse', 'a', '--budget', '5'],
    ['chunk', 'a', '--budget', '0'],
    ['chunk', 'a', '--budget', 'x'],
    ['chunk', 'a', '--budget'],
  ])('%j %j %j %j is a wrong command line', async (...args) => {
    const { code, out } = await run(args.filter((arg) => arg !== undefined));
    expect([code, out]).toEqual([2, '']);
  });

  it('keep nothing unless a cache is named, and leave no temporary files', async () => {
    const file = saved('a.xlsx');
    const home = temporary('home');
    await run(['parse', file], { HOME: home, XDG_CACHE_HOME: home, TMPDIR: home });
    expect(filesBelow(home)).toEqual([]);
    for (const [i, [args, env]] of (
      [
        [['--cache', path.join(home, 'c0')], {}],
        [[], { SERVICE_CACHE: path.join(home, 'c1') }],
      ] as const
    ).entries()) {
      expect((await run(['parse', file, ...args], env)).code).toBe(0);
      expect(filesBelow(path.join(home, `c${i}`))).toHaveLength(1);
    }
  });

  it('end quietly when nobody reads on', () => {
    const shell = spawnSync('sh', ['-c', '"$0" "$1" parse "$2" | head -c 10', process.execPath, productCli(), saved('a.xlsx')], {
      env: cleanEnv(),
      encoding: 'utf8',
    });
    expect([shell.stdout.length, shell.stderr]).toEqual([10, '']);
  });
});

describe('cache', () => {
  async function filled(): Promise<{ cache: string; corpus: string; entries: string[] }> {
    const place = temporary('place');
    const [cache, corpus] = [path.join(place, 'cache'), path.join(place, 'corpus')];
    mkdirSync(path.join(corpus, 'room', 'deeper'), { recursive: true });
    const kept = path.join(corpus, 'room', 'deeper', 'kept.xlsx');
    writeFileSync(kept, bytes);
    await run(['parse', kept, '--cache', cache]);
    await run(['parse', saved('gone.xlsx', sheetWith('지운 문서')), '--cache', cache]);
    const { out } = await run(['cache', 'list', '--cache', cache]);
    return { cache, corpus, entries: out.split('\n').filter(Boolean) };
  }

  it('list tells what there is, and holds no name and no text', async () => {
    const { entries } = await filled();
    expect(entries).toHaveLength(2);
    for (const entry of entries) expect(entry).toMatch(/^v\d+\t[0-9a-f]{64}\t\d+\t\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('purge --orphans keeps what is still in the corpus', async () => {
    const { cache, corpus, entries } = await filled();
    const { code, out } = await run(['cache', 'purge', '--orphans', '--corpus', corpus, '--cache', cache]);
    expect(code).toBe(0);
    expect(out).toMatch(/^removed 1 files, \d+ bytes\n$/);
    const left = (await run(['cache', 'list', '--cache', cache])).out.split('\n').filter(Boolean);
    expect(left).toHaveLength(1);
    expect(entries).toContain(left[0]);
  });

  it('purge --older-than keeps what is younger, and --all nothing', async () => {
    const { cache } = await filled();
    const [old] = filesBelow(path.join(cache, 'parsed'));
    utimesSync(old as string, new Date(), new Date(Date.now() - 10 * 86_400_000));
    expect((await run(['cache', 'purge', '--older-than', '9', '--cache', cache])).out).toContain('removed 1 files');
    expect((await run(['cache', 'purge', '--all'], { SERVICE_CACHE: cache })).out).toContain('removed 1 files');
    expect((await run(['cache', 'list', '--cache', cache])).out).toBe('');
  });

  it('of a directory that is not there is empty, and is not made', async () => {
    const place = temporary('place');
    expect(await run(['cache', 'list', '--cache', path.join(place, 'gone')])).toMatchObject({ code: 0, out: '' });
    expect(readdirSync(place)).toEqual([]);
  });

  it.each([
    ['cache'],
    ['cache', 'clear'],
    ['cache', 'purge'],
    ['cache', 'purge', '--older-than', 'soon'],
    ['cache', 'purge', '--orphans'],
    ['cache', 'list', '--all'],
  ])('%j %j %j %j is a wrong command line', async (...args) => {
    expect((await run(args.filter((arg) => arg !== undefined))).code).toBe(2);
  });
});

describe('help', () => {
  it('names every command and every setting', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['serve', 'parse', 'chunk', 'cache', ...Object.values(SETTINGS).map(({ variable }) => variable)])
      expect(out).toContain(word);
  });

  it.each(['serve', 'parse', 'chunk', 'index', 'ask', 'eval', 'cache', 'doctor'])('%s --help teaches that one', async (name) => {
    const { code, out } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`geungeo ${name} `);
    expect(out).toContain('예:');
    expect(out).toContain('끝날 때의 코드: 0');
    expect(out).not.toContain('SERVICE_LOG_LEVEL');
    expect((await run(['help', name])).out).toBe(out);
  });

  it('tells whoever typed nothing where to begin, and whoever mistyped what was meant', async () => {
    const nothing = await run([]);
    expect([nothing.code, nothing.out]).toEqual([2, '']);
    expect(nothing.err).toContain('geungeo ask mois');
    const mistyped = await run(['aks']);
    expect([mistyped.code, mistyped.out]).toEqual([2, '']);
    expect(mistyped.err).toContain('ask 인가요?');
    expect((await run(['ask', 'mois'])).err).toContain('geungeo ask TENANT "QUESTION"');
    expect((await run(['ask', '--lmm'])).err).toContain('--lmm: 그런 선택지는 없습니다.');
  });

  it('--version is the package’s', async () => {
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
