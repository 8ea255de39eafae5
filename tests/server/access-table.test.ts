import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ErrorCode } from '../../src/contract/errors.ts';
import type { Access } from '../../src/contract/operation.ts';
import { OPERATION_LIST, type OperationName } from '../../src/contract/operations.ts';
import { expectProblem } from '../support/problem.ts';
import { type Answer, type Sending, TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const ADMIN = 'admin-key-5f1c0a97';
const ALPHA = 'alpha-key-77b2e3d1';
const KEYS = { 'no key': null, 'a wrong key': 'wrong-key', 'a service key': ALPHA, 'the administrative key': ADMIN } as const;
type KeyKind = keyof typeof KEYS;
const KINDS = Object.keys(KEYS) as KeyKind[];

/** The specification's table: what comes of a call, by who may call; null is the operation's own answer. */
const WITH_KEYS: Record<Access, Record<KeyKind, ErrorCode | null>> = {
  open: { 'no key': null, 'a wrong key': null, 'a service key': null, 'the administrative key': null },
  key: { 'no key': 'KEY_MISSING', 'a wrong key': 'KEY_INVALID', 'a service key': null, 'the administrative key': null },
  'key-configured': {
    'no key': 'KEY_MISSING',
    'a wrong key': 'KEY_INVALID',
    'a service key': null,
    'the administrative key': null,
  },
  admin: {
    'no key': 'KEY_MISSING',
    'a wrong key': 'KEY_INVALID',
    'a service key': 'ADMIN_KEY_REQUIRED',
    'the administrative key': null,
  },
};
/** A server without keys looks at none. */
const WITHOUT_KEYS: Record<Access, ErrorCode | null> = { open: null, key: null, 'key-configured': 'KEY_REQUIRED', admin: null };

const json = (body: object): Sending => ({
  body: Buffer.from(JSON.stringify(body)),
  headers: { 'content-type': 'application/json' },
});
const SHEET = sheetWith('느티나무 관리 예산');
let calls = 0;
/** One that the home page names. */
let asset = '';

/** A request of each operation that is right but for its key. */
const REQUESTS: Record<OperationName, (tenant: string) => [target: string, sending?: Sending]> = {
  home: () => ['/'],
  demo: () => ['/demo'],
  doc: () => ['/docs/api.md'],
  asset: () => [asset],
  health: () => ['/health'],
  openapi: () => ['/openapi.json'],
  metrics: () => ['/metrics'],
  tryPage: () => ['/try'],
  tryParse: () => ['/try/parse?filename=a.xlsx', { body: SHEET }],
  parse: () => ['/parse?filename=a.xlsx', { body: SHEET }],
  chunk: () => ['/chunk?filename=a.xlsx', { body: SHEET }],
  listDocuments: (tenant) => [`/documents?tenant=${tenant}`],
  listDocumentsByBody: (tenant) => ['/documents', json({ tenant })],
  uploadDocument: (tenant) => [`/documents/upload?tenant=${tenant}&filename=${calls++}.xlsx`, { body: SHEET }],
  deleteDocument: (tenant) => [`/documents?tenant=${tenant}&filename=del${calls++}.xlsx`],
  search: (tenant) => ['/search', json({ tenant, query: '예산' })],
  context: (tenant) => ['/context', json({ tenant, query: '예산' })],
  answer: (tenant) => ['/answer', json({ tenant, question: '예산' })],
  view: (tenant) => [`/view?tenant=${tenant}&question=a`],
  viewByBody: (tenant) => ['/view', json({ tenant, question: '예산' })],
  verify: (tenant) => ['/verify', json({ tenant, answer: '12억' })],
  mcp: (tenant) => {
    const params = { name: 'list_documents', arguments: { tenant } };
    return ['/mcp', json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })];
  },
  sendFeedback: (tenant) => ['/feedback', json({ kind: 'other', filename: 'a.hwp', tenant })],
  listFeedback: () => ['/feedback'],
  usage: () => ['/usage'],
};

