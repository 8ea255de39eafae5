import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { S3Requests } from '../../src/storage/s3/s3-request.ts';
import { S3Store } from '../../src/storage/s3/s3-store.ts';
import { makeZip } from '../makers/zip.ts';
import { expectProblem } from '../support/problem.ts';
import { type Answer, run, TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';
import { FaultyStore } from './faulty-store.ts';
import { describeWithStore, type StoreLab, storeEnv, storeLab } from './store-lab.ts';

const SAMPLE_PDF = fileURLToPath(new URL('../../src/adapters/pages/assets/sample.pdf', import.meta.url));
const QUESTION = '야간 운영에 드는 돈은 모두 얼마인가요?';
const PREFIX = 'documents/of-all';
const KEY = 'admin-key-5f1c0a97';
const AS = { headers: { 'x-api-key': KEY } };
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const docId = (bytes: Buffer) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

let lab: StoreLab;
let bucket: string;
let store: S3Store;
let faulty: FaultyStore;
let server: TestServer;

const startServer = (endpoint: string, env: Record<string, string> = {}, corpus = `s3://${bucket}/${PREFIX}`) =>
  TestServer.start({
    env: { ...storeEnv(lab.access, endpoint), SERVICE_API_KEY: KEY, ...env },
    flags: ['--corpus', corpus],
  });
const list = (tenant: string, at = server, more: Record<string, string> = {}) =>
  at.send('GET', `/documents?${query({ tenant, ...more })}`, AS);
const names = async (tenant: string, at = server) =>
  (await list(tenant, at)).body.documents.map(({ filename }: { filename: string }) => filename);
const upload = (tenant: string, name: string, bytes: Buffer, more: Record<string, string> = {}, at = server): Promise<Answer> =>
  at.file(`/documents/upload?${query({ tenant, ...more })}`, name, bytes, AS);
const remove = (tenant: string, filename: string, at = server) =>
  at.send('DELETE', `/documents?${query({ tenant, filename })}`, AS);
const hits = async (tenant: string, text: string, at = server) =>
  (await at.json('/search', { tenant, query: text }, AS)).body.hits.map(({ filename }: { filename: string }) => filename);
/** Documents that had to be read by a parser. */
const parses = async (at = server) =>
  Number(/geungeo_cache_lookups_total\{result="miss"\} (\d+)/.exec((await at.send('GET', '/metrics', AS)).text)?.[1]);
const requestsOf = async (work: () => Promise<unknown>) => {
  const before = faulty.requests;
  await work();
  return faulty.requests - before;
};

describeWithStore('a corpus in a bucket', () => {
  beforeAll(async () => {
    lab = await storeLab();
    bucket = await lab.bucket(`corpus-${randomBytes(4).toString('hex')}`);
    store = new S3Store(lab.access, { bucket, prefix: PREFIX });
    faulty = await FaultyStore.before(lab.access.endpoint);
    server = await startServer(faulty.endpoint);
  }, 300_000);
  afterAll(async () => {
    await server?.stop();
    faulty?.close();
    store?.close();
  });

  it('is what objects are put there, and an unchanged tenant costs one request a call', async () => {
    expectProblem(await list('alpha'), 'TENANT_NOT_FOUND');
    await store.put('alpha/요금표.xlsx', sheetWith('주차 수수료는 1,500원이다.'));
    await store.put('alpha/빈.pdf', Buffer.alloc(0));
    await store.put('alpha/부서/회의/일정.xlsx', sheetWith('회의는 화요일이다.'));
    await store.put('alpha/.숨은/a.xlsx', sheetWith('숨은 글'));
    await store.put('alpha/.b.xlsx', sheetWith('숨은 글'));
    await store.put('alpha/폴더/', Buffer.alloc(0));
    expect((await list('alpha')).body).toMatchObject({ tenant: 'alpha', readable: 2, unreadable: 1 });
    expect(await names('alpha')).toEqual(['부서/회의/일정.xlsx', '빈.pdf', '요금표.xlsx']);
    expect(await hits('alpha', '주차 수수료')).toEqual(['요금표.xlsx']);
    expect(await hits('alpha', '숨은 글')).toEqual([]);
    expect(await requestsOf(() => list('alpha'))).toBe(1);
    expect(await requestsOf(() => hits('alpha', '주차'))).toBe(1);
    const { body } = await server.send('GET', '/health');
    expect(body).toMatchObject({ ok: true, tenant_count: 1 });
  });

  it('follows objects that are replaced and removed, and tenants that go', async () => {
    await store.put('moving/a.xlsx', sheetWith('첫째 판'));
    await store.put('moving/b.xlsx', sheetWith('그대로'));
    expect(await hits('moving', '첫째')).toEqual(['a.xlsx']);
    await store.put('moving/a.xlsx', sheetWith('둘째 판'));
    expect(await hits('moving', '첫째')).toEqual([]);
    expect(await hits('moving', '둘째')).toEqual(['a.xlsx']);
    await store.remove('moving/a.xlsx');
    expect(await names('moving')).toEqual(['b.xlsx']);
    expect(await hits('moving', '둘째')).toEqual([]);
    await store.remove('moving/b.xlsx');
    expectProblem(await list('moving'), 'TENANT_NOT_FOUND');
    await store.put('moving/c.xlsx', sheetWith('돌아온 글'));
    expect(await names('moving')).toEqual(['c.xlsx']);
    expect(await hits('moving', '그대로')).toEqual([]);
  });

  it('reads one changed object among many and no other', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `문서${String(at).padStart(2, '0')}.xlsx`);
    await Promise.all(many.map((name, at) => store.put(`many/${name}`, sheetWith(`항목 ${at}번`))));
    expect(await names('many')).toEqual(many);
    const before = await parses();
    await store.put(`many/${many[17]}`, sheetWith('새로 바뀐 내용'));
    // The object, and the listing that tells of it.
    expect(await requestsOf(() => list('many'))).toBe(2);
    expect(await parses()).toBe(before + 1);
    expect(await hits('many', '새로 바뀐')).toEqual([many[17]]);
    await list('many');
    expect(await parses()).toBe(before + 1);
  });

  it('knows again after a restart what it has read', async () => {
    await store.put('kept/a.xlsx', sheetWith('남은 글'));
    const cache = { SERVICE_CACHE: `${server.cache}-kept` };
    const first = await startServer(faulty.endpoint, cache);
    expect(await names('kept', first)).toEqual(['a.xlsx']);
    await first.stop();
    const second = await startServer(faulty.endpoint, cache);
    await second.send('GET', '/health');
    // Whether there is such a tenant, and what is in it; no object is fetched.
    expect(await requestsOf(() => list('kept', second))).toBe(2);
    expect(await hits('kept', '남은', second)).toEqual(['a.xlsx']);
    await second.stop();
  });

  it('lists names in NFC however keys are written, and keeps apart those that look the same', async () => {
    const nfd = '민원 안내.xlsx'.normalize('NFD');
    const tenant = '서울시';
    await store.put(`${tenant.normalize('NFD')}/${nfd}`, sheetWith('분해된 이름'));
    expect(await names(tenant)).toEqual(['민원 안내.xlsx']);
    expect((await remove(tenant, '민원 안내.xlsx')).status).toBe(200);
    expect(await names(tenant)).toEqual([]);
    await store.put(`twins/${nfd}`, sheetWith('분해된 이름'));
    await store.put('twins/민원 안내.xlsx', sheetWith('결합된 이름'));
    await store.put('twins/a+b %25 c&d?.xlsx', sheetWith('낯선 글자'));
    expect(await names('twins')).toEqual(['a+b %25 c&d?.xlsx', '민원 안내 (2).xlsx', '민원 안내.xlsx']);
    expect(await hits('twins', '낯선 글자')).toEqual(['a+b %25 c&d?.xlsx']);
    expect((await upload('twins', '민원 안내 (2).xlsx', sheetWith('바뀐 글'), { replace: '1' })).status).toBe(201);
    expect(await names('twins')).toHaveLength(3);
  });

  it('reads what is in a zip, also beside an object whose key is below it', async () => {
    await store.put('zips/묶음.zip', makeZip([{ name: '안/표.xlsx', data: sheetWith('묶음 속 글') }]));
    expect(await names('zips')).toEqual(['묶음.zip/안/표.xlsx']);
    await store.put('zips/묶음.zip/안/표.xlsx', sheetWith('나란한 글'));
    expect(await names('zips')).toEqual(['묶음.zip/안/표 (2).xlsx', '묶음.zip/안/표.xlsx']);
    expect(await hits('zips', '나란한')).toEqual(['묶음.zip/안/표.xlsx']);
    expect(await requestsOf(() => list('zips'))).toBe(1);
    expectProblem(await remove('zips', '묶음.zip/안/표 (2).xlsx'), 'FILE_NOT_FOUND');
  });

  it('takes uploads into tenants old and new, and replaces only when told to', async () => {
    const [first, second] = [sheetWith('올린 글'), sheetWith('다시 올린 글')];
    const stored = await upload('fresh', '올림.xlsx', first);
    expect(stored.status).toBe(201);
    expect(stored.body).toMatchObject({ doc_id: docId(first), readable: true });
    expect((await store.get('fresh/올림.xlsx'))?.equals(first)).toBe(true);
    expectProblem(await upload('fresh', '올림.xlsx', second), 'FILE_EXISTS');
    expect((await store.get('fresh/올림.xlsx'))?.equals(first)).toBe(true);
    expect((await upload('fresh', '올림.xlsx', second, { replace: '1' })).body).toMatchObject({ doc_id: docId(second) });
    expect(await hits('fresh', '다시')).toEqual(['올림.xlsx']);
    expect((await remove('fresh', '올림.xlsx')).body).toMatchObject({ deleted: true });
    expectProblem(await remove('fresh', '올림.xlsx'), 'FILE_NOT_FOUND');
    expect((await list('fresh')).body).toMatchObject({ readable: 0, documents: [] });
    expect(await store.get('fresh/올림.xlsx')).toBeNull();
    // A tenant that others made stays as well when its last document is removed here.
    await store.put('theirs/a.xlsx', first);
    expect((await remove('theirs', 'a.xlsx')).status).toBe(200);
    expect(await names('theirs')).toEqual([]);
  });

  it('lets exactly one of several uploads at once win, at whichever server', async () => {
    const other = await startServer(lab.access.endpoint);
    for (let round = 0; round < 3; round++) {
      const files = Array.from({ length: 6 }, (_, at) => sheetWith(`${round}회 ${at}번 경주자`));
      const answers = await Promise.all(
        files.map((bytes, at) => upload('race', `${round}.xlsx`, bytes, {}, at % 2 === 0 ? server : other)),
      );
      const won = answers.flatMap(({ status }, at) => (status === 201 ? [at] : []));
      expect(won).toHaveLength(1);
      for (const answer of answers) if (answer.status !== 201) expectProblem(answer, 'FILE_EXISTS');
      const winner = files[won[0] as number] as Buffer;
      expect((await store.get(`race/${round}.xlsx`))?.equals(winner)).toBe(true);
      for (const at of [server, other])
        expect((await list('race', at)).body.documents[round]).toMatchObject({ filename: `${round}.xlsx`, readable: true });
    }
    await store.put('race/0.xlsx', sheetWith('모두가 보는 글'));
    for (const at of [server, other]) expect(await hits('race', '모두가', at)).toEqual(['0.xlsx']);
    await other.stop();
  });

  it('is the same to servers that share an index, whichever of them has read it', async () => {
    const shared = lab.env(bucket, 'index-of-all');
    const [one, two] = await Promise.all([startServer(lab.access.endpoint, shared), startServer(lab.access.endpoint, shared)]);
    const files = Array.from({ length: 8 }, (_, at) => `${at}.xlsx`);
    await Promise.all(files.map((name, at) => store.put(`both/${name}`, sheetWith(`함께 읽는 글 ${at}`))));
    expect(await Promise.all([names('both', one), names('both', two)])).toEqual([files, files]);
    await store.put('both/3.xlsx', sheetWith('갈아 끼운 글'));
    await store.remove('both/5.xlsx');
    for (const at of [two, one]) {
      expect(await hits('both', '갈아', at)).toEqual(['3.xlsx']);
      expect(await names('both', at)).toEqual(files.filter((name) => name !== '5.xlsx'));
    }
    expect((await upload('both', '5.xlsx', sheetWith('다시 온 글'), {}, one)).status).toBe(201);
    expect(await hits('both', '다시', two)).toEqual(['5.xlsx']);
    expect((await remove('both', '0.xlsx', two)).status).toBe(200);
    expect(await names('both', one)).not.toContain('0.xlsx');
    await Promise.all([one.stop(), two.stop()]);
  });

  it('does not take its own upload for another’s when the answer to it is lost', async () => {
    const bytes = sheetWith('답을 잃은 글');
    await store.put('lost/a.xlsx', sheetWith('먼저 있던 글'));
    faulty.lostAnswers = 1;
    expect((await upload('lost', '새.xlsx', bytes)).body).toMatchObject({ doc_id: docId(bytes), readable: true });
    expect((await store.get('lost/새.xlsx'))?.equals(bytes)).toBe(true);
    expectProblem(await upload('lost', '새.xlsx', bytes), 'FILE_EXISTS');
    expect(faulty.lostAnswers).toBe(0);
  });

  it('obeys ACL.json, and shows nothing while it is broken or not quite named so', async () => {
    await store.put('rules/공개.xlsx', sheetWith('누구나 보는 글'));
    await store.put('rules/인사/비밀.xlsx', sheetWith('몇몇만 보는 글'));
    const seen = async (principal?: string) =>
      (await list('rules', server, principal === undefined ? {} : { principal })).body.documents?.map(
        ({ filename }: { filename: string }) => filename,
      );
    expect(await seen()).toEqual(['공개.xlsx', '인사/비밀.xlsx']);
    const rules = { default: ['*'], rules: [{ files: '인사/*', allow: ['kim'] }] };
    await store.put('rules/ACL.json', Buffer.from(JSON.stringify(rules)));
    expect(await seen()).toEqual(['공개.xlsx']);
    expect(await seen('kim')).toEqual(['공개.xlsx', '인사/비밀.xlsx']);
    expect(await requestsOf(() => seen())).toBe(1);
    await store.put('rules/ACL.json', Buffer.from('{"default": ['));
    expect(await seen()).toEqual([]);
    expect(await seen('kim')).toEqual([]);
    await store.remove('rules/ACL.json');
    expect(await seen()).toHaveLength(2);
    await store.put('rules/acl.JSON', Buffer.from(JSON.stringify(rules)));
    expect(await seen()).toEqual([]);
    await store.remove('rules/acl.JSON');
    await store.put('rules/ACL.json/x', Buffer.from('{}'));
    expect(await seen()).toEqual([]);
    await store.remove('rules/ACL.json/x');
    expect(await seen()).toHaveLength(2);
    expectProblem(await upload('rules', 'acl.json', Buffer.from('{}')), 'FILENAME_RESERVED');
  });

  it('shows the page that a citation stands on', async () => {
    await store.put('view/안내.pdf', readFileSync(SAMPLE_PDF));
    const page = await server.send('GET', `/view?${query({ tenant: 'view', question: QUESTION })}`, AS);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<image[^>]+data:image\/png/);
    await store.put('view/안내.pdf', sheetWith('다른 글'));
    expect((await server.send('GET', `/view?${query({ tenant: 'view', question: QUESTION })}`, AS)).text).not.toContain('<image');
  });

  it('is out of reach, and not empty, while its store is; the next call afterwards is right again', {
    timeout: 180_000,
  }, async () => {
    await store.put('outage/a.xlsx', sheetWith('남아 있는 글'));
    await store.put('outage/b.xlsx', sheetWith('다른 글'));
    expect(await names('outage')).toHaveLength(2);
    const before = await parses();
    faulty.turn('cut');
    expectProblem(await list('outage'), 'STORAGE_UNAVAILABLE');
    expectProblem(await server.json('/search', { tenant: 'outage', query: '남아' }, AS), 'STORAGE_UNAVAILABLE');
    expectProblem(await list('nobody-knows'), 'STORAGE_UNAVAILABLE');
    expectProblem(await upload('outage', 'c.xlsx', sheetWith('못 올린 글')), 'STORAGE_UNAVAILABLE');
    expectProblem(await remove('outage', 'a.xlsx'), 'STORAGE_UNAVAILABLE');
    expect((await server.send('GET', '/health')).body).toMatchObject({ ok: false });
    faulty.turn('hanging');
    const asked = performance.now();
    expect((await server.send('GET', '/health')).body).toMatchObject({ ok: false });
    expect(performance.now() - asked).toBeLessThan(8000);
    faulty.turn('cut');
    faulty.turn('none');
    expect(await names('outage')).toEqual(['a.xlsx', 'b.xlsx']);
    expect(await hits('outage', '남아')).toEqual(['a.xlsx']);
    expect(await parses()).toBe(before);
    // Neither is half an object one, nor half a listing.
    await store.put('outage/b.xlsx', sheetWith('갈아 끼운 글'));
    faulty.brokenOff = /b\.xlsx/;
    expectProblem(await list('outage'), 'STORAGE_UNAVAILABLE');
    faulty.brokenOff = /list-type/;
    expectProblem(await list('outage'), 'STORAGE_UNAVAILABLE');
    faulty.brokenOff = null;
    expect(await hits('outage', '갈아')).toEqual(['b.xlsx']);
    expect(await names('outage')).toEqual(['a.xlsx', 'b.xlsx']);
    expect(await parses()).toBe(before + 1);
    faulty.turn('full');
    expectProblem(await upload('outage', 'c.xlsx', sheetWith('못 올린 글')), 'STORAGE_FULL');
    expect(await names('outage')).toEqual(['a.xlsx', 'b.xlsx']);
    faulty.turn('none');
    expect((await upload('outage', 'c.xlsx', sheetWith('올린 글'))).status).toBe(201);
  });

  it('is out of reach when its bucket is gone', async () => {
    const own = await lab.bucket(`${bucket}-gone`);
    const requests = new S3Requests(lab.access, own);
    const inside = new S3Store(lab.access, { bucket: own, prefix: '' });
    await inside.put('t/a.xlsx', sheetWith('글'));
    const alone = await startServer(lab.access.endpoint, {}, `s3://${own}`);
    expect(await names('t', alone)).toEqual(['a.xlsx']);
    for await (const { key } of inside.list('')) await inside.remove(key);
    (await requests.send({ method: 'DELETE' })).body.resume();
    expectProblem(await list('t', alone), 'STORAGE_UNAVAILABLE');
    expectProblem(await upload('t', 'b.xlsx', sheetWith('글'), {}, alone), 'STORAGE_UNAVAILABLE');
    await lab.bucket(own);
    await inside.put('t/a.xlsx', sheetWith('글'));
    expect(await names('t', alone)).toEqual(['a.xlsx']);
    await alone.stop();
    requests.close();
    inside.close();
  });

  it('that may only be read is read; an object that may not is listed with why', async () => {
    const own = await lab.bucket(`${bucket}-read`);
    const inside = new S3Store(lab.access, { bucket: own, prefix: 'c' });
    await inside.put('t/공개.xlsx', sheetWith('읽히는 글'));
    await inside.put('t/비밀.xlsx', sheetWith('막힌 글'));
    const deny = (action: string, key: string) => ({
      Effect: 'Deny',
      Principal: '*',
      Action: [action],
      Resource: [`arn:aws:s3:::${own}/${key}`],
    });
    const policy = {
      Version: '2012-10-17',
      Statement: [deny('s3:PutObject', '*'), deny('s3:DeleteObject', '*'), deny('s3:GetObject', 'c/t/비밀.xlsx')],
    };
    const requests = new S3Requests(lab.access, own);
    const set = await requests.send({ method: 'PUT', query: { policy: '' }, body: Buffer.from(JSON.stringify(policy)) });
    set.body.resume();
    expect(set.status).toBeLessThan(300);
    const reader = await startServer(lab.access.endpoint, {}, `s3://${own}/c`);
    const { documents } = (await list('t', reader)).body;
    expect(documents).toEqual([
      expect.objectContaining({ filename: '공개.xlsx', readable: true }),
      expect.objectContaining({ filename: '비밀.xlsx', readable: false, reason_text: expect.stringContaining('권한') }),
    ]);
    expectProblem(await upload('t', '새.xlsx', sheetWith('글'), {}, reader), 'STORAGE_READ_ONLY');
    expectProblem(await upload('t2', '새.xlsx', sheetWith('글'), {}, reader), 'STORAGE_READ_ONLY');
    expectProblem(await remove('t', '공개.xlsx', reader), 'STORAGE_READ_ONLY');
    expect(await names('t', reader)).toHaveLength(2);
    await reader.stop();
    requests.close();
    inside.close();
  });

  it('loses from the cache what is no longer in it, and nothing else', async () => {
    const cache = `${server.cache}-orphans`;
    const corpus = `s3://${bucket}/orphans`;
    const inside = new S3Store(lab.access, { bucket, prefix: 'orphans' });
    await inside.put('t/남는.xlsx', sheetWith('남는 글'));
    await inside.put('t/가는.xlsx', sheetWith('가는 글'));
    const env = { ...storeEnv(lab.access, lab.access.endpoint), SERVICE_CACHE: cache, SERVICE_CORPUS: corpus };
    expect(await run(['index', 't'], env)).toMatchObject({ code: 0, out: expect.stringContaining('2 documents read') });
    await inside.remove('t/가는.xlsx');
    expect((await run(['cache', 'purge', '--orphans'], env)).code).toBe(0);
    const { out } = await run(['cache', 'list'], env);
    expect(out.trim().split('\n')).toEqual([expect.stringContaining(docId(sheetWith('남는 글')).slice('sha256:'.length))]);
    expect(await run(['index', 'nobody'], env)).toMatchObject({ code: 1 });
    expect((await run(['doctor'], env)).out).toContain(`[좋음] 문서함 저장소: ${corpus}`);
    expect((await run(['doctor'], { ...env, SERVICE_CORPUS: `s3://${bucket}-none` })).out).toContain('[없음] 문서함 저장소');
    inside.close();
  });

  it('is refused at the start where it cannot be had, or where other things are kept inside it', async () => {
    const env = storeEnv(lab.access, lab.access.endpoint);
    const serve = (corpus: string, more: Record<string, string> = {}) =>
      run(['serve', '--port', '0', '--corpus', corpus], { ...env, SERVICE_CACHE: `${server.cache}-none`, ...more });
    for (const [corpus, more, said] of [
      ['s3://Bad_Bucket', {}, 's3://bucket/prefix'],
      [`s3://${bucket}-none/x`, {}, 'NoSuchBucket'],
      [`s3://${bucket}/x`, { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'SignatureDoesNotMatch'],
      [`s3://${bucket}`, { SERVICE_INDEX_URI: `s3://${bucket}/index` }, 'outside the corpus'],
      [`s3://${bucket}/a/b`, { SERVICE_BLOBS_URI: `s3://${bucket}/a` }, 'outside the corpus'],
    ] as const) {
      const { code, err } = await serve(corpus, more);
      expect([corpus, code, err]).toEqual([corpus, 2, expect.stringContaining(said)]);
    }
  });
});
