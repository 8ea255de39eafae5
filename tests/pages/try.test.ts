import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cell, makeDocx, paragraph, row, style, table } from '../makers/docx.ts';
import { paragraph as hwpParagraph, makeHwp } from '../makers/hwp.ts';
import { makeXlsx, rowsOf } from '../makers/xlsx.ts';
import { makeZip } from '../makers/zip.ts';
import { TestServer } from '../support/server.ts';
import { describeInBrowser, launchBrowser, WatchedPage } from './browser.ts';
import { makeSampleLetter } from './sample-letter.ts';

const SAMPLE_PDF = readFileSync(new URL('../../src/adapters/pages/assets/sample.pdf', import.meta.url));

const docx = makeDocx({
  body:
    paragraph('시설 점검 결과', '<w:pStyle w:val="Title"/>') +
    paragraph('점검은 3월 2일에 했다.') +
    table([row([cell('시설'), cell('결과')]), row([cell('교량 <b>12</b>'), cell('양호')])]),
  styles: style('Title', 'Title'),
});
const xlsx = makeXlsx({
  sheets: [
    {
      name: '집행',
      data: rowsOf([
        ['항목', '금액'],
        ['인건비', 39600],
      ]),
    },
  ],
});

describeInBrowser('the page to try a file', () => {
  let server: TestServer;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    [server, browser] = await Promise.all([TestServer.start(), launchBrowser()]);
    origin = `http://127.0.0.1:${server.port}`;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const read = async (page: Page, name: string, bytes: Buffer) => {
    await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: bytes });
    await page.getByRole('heading', { name, level: 2 }).waitFor();
  };
  const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });

  it('shows a dropped letter: what it states, its text, its chunks and the JSON', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try');
    const { page } = watched;
    await watched.isSound('before a file');
    await drop(page, '지원 안내.hwpx', makeSampleLetter());
    await page.getByRole('heading', { name: '지원 안내.hwpx', level: 2 }).waitFor();
    const stated = page.getByRole('region', { name: '문서가 밝힌 것' });
    for (const text of ['작은도서관 협의회장', '도서관정책과-1204', '2026-03-16', '가람시장', '사업 신청서'])
      expect(await stated.textContent()).toContain(text);
    expect(await page.locator('#result .notice').textContent()).toContain('쪽 번호가 추정값입니다');
    expect(await page.locator('.reading .grid-table').textContent()).toContain('큰글자책');
    await tab(page, /조각/).click();
    expect(await page.locator('.chunk').count()).toBeGreaterThan(0);
    await watched.isSound('chunks');
    await tab(page, 'JSON').click();
    const shown = JSON.parse((await page.locator('pre.json').textContent()) ?? '');
    expect(shown).toMatchObject({ summary: { format: 'hwpx' }, document: { source: { filename: '지원 안내.hwpx' } } });
    await watched.isSound('JSON');
    await watched.close();
  });

  it('draws a PDF page to scale, with its blocks, and leads from a chunk to its place', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try', { colorScheme: 'dark' });
    const { page } = watched;
    await read(page, '야간.pdf', SAMPLE_PDF);
    await page.locator('.box').first().waitFor();
    const [, , width, height] = ((await page.locator('.paper-frame svg').getAttribute('viewBox')) ?? '').split(' ').map(Number);
    expect((height ?? 0) / (width ?? 1)).toBeCloseTo(842 / 595, 1);
    expect(await page.locator('.box .cell').count()).toBe(16);
    await page.locator('.block-list button', { hasText: '운영 개요' }).click();
    expect(await page.locator('.box.chosen').count()).toBe(1);
    await watched.isSound('a page in dark');
    await tab(page, /조각/).click();
    await page.locator('.chunk', { hasText: '48,200' }).getByRole('button', { name: '쪽에서 보기' }).click();
    await page.locator('.marks rect').first().waitFor();
    expect(await page.locator('.page-number').textContent()).toBe('2 / 2쪽');
    await watched.close();
  });

  it('reads docx, xlsx, hwp and a zip of them, and shows text of a file as text', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try');
    const { page } = watched;
    await read(page, '점검.docx', docx);
    expect(await page.locator('.grid-table').textContent()).toContain('교량 <b>12</b>');
    await read(page, '집행.xlsx', xlsx);
    await tab(page, /조각/).click();
    expect(await page.locator('.chunk').first().textContent()).toContain('집행');
    await read(page, '옛글.hwp', makeHwp({ sections: [[hwpParagraph(['하천 정비 구간은 12.5킬로미터이다.'])]] }));
    expect(await page.locator('.reading').textContent()).toContain('12.5킬로미터');
    await read(
      page,
      '묶음.zip',
      makeZip([
        { name: '안/점검.docx', data: docx },
        { name: '빈.pdf', data: '' },
      ]),
    );
    const members = page.getByLabel('묶음 안의 문서 2건');
    expect(await members.locator('option').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('점검.docx')]),
    );
    await members.selectOption({
      index: (await members.locator('option').allTextContents()).findIndex((name) => name.includes('빈.pdf')),
    });
    expect(await page.locator('#result .notice').textContent()).toContain('내용이 없는 파일입니다');
    await watched.isSound('a bundle');
    await watched.close();
  });

  it('draws the boxes on a picture that was given', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try');
    const { page } = watched;
    const maker = await browser.newPage({ viewport: { width: 1000, height: 420 } });
    await maker.setContent(
      `<p style="font:36px/1.6 sans-serif;margin:40px">${'The harbour budget of 2026 is 48,200 thousand. '.repeat(3)}</p>`,
    );
    const png = await maker.screenshot();
    await maker.close();
    await read(page, 'scan.png', png);
    const { ocr } = (await server.send('GET', '/health')).body;
    if (ocr.available) {
      await page.locator('.paper-frame canvas').waitFor();
      expect(await page.locator('.block-list').textContent()).toContain('48,200');
      await watched.isSound('a picture');
    } else expect(await page.locator('#result .notice').textContent()).toContain('OCR 엔진이 없습니다');
    await watched.close();
  });

  it('says why a file was not read, and sends nothing that is too large', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try?lang=en');
    const { page } = watched;
    await read(page, 'letter.hwpx', makeSampleLetter().subarray(0, 900));
    expect(await page.locator('#result .notice').textContent()).toContain('The file is damaged');
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/try/parse')) sent++;
    });
    await dropMade(page, 'large.pdf', 'new Uint8Array(10 * 1024 * 1024 + 1)');
    await page.getByText('too large to try here').waitFor();
    expect(sent).toBe(0);
    await watched.isSound('a refusal');
    await watched.close();
  });

  it('tells kindly what the server refuses', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try');
    const { page } = watched;
    const problem = { type: 'x', title: 'Busy', status: 503, detail: '동시에 읽을 수 있는 수가 찼습니다.', reason: 'BUSY' };
    await page.route('**/try/parse', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '5' },
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      }),
    );
    await page.setInputFiles('#file', { name: 'a.docx', mimeType: 'x/y', buffer: docx });
    const notice = page.locator('#progress .notice');
    await notice.waitFor();
    expect(await notice.textContent()).toContain('동시에 읽을 수 있는 수가 찼습니다.');
    expect(await notice.textContent()).toContain('5초 뒤에 다시');
    await page.unroute('**/try/parse');
    await page.route('**/try/parse', (route) => route.abort());
    await page.setInputFiles('#file', { name: 'a.docx', mimeType: 'x/y', buffer: docx });
    await page.getByText('서버에 닿지 못했습니다').waitFor();
    await watched.close();
  });

  it('works with the keyboard alone, on a phone', async () => {
    const watched = await WatchedPage.open(browser, origin, '/try', { viewport: { width: 375, height: 740 } });
    const { page } = watched;
    await watched.isSound('on a phone');
    await page.keyboard.press('Tab');
    expect(await watched.focused()).toBe('본문 바로가기');
    await page.keyboard.press('Enter');
    // The file, then the examples.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    expect(await watched.focused()).toBe('sample.pdf');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'sample.pdf' }).waitFor();
    expect(await watched.focused()).toBe('sample.pdf');
    await page.keyboard.press('Tab');
    expect(await watched.focused()).toBe('쪽 보기');
    await page.keyboard.press('ArrowRight');
    expect(await watched.focused()).toBe('읽은 글');
    expect(await page.getByRole('tabpanel').textContent()).toContain('밤 9시까지');
    await page.keyboard.press('Home');
    await watched.isSound('a page on a phone');
    await watched.close();
  });
});

/** A file as it is dropped from the desktop. */
function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  return dropMade(page, name, `Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0))`);
}

/** The same with bytes that an expression in the page makes. */
async function dropMade(page: Page, name: string, bytes: string): Promise<void> {
  const transfer = await page.evaluateHandle(`{
    const data = new DataTransfer();
    data.items.add(new File([${bytes}], ${JSON.stringify(name)}));
    data;
  }`);
  await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
}
