import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestProblem } from '../../src/contract/errors.ts';
import { Corpus, type CorpusOptions } from '../../src/corpus/corpus.ts';
import type { TenantView } from '../../src/corpus/tenant-view.ts';
import { FakeReader, type FakeSnapshot, FakeStore, sha256 } from './fakes.ts';

let place: string;
let store: FakeStore;
let reader: FakeReader;
let corpus: Corpus<FakeSnapshot>;
const open = async (more: Partial<CorpusOptions<FakeSnapshot>> = {}) => {
  corpus = await Corpus.open({ directory: path.join(place, 'corpus'), store, reader, parallel: 2, ...more });
};
const at = (...parts: string[]) => path.join(place, 'corpus', 'room', ...parts);
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const view = <T>(work: (seen: TenantView<FakeSnapshot>) => T, principal?: string) =>
  corpus.use('room', principal, async (seen) => work(seen));
const names = (principal?: string) => view((seen) => seen.documents.map(({ name }) => name), principal);
const texts = () => view((seen) => Object.fromEntries([...seen.index.texts].sort()));
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: RequestProblem) => error.code ?? error.message,
  );

beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'tenant-'));
  mkdirSync(at(), { recursive: true });
  store = new FakeStore();
  reader = new FakeReader();
});
afterEach(() => {
  corpus.close();
  rmSync(place, { recursive: true, force: true });
});

