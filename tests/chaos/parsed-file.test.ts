import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, DocumentSchema } from '../../src/model/document.ts';
import { openParsedFile } from '../../src/parsing/parsed-file-reader.ts';
import { loadParsedFile, ParsedFileDamaged, writeParsedFile } from '../../src/shared/parsed-file.ts';
import { sampleBundle, sampleDocument, sha256Of } from '../support/parsed-sample.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'geungeo-parsed-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const place = (name: string) => path.join(directory, name);

async function streamed(file: string, sha256: string, filename: string): Promise<Document> {
  const lease = (await openParsedFile(file, { generation: 'v1', sha256 })).lease();
  const stream = lease.stream({ filename });
  lease.close();
  return JSON.parse(await text(stream));
}

describe('a parsed file', () => {
  it('gives back the document that was written, with the name it came under', async () => {
    const document = sampleDocument('첫 줄\n둘째 줄');
    await writeParsedFile(place('one'), document, 'v1');
    const read = await streamed(place('one'), sha256Of('첫 줄\n둘째 줄'), '공고.hwpx');
    expect(read).toEqual({ ...document, source: { ...document.source, filename: '공고.hwpx' } });
    expect(DocumentSchema.parse(read)).toEqual(read);
    expect(loadParsedFile(place('one'))).toEqual({ ...document, source: { ...document.source, filename: '' } });
  });

  it('holds a bundle with all that is nested in it, each with the way to it', async () => {
    const bundle = sampleBundle('묶음');
    await writeParsedFile(place('bundle'), bundle, 'v1');
    const read = await streamed(place('bundle'), sha256Of('묶음'), '묶음.zip');
    const [first, inner] = read.children ?? [];
    expect([read, first, inner, inner?.children?.[0]].map((it) => [it?.source.filename, it?.source.container_path])).toEqual([
      ['묶음.zip', []],
      ['첫 문서.hwpx', ['묶음.zip']],
      ['안.zip', ['묶음.zip']],
      ['깊은 문서.hwpx', ['묶음.zip', '안.zip']],
    ]);
    expect(inner?.children?.[0]?.blocks).toEqual(bundle.children?.[1]?.children?.[0]?.blocks);
    expect(DocumentSchema.parse(read)).toEqual(read);
    expect(loadParsedFile(place('bundle')).children).toEqual(bundle.children);
  });

  it('keeps an empty bundle apart from a document that is no bundle', async () => {
    await writeParsedFile(place('empty'), { ...sampleDocument('빈'), children: [] }, 'v1');
    expect((await streamed(place('empty'), sha256Of('빈'), 'a.zip')).children).toEqual([]);
  });

  it('is written and streamed the same way twice', async () => {
    await writeParsedFile(place('a'), sampleBundle('같은'), 'v1');
    await writeParsedFile(place('b'), sampleBundle('같은'), 'v1');
    expect(readFileSync(place('a'))).toEqual(readFileSync(place('b')));
  });

  it('tells its structure and its counts without its body', async () => {
    await writeParsedFile(place('parts'), sampleBundle('부분'), 'v1');
    const lease = (await openParsedFile(place('parts'), { generation: 'v1', sha256: sha256Of('부분') })).lease();
    const child = lease.root.children?.[0];
    expect([lease.root.blocks, child?.blocks, child?.tables]).toEqual([0, 2, 1]);
    expect((await lease.structure()).title).toBe('부분');
    expect((await lease.structure(child)).title).toBe('부분 first');
    lease.close();
  });

  it('lets every head be completed on the way out', async () => {
    await writeParsedFile(place('patched'), sampleBundle('권한'), 'v1');
    const lease = (await openParsedFile(place('patched'), { generation: 'v1', sha256: sha256Of('권한') })).lease();
    const stream = lease.stream({ filename: 'a.hwp', patch: (head) => ({ ...head, acl: { allow: ['가'], rule: 1 } }) });
    lease.close();
    const read: Document = JSON.parse(await text(stream));
    expect([read.acl, read.children?.[1]?.children?.[0]?.acl]).toEqual([
      { allow: ['가'], rule: 1 },
      { allow: ['가'], rule: 1 },
    ]);
    expect(read.warnings.map((warning) => warning.code)).toEqual(['PAGES_UNKNOWN', 'EXTENSION_MISMATCH']);
  });

  it('keeps any text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'binary' }), async (given, filename) => {
        const document = sampleDocument(given);
        await writeParsedFile(place('any'), document, 'v1');
        const read = await streamed(place('any'), sha256Of(given), filename);
        expect(read.blocks).toEqual(document.blocks);
        expect(read.source.filename).toBe(filename);
      }),
      { numRuns: 100 },
    );
  });

  it('can be given to a child under another name, also after it was removed', async () => {
    const sha256 = sha256Of('이름');
    await writeParsedFile(place('named'), sampleDocument('이름'), 'v1');
    const lease = (await openParsedFile(place('named'), { generation: 'v1', sha256 })).lease();
    await lease.linkTo(place('while it is there'));
    rmSync(place('named'));
    await lease.linkTo(place('when it is gone'));
    lease.close();
    for (const name of ['while it is there', 'when it is gone']) expect(loadParsedFile(place(name)).blocks[0]?.text).toBe('이름');
  });

  it('stays whole for a reader that began before it was removed', async () => {
    await writeParsedFile(place('removed'), sampleDocument('x'.repeat(2_000_000)), 'v1');
    const lease = (await openParsedFile(place('removed'), { generation: 'v1', sha256: sha256Of('x'.repeat(2_000_000)) })).lease();
    const stream = lease.stream({ filename: 'a' });
    lease.close();
    rmSync(place('removed'));
    expect(JSON.parse(await text(stream)).blocks[0].text).toHaveLength(2_000_000);
  });
});