async function call(server: TestServer, name: OperationName, tenant: string, key: string | null): Promise<Answer> {
  const { method } = Object.fromEntries(OPERATION_LIST)[name] as { method: string };
  const [target, sending = {}] = REQUESTS[name](tenant);
  const removed = /filename=(del\d+\.xlsx)/.exec(target)?.[1];
  if (removed && tenant === 'alpha') writeFileSync(path.join(server.corpus, tenant, removed), SHEET);
  return server.send(method, target, {
    ...sending,
    headers: { ...sending.headers, ...(key === null ? {} : { 'x-api-key': key }) },
  });
}

const CELLS = OPERATION_LIST.flatMap(([name, operation]) => KINDS.map((kind) => ({ name, kind, operation })));

function expectOutcome(answer: Answer, { operation }: (typeof CELLS)[number], refused: ErrorCode | null): void {
  if (refused !== null) {
    expectProblem(answer, refused);
    return;
  }
  expect(
    Object.keys(operation.output).filter((status) => Number(status) < 300),
    answer.text.slice(0, 300),
  ).toContain(String(answer.status));
}

describe('who may call what', () => {
  let keyed: TestServer;
  let open: TestServer;
  const place = mkdtempSync(path.join(tmpdir(), 'access-'));
  beforeAll(async () => {
    const log = { SERVICE_FEEDBACK_LOG: path.join(place, 'feedback.jsonl') };
    const keys = { SERVICE_API_KEY: ADMIN, SERVICE_API_KEYS: JSON.stringify({ alpha: ALPHA }) };
    [keyed, open] = await Promise.all([
      TestServer.start({ tenants: ['alpha', 'beta'], env: { ...keys, ...log } }),
      TestServer.start({ tenants: ['alpha', 'beta'], env: log }),
    ]);
    asset = /"(\/assets\/[^"]+)"/.exec((await keyed.send('GET', '/')).text)?.[1] ?? 'none';
  });
  afterAll(async () => {
    await Promise.all([keyed.stop(), open.stop()]);
    rmSync(place, { recursive: true });
  });

  it('is in the table of operations as the specification has it', () => {
    const paths = (access: Access) =>
      OPERATION_LIST.filter(([, each]) => each.access === access).map(([, { path: route }]) => route);
    expect([...new Set(paths('open'))].sort()).toEqual(
      ['/', '/assets/{name}', '/demo', '/docs/{name}.md', '/health', '/openapi.json', '/try', '/try/parse'].sort(),
    );
    expect(paths('key-configured').sort()).toEqual(['/documents', '/documents/upload', '/usage']);
    expect(paths('admin')).toEqual(['/metrics']);
  });

  it.each(CELLS)('with keys: $name with $kind', async (cell) => {
    const { name, kind, operation } = cell;
    const answer = await call(keyed, name, 'alpha', KEYS[kind]);
    expectOutcome(answer, cell, WITH_KEYS[operation.access][kind]);
    if (answer.status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each(CELLS)('without keys: $name with $kind', async (cell) => {
    const { name, kind, operation } = cell;
    expectOutcome(await call(open, name, 'alpha', KEYS[kind]), cell, WITHOUT_KEYS[operation.access]);
  });

  const OF_A_TENANT = OPERATION_LIST.filter(
    ([name, { query, body }]) =>
      name === 'mcp' || [query, body].some((schema) => schema !== undefined && 'tenant' in schema.shape),
  ).map(([name]) => name);
  it.each(OF_A_TENANT)('%s of a tenant of another is refused, whether it is there or not', async (name) => {
    for (const tenant of ['beta', 'nobody', 'alphabet']) {
      const answer = await call(keyed, name, tenant, ALPHA);
      if (name === 'mcp') expect([answer.status, answer.body.jsonrpc, typeof answer.body.error]).toEqual([403, '2.0', 'object']);
      else expectProblem(answer, 'TENANT_FORBIDDEN');
    }
  });
});
