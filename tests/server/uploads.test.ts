import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChunkResponseSchema } from '../../src/contract/parse.ts';
import { DocumentSchema } from '../../src/model/document.ts';
import { expectProblem } from '../support/problem.ts';
import { type Answer, TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const file = sheetWith('수수료는 1,500원이다.', '이의신청은 30일 이내에 한다.');
const base64 = file.toString('base64');
const docId = `sha256:${createHash('sha256').update(file).digest('hex')}`;
const OCTETS = { 'content-type': 'application/octet-stream' };

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const raw = (text: string): Promise<Answer> =>
  server.send('POST', '/parse', { body: Buffer.from(text), headers: { 'content-type': 'application/json' } });

describe('a file', () => {
  it('as raw bytes with X-Filename gives a whole document', async () => {
    const { status, body } = await server.file('/parse', '요금표.xlsx', file);
    expect(status).toBe(200);
    expect(DocumentSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      doc_id: docId,
      source: { filename: '요금표.xlsx', format: 'xlsx', bytes: file.length },
      acl: null,
    });
  });

  it('by query, by JSON and in pieces without a length gives the same', async () => {
    const target = `/parse?filename=${encodeURIComponent('요금표.xlsx')}`;
    const answers = await Promise.all([
      server.file('/parse', '요금표.xlsx', file),
      server.send('POST', target, { body: file, headers: OCTETS }),
      server.send('POST', target, { body: file }),
      server.json('/parse', { filename: '요금표.xlsx', data_base64: base64 }),
      server.json(
        '/parse',
        { data_base64: base64, filename: '요금표.xlsx', unknown: { data_base64: 'deep' } },
        { chunked: true },
      ),
      server.file('/parse', '요금표.xlsx', file, { chunked: true }),
      server.file('/parse', '요금표.xlsx', file, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ]);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  });

  it('in chunks carries the document and its chunks', async () => {
    const { status, body } = await server.file('/chunk?budget=300', '요금표.xlsx', file);
    expect(status).toBe(200);
    expect(ChunkResponseSchema.parse(body)).toEqual(body);
    expect(body.chunks.map((chunk: { text: string }) => chunk.text).join(' ')).toContain('1,500원');
    const inBody = await server.json('/chunk', { filename: '요금표.xlsx', data_base64: base64, budget: 300 });
    expect(inBody.body).toEqual(body);
  });

  it('that cannot be read is an answer, not an error', async () => {
    const { status, body } = await server.file('/parse', '빈.pdf', Buffer.alloc(0));
    expect(status).toBe(200);
    expect(body).toMatchObject({ access: { readable: false, reason: 'EMPTY' }, blocks: [], source: { filename: '빈.pdf' } });
    expect((await server.json('/chunk', { filename: '빈.pdf', data_base64: '' })).body).toMatchObject({ chunks: [] });
  });

  it('whose ending claims another format is read by content, and the name is warned of every time', async () => {
    for (const name of ['요금표.docx', '요금표.xlsx', '요금표.docx']) {
      const { body } = await server.file('/parse', name, file);
      const codes = body.warnings.map((warning: { code: string }) => warning.code);
      expect(codes.includes('EXTENSION_MISMATCH')).toBe(name.endsWith('.docx'));
    }
  });
});

describe('a name', () => {
  it.each([
    ['../../etc/a.xlsx', 'a.xlsx'],
    ['C:\\문서\\다.xlsx', '다.xlsx'],
    ['..hidden.xlsx', 'hidden.xlsx'],
    ['a\u0000b\nc.xlsx', 'abc.xlsx'],
    ['보고서.xlsx'.normalize('NFD'), '보고서.xlsx'],
    ['100%25 (최종) &=+.xlsx', '100%25 (최종) &=+.xlsx'],
  ])('%j is cleaned the same way through every door', async (given, kept) => {
    const answers = await Promise.all([
      server.file('/parse', given, file),
      server.send('POST', `/parse?filename=${encodeURIComponent(given)}`, { body: file, headers: OCTETS }),
      server.json('/parse', { filename: given, data_base64: base64 }),
    ]);
    for (const answer of answers) expect(answer.body.source.filename).toBe(kept);
  });

  it('in bare UTF-8 is understood', async () => {
    const headers = { ...OCTETS, 'x-filename': Buffer.from('지침.xlsx').toString('latin1') };
    expect((await server.send('POST', '/parse', { body: file, headers })).body.source.filename).toBe('지침.xlsx');
  });

  it.each(['../', '...', '/', 'a/b/', ' '])('%j has nothing left', async (given) => {
    expectProblem(await server.file('/parse', given, file), 'FILENAME_MISSING');
    expectProblem(await server.json('/chunk', { filename: given, data_base64: base64 }), 'FILENAME_MISSING');
  });

  it('has to be there', async () => {
    expectProblem(await server.send('POST', '/parse', { body: file, headers: OCTETS }), 'FILENAME_MISSING');
    expectProblem(await server.json('/parse', { data_base64: base64 }), 'FILENAME_MISSING');
  });

  it.each(['NUL.xlsx', `${'가'.repeat(80)}.xlsx`])('%j cannot be used', async (given) => {
    expectProblem(await server.file('/parse', given, file), 'FILENAME_INVALID');
    expectProblem(await server.json('/parse', { filename: given, data_base64: base64 }), 'FILENAME_INVALID');
  });

  it('whose percent-encoding is broken is the client’s error', async () => {
    for (const broken of ['%E0%A4%A.xlsx', '100%.xlsx', '%']) {
      expectProblem(
        await server.send('POST', '/parse', { body: file, headers: { ...OCTETS, 'x-filename': broken } }),
        'FILENAME_INVALID',
      );
    }
    expect((await server.send('POST', '/parse?filename=%E0%A4%A.xlsx', { body: file, headers: OCTETS })).status).toBeLessThan(
      500,
    );
  });

  it('given twice in the query is no name', async () => {
    expectProblem(
      await server.send('POST', '/parse?filename=a.xlsx&filename=b.xlsx', { body: file, headers: OCTETS }),
      'BODY_INVALID',
    );
  });
});

describe('base64 in JSON', () => {
  it.each(['%%%no base64***', 'abcde', 'QUJD=QUJD', '한글', 'QU-D', 'QQ=', 'QUJ\\D', ' QUJD'])('%j is refused', async (bad) => {
    expectProblem(await server.json('/parse', { filename: 'a.xlsx', data_base64: bad }), 'BASE64_INVALID');
  });

  it('may hold line breaks and escapes', async () => {
    const wrapped = base64.replace(/(.{76})/g, '$1\n');
    const bodies = [
      JSON.stringify({ filename: 'a.xlsx', data_base64: wrapped }),
      JSON.stringify({ filename: 'a.xlsx', data_base64: base64 }).replaceAll('/', '\\/'),
      `{"filename":"a.xlsx","data_base64":"${wrapped}"}`,
      `{"filename":"a.xlsx","data_base64":"${[...base64].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
    ];
    for (const body of bodies) expect((await raw(body)).body.doc_id).toBe(docId);
  });

  it.each([
    '',
    '{"filename": ',
    '[]',
    '"x"',
    'null',
    '5',
    '{"filename":"a.xlsx","data_base64":"QUJD"',
    '{"filename":"a.xlsx","data_base64":"QUJD","data_base64":"QUJD"}',
    '{"filename":"a.xlsx","filename":"b.xlsx","data_base64":"QUJD"}',
    `{"filename":"a.xlsx","note":"${'x'.repeat(70_000)}","data_base64":"QUJD"}`,
    '{"filename":5,"data_base64":"QUJD"}',
  ])('a body like %.60s is refused', async (body) => {
    expectProblem(await raw(body), 'BODY_INVALID');
  });

  it.each([{ filename: 'a.xlsx' }, { filename: 'a.xlsx', data_base64: 5 }, { filename: 'a.xlsx', data_base64: ['x'] }])(
    '%j is refused and the field is named',
    async (body) => {
      const answer = await server.json('/parse', body);
      expectProblem(answer, 'BODY_INVALID');
      expect(answer.body.detail).toContain('data_base64');
    },
  );

  it('with names out of the prototype changes nothing', async () => {
    const answer = await raw(`{"__proto__":{"filename":"x.xlsx"},"constructor":1,"data_base64":"${base64}"}`);
    expectProblem(answer, 'FILENAME_MISSING');
  });
});

describe('a wrong request', () => {
  it.each(['0', '-5', 'abc', '1.5', ''])('budget=%j is refused', async (budget) => {
    expectProblem(await server.file(`/chunk?budget=${budget}`, 'a.xlsx', file), 'BODY_INVALID');
  });

  it('with a form is told how to send a file', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await server.send('POST', '/parse?filename=a.xlsx', { body: Buffer.from('--x--'), headers });
    expectProblem(answer, 'BODY_INVALID');
    expect(answer.body.detail).toContain('X-Filename');
  });

  it.each(['', ';', 'a b', 'application/json; charset=', '/'])('content type %j makes no server error', async (type) => {
    expect((await server.file('/parse', 'a.xlsx', file, { headers: { 'content-type': type } })).status).toBeLessThan(500);
  });
});
