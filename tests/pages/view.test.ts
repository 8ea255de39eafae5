import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeZip } from '../makers/zip.ts';
import { TestServer, temporary } from '../support/server.ts';
import { describeInBrowser, launchBrowser, WatchedPage } from './browser.ts';
import { makeSampleLetter } from './sample-letter.ts';

const SAMPLE_PDF = fileURLToPath(new URL('../../src/adapters/pages/assets/sample.pdf', import.meta.url));
const QUESTION = '야간 운영에 드는 돈은 모두 얼마인가요?';

describeInBrowser('the page that circulates alone', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([TestServer.start(), launchBrowser()]);
    const folder = path.join(server.corpus, 't');
    mkdirSync(folder);
    cpSync(SAMPLE_PDF, path.join(folder, '안내.pdf'));
    writeFileSync(path.join(folder, '지원 안내.hwpx'), makeSampleLetter());
    writeFileSync(path.join(folder, '빈문서.pdf'), '');
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  const asked = () => `/view?${new URLSearchParams({ tenant: 't', question: QUESTION })}`;

  it.each([
    ['on a desk', { viewport: { width: 1280, height: 900 } }],
    ['on a phone', { viewport: { width: 375, height: 800 } }],
    ['in the dark', { colorScheme: 'dark' as const }],
  ])('is sound %s: no request, no breach of its policy, no serious fault for a screen reader', async (what, options) => {
    const watched = await WatchedPage.open(browser, `http://127.0.0.1:${server.port}`, asked(), options);
    expect(await watched.page.locator('figure svg image').count()).toBeGreaterThan(0);
    expect(await watched.page.locator('.notice').textContent()).toContain('빈문서.pdf');
    await watched.isSound(what);
    await watched.close();
  });

  it('opened from a disk it shows the same, asks nobody for anything and prints on A4', async () => {
    const { text } = await server.send('GET', asked());
    const file = path.join(temporary('mailed'), 'view.html');
    writeFileSync(file, text);
    const context = await browser.newContext();
    const page = await context.newPage();
    const requests: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => requests.push(request.url().slice(0, 40)));
    page.on('console', (message) => faults.push(message.text()));
    await page.goto(`file://${file}`);
    expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
    expect(faults).toEqual([]);
    const mark = await page.locator('.mark').first().boundingBox();
    expect(mark?.width).toBeGreaterThan(20);
    const [width, height] =
      /MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)/
        .exec((await page.pdf({ preferCSSPageSize: true })).toString('latin1'))
        ?.slice(1)
        .map(Number) ?? [];
    expect([Math.round(width ?? 0), Math.round(height ?? 0)]).toEqual([595, 842]);
    await context.close();
  });

  it('paints a PDF inside a zip, and without a cache says why not', async () => {
    const zip = makeZip([{ name: 'inner/안내.pdf', data: readFileSync(SAMPLE_PDF) }]);
    mkdirSync(path.join(server.corpus, 'zipped'));
    writeFileSync(path.join(server.corpus, 'zipped', '묶음.zip'), zip);
    const painted = await server.json('/view', { tenant: 'zipped', question: QUESTION });
    expect(painted.text).toContain('묶음.zip/inner/안내.pdf');
    expect(painted.text).toContain('data:image/png');
    const bare = await TestServer.start({ flags: ['--no-cache'] });
    try {
      mkdirSync(path.join(bare.corpus, 'zipped'));
      writeFileSync(path.join(bare.corpus, 'zipped', '묶음.zip'), zip);
      const { text } = await bare.json('/view', { tenant: 'zipped', question: QUESTION });
      expect(text).not.toContain('data:image/png');
      expect(text).toContain('캐시를 끈 서버');
    } finally {
      await bare.stop();
    }
  });
});
