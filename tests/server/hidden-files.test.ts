import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Answer, TestServer } from '../support/server.ts';
import {
  type AclFile,
  aclFile,
  bytesOf,
  DOC_IDS,
  POOL,
  principal,
  question,
  type Room,
  room,
  visibleTo,
} from './fixtures/shared-room.ts';

const RUNS = Number(process.env.GEUNGEO_TEST_RUNS ?? (process.env.GEUNGEO_NIGHTLY ? 2000 : 100));
const SEED = Number(process.env.SEED ?? 20260101);

interface Asked {
  readonly text: string;
  readonly limit: number;
  readonly budget: number;
  /** Ids of documents that may or may not be there. */
  readonly ids: readonly string[];
}

/** Every operation that tells of documents, with what it is asked: one line each. */
const ASKED: readonly (readonly [route: string, body: (asked: Asked) => object])[] = [
  ['/documents', () => ({})],
  ['/search', ({ text, limit }) => ({ query: text, limit })],
  ['/context', ({ text, limit, budget }) => ({ query: text, limit, budget })],
  ['/answer', ({ text, limit }) => ({ question: text, limit })],
  ['/view', ({ text, limit }) => ({ question: text, limit })],
  ['/verify', ({ text, ids }) => ({ answer: `${text} 9,999만원 [1] 8,888만원 [2].`, ...evidence(ids) })],
];

const evidence = (ids: readonly string[]) => ({
  sources: ids.map((doc_id) => ({ doc_id, chunk_id: 'c1' })),
  citations: ids.map((doc_id) => ({ doc_id, chunk_id: 'c2', quote: '예산' })),
});

/** A server and the folder of its only tenant. */
class Place {
  readonly server: TestServer;
  private held = new Map<string, Buffer>();

  constructor(server: TestServer) {
    this.server = server;
  }

  /** Makes the folder hold exactly this. */
  set(files: Room, acl: AclFile): void {
    const wanted = new Map([...files].map(([name, held]) => [name, bytesOf(held)]));
    if (acl.text !== null) wanted.set('ACL.json', Buffer.from(acl.text));
    for (const name of this.held.keys()) if (!wanted.has(name)) rmSync(this.at(name));
    for (const [name, bytes] of wanted) {
      if (this.held.get(name)?.equals(bytes)) continue;
      mkdirSync(path.dirname(this.at(name)), { recursive: true });
      writeFileSync(this.at(name), bytes);
    }
    this.held = wanted;
  }

  ask(route: string, body: object): Promise<Answer> {
    return this.server.json(route, { tenant: 'room', ...body });
  }

  private at(name: string): string {
    return path.join(this.server.corpus, 'room', name);
  }
}

describe('what a principal may not see', () => {
  let whole: Place;
  let without: Place;
  beforeAll(async () => {
    [whole, without] = (await Promise.all([0, 1].map(() => TestServer.start({ tenants: ['room'] })))).map(
      (server) => new Place(server),
    ) as [Place, Place];
  });
  afterAll(() => Promise.all([whole, without].map(({ server }) => server.stop())));

  const told = ({ status, headers, text }: Answer) => `${status} ${headers['content-type']}\n${text}`;

  it(`leaves no trace: every answer is byte for byte that of a folder without it (${RUNS} runs)`, async () => {
    let hidden = 0;
    let found = 0;
    const property = fc.asyncProperty(
      fc.record({
        files: room,
        acl: aclFile,
        principal,
        asked: fc.record({
          text: question,
          limit: fc.constantFrom(1, 3, 20),
          budget: fc.constantFrom(60, 400, 4000),
          ids: fc.subarray([...DOC_IDS], { maxLength: 3 }),
        }),
      }),
      async ({ files, acl, principal: who, asked }) => {
        const visible = visibleTo(who, acl, files);
        whole.set(files, acl);
        without.set(visible, acl);
        for (const [route, body] of ASKED) {
          const request = { ...body(asked), ...(who === undefined ? {} : { principal: who }) };
          const [a, b] = await Promise.all([whole.ask(route, request), without.ask(route, request)]);
          expect(a.status, route).toBe(200);
          if (route === '/documents') expect(a.body.documents).toHaveLength(documentsIn(visible));
          if (route === '/search') found += a.body.hits.length;
          expect(told(a), route).toBe(told(b));
        }
        hidden += documentsIn(files) - documentsIn(visible);
      },
    );
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 500 });
    console.info(
      `${RUNS} runs: ${hidden} documents hidden, ${found} hits compared, routes ${ASKED.map(([route]) => route).join(' ')}`,
    );
    expect(hidden).toBeGreaterThan(RUNS);
    expect(found).toBeGreaterThan(RUNS);
  }, 3_600_000);

  it('would be seen: each answer is another when one of the documents is left out', async () => {
    const open: AclFile = { text: null, rules: null };
    whole.set(POOL, open);
    without.set(new Map([...POOL].filter(([name]) => name !== '비밀-낱말.xlsx')), open);
    const asked: Asked = { text: '매각 계획은 얼마인가', limit: 20, budget: 4000, ids: DOC_IDS };
    for (const [route, body] of ASKED) {
      const [a, b] = await Promise.all([whole.ask(route, body(asked)), without.ask(route, body(asked))]);
      expect(told(a) === told(b), route).toBe(false);
    }
    expect(existsSync(path.join(without.server.corpus, 'room', '비밀-낱말.xlsx'))).toBe(false);
    expect(readFileSync(path.join(whole.server.corpus, 'room', '공개-쌍.xlsx'))).toEqual(
      bytesOf(POOL.get('비밀-쌍.xlsx') as Buffer),
    );
  });
});

function documentsIn(files: Room): number {
  return [...files.values()].reduce((sum, held) => sum + (Buffer.isBuffer(held) ? 1 : held.size), 0);
}
