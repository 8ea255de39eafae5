import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PageImageRequest } from '../../src/parsing/page-images.ts';
import { purgePageImages } from '../../src/parsing/page-images.ts';
import { ReadingDesk } from '../../src/parsing/reading-desk.ts';
import { renderLines } from '../makers/image.ts';
import { makeZip } from '../makers/zip.ts';
import { describeWithCorpus } from '../support/corpus.ts';
import { productCli } from '../support/product.ts';

describeWithCorpus('pages as pictures', (root) => {
  let script: string;
  let place: string;
  let desk: ReadingDesk;
  beforeAll(() => {
    script = path.join(path.dirname(productCli()), 'reading', 'child.js');
  }, 180_000);
  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'pages-'));
    mkdirSync(path.join(place, 'tmp'));
  });
  afterEach(async () => {
    await desk.close();
    rmSync(place, { recursive: true, force: true });
  });

  const open = async (cache: string | null = path.join(place, 'cache')) => {
    desk = await ReadingDesk.open({ cache, temporary: path.join(place, 'tmp'), pool: { script, size: 1 } });
  };
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const given = (name: string, bytes: Buffer): Pick<PageImageRequest, 'file' | 'sha256'> => {
    const file = path.join(place, name);
    writeFileSync(file, bytes);
    return { file, sha256: digest(bytes) };
  };
  const kept = (folder = 'cache/pages') =>
    readdirSync(path.join(place, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const pdf = () => readFileSync(path.join(root, 'pdf', 'KISA_정관.pdf'));
  const reason = (image: { png: Buffer | null; reason?: string }) => (image.png === null ? image.reason : 'drawn');

  it('a page of a PDF is drawn at the asked dots an inch, kept, and drawn once', { timeout: 60_000 }, async () => {
    await open();
    const source = given('a.pdf', pdf());
    const [first, second] = await Promise.all([
      desk.pageImage({ ...source, page: 2, dpi: 72 }),
      desk.pageImage({ ...source, page: 2, dpi: 72 }),
    ]);
    if (first.png === null) throw new Error(first.reason);
    // A4 at 72 dots an inch is its size in points.
    expect([first.width, first.height, Math.round(first.scale * 1000)]).toEqual([595, 841, 1000]);
    expect(await sharp(first.png).metadata()).toMatchObject({ format: 'png', width: 595, height: 841 });
    expect(second).toEqual(first);
    expect(desk.pool.counts.done).toBe(1);
    expect(kept()).toHaveLength(1);
    expect(await desk.pageImage({ ...source, page: 2, dpi: 72 })).toEqual(first);
    expect(desk.pool.counts.done).toBe(1);
  });

  it('a damaged picture is drawn again', { timeout: 60_000 }, async () => {
    await open();
    const source = given('a.pdf', pdf());
    const first = await desk.pageImage({ ...source, page: 1, dpi: 50 });
    const entry = kept()[0];
    const file = path.join(entry?.parentPath ?? '', entry?.name ?? '');
    const bytes = readFileSync(file);
    bytes[200] = (bytes[200] as number) ^ 1;
    writeFileSync(file, bytes);
    expect(await desk.pageImage({ ...source, page: 1, dpi: 50 })).toEqual(first);
    expect(desk.pool.counts.done).toBe(2);
  });

  it('documents in a bundle are drawn by their place in it, the right one of two with one name', {
    timeout: 60_000,
  }, async () => {
    await open();
    const picture = await renderLines(['근거']);
    const inner = makeZip([{ name: '깊은/그림.png', data: picture }]);
    const zip = makeZip([
      { name: '폴더/정관.pdf', data: pdf() },
      { name: '안.zip', data: inner },
      { name: '둘.png', data: await renderLines(['하나']) },
      { name: '둘.png', data: picture },
    ]);
    const source = given('a.zip', zip);
    const draw = (member: string, memberSha256?: string, page = 1) =>
      desk.pageImage({ ...source, member, memberSha256, page, dpi: 60 });
    expect(reason(await draw('폴더/정관.pdf'))).toBe('drawn');
    const deep = await draw('안.zip/깊은/그림.png');
    expect(reason(deep)).toBe('drawn');
    expect((await draw('둘.png', digest(picture))).png).toEqual(deep.png);
    expect((await draw('둘.png')).png).not.toEqual(deep.png);
    expect(reason(await draw('없음.pdf'))).toBe('MEMBER_NOT_FOUND');
    expect(reason(await draw('폴더/정관.pdf', undefined, 99))).toBe('NO_SUCH_PAGE');
  });

  it('what cannot be drawn says why', { timeout: 60_000 }, async () => {
    await open();
    const ask = async (name: string, bytes: Buffer) => reason(await desk.pageImage({ ...given(name, bytes), page: 1, dpi: 60 }));
    const corpus = (name: string) => readFileSync(path.join(root, name));
    expect(await ask('a.docx', corpus('bad/docx_named.hwpx'))).toBe('FORMAT_HAS_NO_PAGES');
    expect(await ask('b.pdf', corpus('pdf/synth_enc_user_aes256_pw_1234.pdf'))).toBe('PASSWORD_PROTECTED');
    expect(await ask('c.png', corpus('bad/truncated_half.png'))).toBe('CORRUPTED');
    const source = given('d.pdf', pdf());
    expect(reason(await desk.pageImage({ ...source, page: 0, dpi: 60 }))).toBe('NO_SUCH_PAGE');
    expect(reason(await desk.pageImage({ ...source, sha256: '0'.repeat(64), page: 1, dpi: 60 }))).toBe('CORRUPTED');
  });

  it('an image is shown the right way up, in pixels of its own and never larger than it is', { timeout: 60_000 }, async () => {
    await open();
    const source = given('a.jpg', readFileSync(path.join(root, 'image', 'scan_exif_orientation6.jpg')));
    const large = await desk.pageImage({ ...source, page: 1, dpi: 300 });
    const small = await desk.pageImage({ ...source, page: 1, dpi: 36 });
    if (large.png === null || small.png === null) throw new Error('not drawn');
    expect(large.width).toBeLessThan(large.height);
    expect(large.scale).toBe(1);
    expect(small.height).toBe(Math.round(36 * 11.69));
    expect(small.scale).toBeCloseTo(small.width / large.width, 5);
  });

  it('a purge removes pictures by age, by document and all', { timeout: 60_000 }, async () => {
    await open();
    const [one, two] = [given('a.pdf', pdf()), given('b.png', await renderLines(['둘']))];
    for (const source of [one, two]) await desk.pageImage({ ...source, page: 1, dpi: 40 });
    const cache = path.join(place, 'cache');
    expect(await purgePageImages(cache, {})).toEqual({ removed: 0, bytes: 0 });
    expect((await purgePageImages(cache, { olderThanDays: 1 })).removed).toBe(0);
    expect((await purgePageImages(cache, { keep: new Set([one.sha256]) })).removed).toBe(1);
    expect(kept().map((entry) => entry.name.slice(0, 64))).toEqual([one.sha256]);
    expect((await purgePageImages(cache, { all: true })).removed).toBe(1);
  });

  it('without a cache nothing stays on disk, and documents in bundles are not drawn', { timeout: 60_000 }, async () => {
    await open(null);
    const source = given('a.pdf', pdf());
    expect(reason(await desk.pageImage({ ...source, page: 1, dpi: 60 }))).toBe('drawn');
    const zip = given('a.zip', makeZip([{ name: 'a.pdf', data: pdf() }]));
    expect(reason(await desk.pageImage({ ...zip, member: 'a.pdf', page: 1, dpi: 60 }))).toBe('CACHE_OFF');
    await desk.spool.cleared();
    expect(kept('tmp').filter((entry) => /page|png|source/.test(entry.name))).toEqual([]);
  });
});