describe.each([true, false])('a tenant (following change events: %s)', (watch) => {
  beforeEach(() => open({ watch }));

  it('has exactly the documents of its folder, each read once', async () => {
    put('나.hwp', '둘');
    put('가.hwp', '하나\n또 하나');
    put('sub/다.hwp', '셋');
    expect(await names()).toEqual(['sub/다.hwp', '가.hwp', '나.hwp']);
    expect(await texts()).toEqual({ 'sub/다.hwp': ['셋'], '가.hwp': ['하나', '또 하나'], '나.hwp': ['둘'] });
    expect(await view((seen) => seen.counts)).toEqual({ readable: 3, unreadable: 0, needs_review: 0, chunks: 4 });
    expect(reader.reads.sort()).toEqual(['sub/다.hwp', '가.hwp', '나.hwp']);
  });

  it('reads only what changed', async () => {
    put('a', 'one');
    put('b', 'two');
    await names();
    reader.reads.length = 0;
    put('a', 'other');
    put('c', 'three');
    rmSync(at('b'));
    expect(await texts()).toEqual({ a: ['other'], c: ['three'] });
    expect(reader.reads.sort()).toEqual(['a', 'c']);
  });

  it('does not read bytes again that it knows under the same name', async () => {
    put('a', 'one');
    await names();
    utimesSync(at('a'), new Date(), new Date(0));
    renameSync(at('a'), at('.b'));
    writeFileSync(at('a'), 'one');
    await names();
    expect(reader.reads).toEqual(['a']);
  });

  it('sees other bytes of the same size and date at once', async () => {
    put('a', 'one');
    await names();
    const { atime, mtime } = statSync(at('a'));
    for (const text of ['two', 'six', 'ten']) {
      writeFileSync(at('a'), text);
      utimesSync(at('a'), atime, mtime);
      expect(await texts()).toEqual({ a: [text] });
    }
  });

  it('reads a file again that was replaced while it was being read', async () => {
    put('a', 'one');
    reader.before = () => {
      reader.before = () => {};
      writeFileSync(at('.new'), 'two');
      renameSync(at('.new'), at('a'));
    };
    const seen = await view(({ index }) => ({ text: index.texts.get('a'), docId: index.documents.get('a')?.docId }));
    expect([`sha256:${sha256('one')}`, `sha256:${sha256('two')}`]).toContain(seen.docId);
    expect(seen.text).toEqual([seen.docId === `sha256:${sha256('one')}` ? 'one' : 'two']);
    expect(await texts()).toEqual({ a: ['two'] });
  });

  it('reads a file again whose bytes were changed in place while it was being read', async () => {
    put('a', 'one');
    reader.before = () => {
      reader.before = () => {};
      writeFileSync(at('a'), 'two');
    };
    expect(await texts()).toEqual({ a: ['two'] });
    expect(await view(({ index }) => index.documents.get('a')?.docId)).toBe(`sha256:${sha256('two')}`);
  });

  it('unpacks a bundle into its members, each with its reason, and unpacks a replaced one anew', async () => {
    put('b.zip', 'zip\n안/가.docx=하나\n나.docx=!PASSWORD_PROTECTED\n나.docx=둘');
    expect(await names()).toEqual(['b.zip/나 (2).docx', 'b.zip/나.docx', 'b.zip/안/가.docx']);
    expect(await view((seen) => seen.skipped.map(({ filename, reason }) => [filename, reason]))).toEqual([
      ['b.zip/나.docx', 'PASSWORD_PROTECTED'],
    ]);
    put('b.zip', 'zip\n새글.docx=셋');
    expect(await names()).toEqual(['b.zip/새글.docx']);
    rmSync(at('b.zip'));
    expect(await names()).toEqual([]);
  });

  it('lists what could not be read and what should be looked at', async () => {
    put('bad.hwp', '!DRM_ENCRYPTED');
    put('odd.hwp', '~PAGES_UNKNOWN');
    put('ok.hwp', 'text');
    const listing = await view((seen) => [...seen.listing()]);
    expect(listing.map(({ filename, readable, chunks }) => [filename, readable, chunks])).toEqual([
      ['bad.hwp', false, 0],
      ['odd.hwp', true, 1],
      ['ok.hwp', true, 1],
    ]);
    expect(listing[0]).toMatchObject({ doc_id: null, reason: 'DRM_ENCRYPTED', reason_text: expect.stringMatching(/[가-힣]/) });
    expect(listing[0]).not.toHaveProperty('drm_vendor');
    expect(listing[1]).toMatchObject({ review: true, review_reasons: [{ code: 'PAGES_UNKNOWN', text: expect.any(String) }] });
    expect(listing[2]).toMatchObject({ review: false, review_reasons: [], structure: { title: 'text' } });
    expect(await view((seen) => seen.counts)).toEqual({ readable: 2, unreadable: 1, needs_review: 2, chunks: 2 });
  });

  it('is not there, or no longer, or a link', async () => {
    expect(await problem(corpus.use('nobody', undefined, async () => {}))).toBe('TENANT_NOT_FOUND');
    await names();
    renameSync(at(), path.join(place, 'corpus', 'other'));
    expect(await problem(names())).toBe('TENANT_NOT_FOUND');
    symlinkSync(path.join(place, 'corpus', 'other'), at());
    expect(await problem(names())).toBe('TENANT_NOT_FOUND');
    rmSync(path.join(place, 'corpus'), { recursive: true });
    expect(await problem(names())).toBe('STORAGE_UNAVAILABLE');
  });

  it('is found under its composed name where its folder has the decomposed one', async () => {
    mkdirSync(path.join(place, 'corpus', '방'.normalize('NFD')));
    writeFileSync(path.join(place, 'corpus', '방'.normalize('NFD'), 'a'), 'x');
    expect(await corpus.use('방', undefined, async (seen) => seen.documents.length)).toBe(1);
    expect(await corpus.tenantNames()).toEqual(['room', '방']);
  });

  it('shows to each what the rules allow, from the next call on', async () => {
    put('open.hwp', '공개');
    put('secret.hwp', '비밀');
    put('s.zip', 'zip\nin.hwp=속');
    expect(await names()).toHaveLength(3);
    put('ACL.json', JSON.stringify({ default: ['*'], rules: [{ files: 's*', allow: ['kim'] }] }));
    expect(await names()).toEqual(['open.hwp']);
    expect(await names('lee')).toEqual(['open.hwp']);
    expect(await names('kim')).toEqual(['open.hwp', 's.zip/in.hwp', 'secret.hwp']);
    expect(await view((seen) => [seen.counts.chunks, seen.sees('secret.hwp'), seen.acl('secret.hwp')])).toEqual([1, false, null]);
    expect(await view((seen) => seen.acl('s.zip/in.hwp'), 'kim')).toEqual({ allow: ['kim'], rule: 0 });
    put('ACL.json', JSON.stringify({ default: ['kim'], rules: [{ files: 'secret*', allow: ['*'] }] }));
    expect(await names()).toEqual(['secret.hwp']);
    put('ACL.json', '{');
    expect(await names('kim')).toEqual([]);
    expect(await view((seen) => seen.classes.size, 'kim')).toBe(0);
    rmSync(at('ACL.json'));
    mkdirSync(at('ACL.json'));
    expect(await names('kim')).toEqual([]);
    rmSync(at('ACL.json'), { recursive: true });
    symlinkSync('/dev/null', at('ACL.json'));
    expect(await names('kim')).toEqual([]);
    rmSync(at('ACL.json'));
    expect(await names()).toHaveLength(3);
    put('acl.json', JSON.stringify({ default: ['kim'], rules: [] }));
    expect(await names('kim')).toEqual([]);
    expect(reader.reads).toHaveLength(3);
  });

  it('gives each document a class of its list that outlives an edit of the others', async () => {
    put('a', '1');
    put('b', '2');
    put('ACL.json', JSON.stringify({ default: ['*'], rules: [{ files: 'b', allow: ['kim'] }] }));
    await names();
    store.only.log.length = 0;
    put(
      'ACL.json',
      JSON.stringify({
        default: ['*'],
        rules: [
          { files: 'x', allow: ['*'] },
          { files: 'b', allow: ['kim', 'kim'] },
        ],
      }),
    );
    expect(await names('kim')).toEqual(['a', 'b']);
    expect(store.only.log).toEqual([]);
  });

  it('takes the documents that are in the index after a restart without reading them', async () => {
    put('a', 'one');
    put('b.zip', 'zip\nx=1\ny=2');
    // Old enough for nobody to doubt the clock.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await names();
    corpus.close();
    reader.reads.length = 0;
    await open({ watch });
    expect(await names()).toEqual(['a', 'b.zip/x', 'b.zip/y']);
    expect(reader.reads).toEqual([]);
    corpus.close();
    rmSync(at('a'));
    put('c', 'three');
    await open({ watch });
    expect(await names()).toEqual(['b.zip/x', 'b.zip/y', 'c']);
    expect(reader.reads).toEqual(['c']);
  });

  it('puts right what a process left that ended in the middle', async () => {
    put('b.zip', 'zip\nx=1\ny=2');
    await names();
    const index = store.only;
    const { documents } = await index.view();
    const whole = [...documents.values()];
    await index.removeDocuments(['b.zip/y']);
    expect(await texts()).toEqual({ 'b.zip/x': ['1'], 'b.zip/y': ['2'] });
    await index.replaceDocuments([
      { ...(whole[0] as (typeof whole)[0]), name: 'ghost', chunks: [], stamp: 'nonsense' },
      {
        ...(whole[0] as (typeof whole)[0]),
        name: 'gone',
        chunks: [],
        stamp: (whole[0]?.stamp ?? '').replace(/5 b\.zip/, '5 c.zip'),
      },
    ]);
    expect(await names()).toEqual(['b.zip/x', 'b.zip/y']);
  });

  it('puts right an older state that another process wrote late', async () => {
    put('a', 'old');
    await names();
    const index = store.only;
    const old = [...(await index.view()).documents.values()].map((document) => ({ ...document, chunks: [] }));
    put('a', 'new');
    expect(await texts()).toEqual({ a: ['new'] });
    await index.replaceDocuments(old);
    expect(await texts()).toEqual({ a: ['new'] });
  });

  it('leaves alone what another process has put there for a file that came a moment ago', async () => {
    put('a', 'one');
    await names();
    const other = await Corpus.open({ directory: path.join(place, 'corpus'), store, reader, parallel: 2, watch });
    const seen = await Promise.all(
      Array.from({ length: 30 }, async (_, round) => {
        put(`${round}.hwp`, `text ${round}`);
        const found = await (round % 2 ? other : corpus).use('room', undefined, async ({ index }) =>
          index.texts.get(`${round}.hwp`),
        );
        return found?.[0] === `text ${round}`;
      }),
    );
    expect(seen).not.toContain(false);
    expect(await names()).toHaveLength(31);
    other.close();
  });

  it('does not show what a file held that went while nobody looked, although there is one again', async () => {
    put('a', 'old');
    await names();
    corpus.close();
    rmSync(at('a'));
    await open({ watch });
    const { only } = store;
    const look = only.view.bind(only);
    only.view = () => {
      if (only.view !== look) put('a', 'new');
      only.view = look;
      return look();
    };
    expect(await texts()).toEqual({});
    expect(await texts()).toEqual({ a: ['new'] });
  });

  it('tells the trouble of the index, and goes on when it is over', async () => {
    put('a', 'one');
    store.index('x');
    await names();
    const index = [...store.indexes.values()][1] as FakeStore['only'];
    index.fail = () => {
      throw Object.assign(new Error('LanceError(IO): No space left on device (os error 28)'));
    };
    put('b', 'two');
    expect(await problem(names())).toBe('STORAGE_FULL');
    expect(await problem(names())).toBe('STORAGE_FULL');
    index.fail = null;
    expect(await names()).toEqual(['a', 'b']);
  });

  it('makes an index anew that is broken, from the same documents', async () => {
    put('a', 'one');
    await names();
    put('b', 'two');
    store.only.broken = true;
    expect(await texts()).toEqual({ a: ['one'], b: ['two'] });
    put('c', 'three');
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('waits as long as it is told, says how far it is, and goes on reading', async () => {
    corpus.close();
    await open({ watch, readWait: 0.2 });
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let slow = 0;
    reader.before = () => (slow++ > 2 ? gate : undefined);
    for (let file = 0; file < 8; file++) put(`${file}.hwp`, String(file));
    const error = await names().then(
      () => null,
      (refused: RequestProblem) => refused,
    );
    expect(error?.code).toBe('INDEXING');
    expect(Number(error?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(corpus.reading()).toEqual([{ tenant: 'room', done: expect.any(Number), total: 8 }]);
    go();
    await expect.poll(() => corpus.reading()).toEqual([]);
    expect(await names()).toHaveLength(8);
    expect(reader.reads).toHaveLength(8);
  });

  it('lets a caller go that does not want to wait any more, and reads on', async () => {
    let go = () => {};
    reader.before = () =>
      new Promise<void>((resolve) => {
        go = resolve;
      });
    put('a', 'one');
    const leaving = new AbortController();
    const left = corpus.use('room', undefined, async () => 'seen', leaving.signal);
    await expect.poll(() => reader.reads.length).toBe(1);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    go();
    expect(await names()).toEqual(['a']);
    expect(reader.reads).toEqual(['a']);
  });
});
