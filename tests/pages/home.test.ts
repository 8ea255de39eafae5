import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_STATES } from '../../src/adapters/pages/home/sample-states.ts';
import { TestServer, temporary } from '../support/server.ts';
import { describeInBrowser, launchBrowser, WatchedPage } from './browser.ts';
import { makeSampleLetter } from './sample-letter.ts';

const run = promisify(execFile);
const KEY = 'key-of-the-test';
let server: TestServer;
let keyed: TestServer;
beforeAll(async () => {
  [server, keyed] = await Promise.all([TestServer.start(), TestServer.start({ env: { SERVICE_API_KEY: KEY } })]);
  mkdirSync(path.join(server.corpus, "it's"));
  writeFileSync(path.join(server.corpus, "it's", '지원 안내.hwpx'), makeSampleLetter());
  mkdirSync(path.join(keyed.corpus, 'secret-name'));
});
afterAll(() => Promise.all([server?.stop(), keyed?.stop()]));

describe('assets', () => {
  it('are the files of the pages, with a type and a tag', async () => {
    const { status, headers, bytes } = await server.send('GET', '/assets/style.css');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'text/css; charset=utf-8', 'no-cache']);
    expect(bytes).toEqual(readFileSync(new URL('../../src/adapters/pages/assets/style.css', import.meta.url)));
    const again = await server.send('GET', '/assets/style.css', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  it('come with the font, its licence, and the letter that its maker makes', async () => {
    const font = await server.send('GET', '/assets/pretendard-gov-regular.woff2');
    expect([font.headers['content-type'], font.bytes.subarray(0, 4).toString()]).toEqual(['font/woff2', 'wOF2']);
    expect((await server.send('GET', '/assets/pretendard-gov-license.txt')).text).toContain('SIL Open Font License');
    expect((await server.send('GET', '/assets/sample.hwpx')).bytes).toEqual(makeSampleLetter());
  });

  it.each(['nothing.css', 'README.md', 'constructor', '..%2fassets.js', '%2e%2e'])('%s is none', async (name) => {
    const { status, body } = await server.send('GET', `/assets/${name}`);
    expect([status, body.reason]).toEqual([404, 'FILE_NOT_FOUND']);
  });
});

describe('colours', () => {
  it('are those of KRDS', () => {
    const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const known = new Set(
      read('node_modules/krds-uiux/resources/css/token/krds_tokens.css').match(/#[0-9a-f]{6}(?:[0-9a-f]{2})?/g),
    );
    const used = read('src/adapters/pages/assets/tokens.css').match(/#[0-9a-f]{6}(?:[0-9a-f]{2})?/g) ?? [];
    expect(used.filter((colour) => !known.has(colour))).toEqual([]);
    expect(used.length).toBeGreaterThan(50);
  });
});

describe('commands of the home page', () => {
  /** What stands in the commands of the page, as a person would paste it. */
  async function commands(of: TestServer): Promise<string[]> {
    const { text } = await of.send('GET', '/', { headers: { host: `127.0.0.1:${of.port}` } });
    const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
    return [...text.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].map(([, code = '']) =>
      code.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] as string),
    );
  }
  const paste = async (command: string, env: Record<string, string> = {}) => {
    const { stdout } = await run('sh', ['-c', command], { cwd: temporary('paste'), env: { ...process.env, ...env } });
    return stdout;
  };

  it('work as they stand on a server without keys', async () => {
    const [first = '', , parse = '', context = '', answer = '', mcp = ''] = await commands(server);
    expect(JSON.parse(await paste(first)).chunks.length).toBeGreaterThan(0);
    expect(JSON.parse(await paste(parse)).structure).toMatchObject(SAMPLE_STATES);
    expect(JSON.parse(await paste(context)).context).toContain('2026. 4. 17.');
    const answered = JSON.parse(await paste(answer));
    expect(answered.tenant).toBe("it's");
    expect(JSON.parse(await paste(mcp)).result.tools).toHaveLength(7);
  });

  it('work with a key on a server that has one, uploads among them', async () => {
    const [first = '', , , upload = ''] = await commands(keyed);
    expect(JSON.parse(await paste(first, { GEUNGEO_KEY: KEY })).document.access.readable).toBe(true);
    const answers = await paste(upload, { GEUNGEO_KEY: KEY });
    expect(answers).toContain('"stored":true');
    expect(answers).toContain('2026. 4. 17.');
  });
});

describe('the home page', () => {
  it('tells what /health tells, and no name on a server with keys', async () => {
    const { body } = await server.send('GET', '/health');
    const { text } = await server.send('GET', '/');
    for (const format of body.formats) expect(text).toContain(`>${format}</span>`);
    for (const { reason } of [body.vectors, body.ocr]) if (reason !== null) expect(text).toContain(reason);
    expect(text).toContain('it&#39;s');
    expect((await keyed.send('GET', '/')).text).not.toContain('secret-name');
  });

  it('speaks English where it is asked to', async () => {
    const { text } = await server.send('GET', '/?lang=en');
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('href="/try?lang=en"');
    expect((await server.send('GET', '/?lang=xx')).text).toContain('<html lang="ko">');
  });
});

describeInBrowser('the home page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it.each([
    ['wide', { viewport: { width: 1280, height: 900 } }],
    ['on a phone in dark', { viewport: { width: 375, height: 740 }, colorScheme: 'dark' as const }],
  ])('is sound %s, with its font from here', async (what, options) => {
    const watched = await WatchedPage.open(browser, `http://127.0.0.1:${server.port}`, '/', options);
    expect(
      await watched.page.evaluate('document.fonts.ready.then(() => document.fonts.check("16px \\"Pretendard GOV\\""))'),
    ).toBe(true);
    await watched.isSound(what);
    await watched.page.getByRole('link', { name: 'English' }).click();
    await watched.page.getByRole('heading', { name: 'Official documents, read into evidence' }).waitFor();
    await watched.isSound(`${what}, in English`);
    await watched.close();
  });
});