describe('damage to a parsed file', () => {
  const given = '손상될 문서\n'.repeat(50);
  const expected = { generation: 'v1', sha256: sha256Of(given) };
  let whole: Buffer;

  beforeAll(async () => {
    await writeParsedFile(place('whole'), sampleDocument(given), 'v1');
    whole = readFileSync(place('whole'));
  });

  const damaged = async (file: string) => {
    await expect(openParsedFile(file, expected)).rejects.toBeInstanceOf(ParsedFileDamaged);
    expect(() => loadParsedFile(file)).toThrow(ParsedFileDamaged);
  };

  it('of one bit is noticed wherever it is', async () => {
    // A thousand places over the whole file, and every byte of the footer.
    const step = Math.max(1, Math.floor(whole.length / 1000));
    const offsets = new Set<number>();
    for (let at = 0; at < whole.length; at += step) offsets.add(at);
    for (let at = whole.length - 220; at < whole.length; at++) offsets.add(at);
    for (const offset of offsets) {
      const changed = Buffer.from(whole);
      changed[offset] = (changed[offset] as number) ^ (1 << (offset % 8));
      writeFileSync(place('flipped'), changed);
      await damaged(place('flipped'));
    }
  });

  it('by cutting or growing is noticed at every length', async () => {
    for (let length = 0; length < whole.length; length += 97) {
      copyFileSync(place('whole'), place('cut'));
      truncateSync(place('cut'), length);
      await damaged(place('cut'));
    }
    writeFileSync(place('grown'), Buffer.concat([whole, Buffer.from('\n')]));
    await damaged(place('grown'));
    writeFileSync(place('doubled'), Buffer.concat([whole, whole]));
    await damaged(place('doubled'));
    writeFileSync(place('zeros'), Buffer.alloc(whole.length));
    await damaged(place('zeros'));
  });

  it('by exchange with another document, or another generation, is noticed', async () => {
    await writeParsedFile(place('other'), sampleDocument('다른 문서'), 'v1');
    await expect(openParsedFile(place('other'), expected)).rejects.toBeInstanceOf(ParsedFileDamaged);
    await expect(openParsedFile(place('whole'), { ...expected, generation: 'v2' })).rejects.toBeInstanceOf(ParsedFileDamaged);
  });
});
