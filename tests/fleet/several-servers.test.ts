import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporary } from '../support/server.ts';
import { FleetNode, room } from './fleet-node.ts';
import { LegalStates } from './legal-states.ts';
import { describeWithStore, storeLab } from './store-lab.ts';

const SECONDS = Number(process.env.GEUNGEO_TEST_SECONDS ?? (process.env.GEUNGEO_NIGHTLY ? 120 : 15));
const KILLS = Number(process.env.GEUNGEO_TEST_RUNS ?? (process.env.GEUNGEO_NIGHTLY ? 60 : 5));
const PAUSES = Number(process.env.GEUNGEO_TEST_RUNS ?? (process.env.GEUNGEO_NIGHTLY ? 10 : 1));
/** Longer than a lease lives without a sign. */
const PAUSE_MS = 4000;
const TENANTS = ['하나', '둘'];

/** A fleet on one corpus and one bucket, each node with a cache of its own. */
async function fleet(name: string, size: number) {
  const lab = await storeLab();
  const place = temporary('fleet');
  const corpus = path.join(place, 'corpus');
  for (const tenant of TENANTS) mkdirSync(room(corpus, tenant), { recursive: true });
  // A store that runs already may hold what an earlier run left.
  const env = lab.env(await lab.bucket(`${name}-${randomBytes(4).toString('hex')}`));
  const start = (at: number) => FleetNode.start({ corpus, cache: path.join(place, `cache${at}`), env });
  const nodes = await Promise.all(Array.from({ length: size }, (_, at) => start(at)));
  const legal = TENANTS.map((tenant) => new LegalStates(corpus, tenant));
  return { nodes, start, legal };
}

const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;

/** Everything that people do, on every node, until it is over. */
function busy(legal: readonly LegalStates[], nodes: readonly FleetNode[], isOver: () => boolean): Promise<void>[] {
  return legal.flatMap((states) => {
    const until = async (work: () => Promise<void>) => {
      while (!isOver()) await work();
    };
    return [
      ...['가', '나'].map((worker) => until(() => states.change(worker, any(nodes), any(nodes)))),
      until(() => states.drop('다', any(nodes))),
      until(() => states.ask(any(nodes))),
    ];
  });
}

describeWithStore('servers that share a store', () => {
  for (const size of [2, 4]) {
    it(`lose, double and mix nothing when ${size} work on the same tenants (${SECONDS} s)`, async () => {
      const { nodes, legal } = await fleet(`several-${size}`, size);
      const until = Date.now() + SECONDS * 1000;
      await Promise.all(busy(legal, nodes, () => Date.now() > until));
      for (const states of legal) {
        expect(states.odd).toEqual([]);
        expect(states.refusals).toEqual([]);
        for (const node of nodes) await states.check(node);
      }
      console.info(`${size} servers: ${legal.reduce((sum, { changes }) => sum + changes, 0)} changes in ${SECONDS} s`);
      expect(legal.every(({ changes }) => changes > 4)).toBe(true);
      await Promise.all(nodes.map((node) => node.stop()));
    }, 900_000);
  }

  it(`lose nothing that was acknowledged when one is killed, and the others go on (${KILLS} kills)`, async () => {
    const { nodes, start, legal } = await fleet('killed', 3);
    let slowest = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      let over = false;
      const work = busy(legal, nodes, () => over);
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1500));
      const at = Math.floor(Math.random() * nodes.length);
      await nodes[at]?.kill();
      over = true;
      const answered = await Promise.all(
        nodes.filter((_, node) => node !== at).map((node) => node.search(TENANTS[0] as string, '예산')),
      );
      for (const answer of answered) {
        expect(answer?.status).toBe(200);
        slowest = Math.max(slowest, answer?.ms ?? 0);
      }
      await Promise.all(work);
      nodes[at] = await start(at);
      for (const states of legal) {
        expect(states.odd).toEqual([]);
        await states.check(any(nodes));
      }
    }
    for (const states of legal) for (const node of nodes) await states.check(node);
    console.info(`${KILLS} kills: the slowest answer of another server right after one took ${Math.round(slowest)} ms`);
    expect(slowest).toBeLessThan(process.env.GEUNGEO_NIGHTLY ? 3000 : 8000);
    await Promise.all(nodes.map((node) => node.stop()));
  }, 1_800_000);

  it(`serve nothing stale after one stood still for longer than a lease lives (${PAUSES} times)`, async () => {
    const { nodes, legal } = await fleet('paused', 2);
    for (let pause = 0; pause < PAUSES; pause++) {
      let over = false;
      const work = busy(legal, nodes, () => over);
      await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1000));
      const [held, free] = nodes as [FleetNode, FleetNode];
      process.kill(held.pid, 'SIGSTOP');
      const until = Date.now() + PAUSE_MS;
      while (Date.now() < until) {
        const states = any(legal);
        await states.change('라', free, free);
        await states.drop('마', free);
      }
      process.kill(held.pid, 'SIGCONT');
      await new Promise((resolve) => setTimeout(resolve, 1000));
      over = true;
      await Promise.all(work);
      for (const states of legal) {
        expect(states.odd).toEqual([]);
        // What the one that stood still had asked of the store may have got no answer in time.
        expect(states.refusals.filter((refusal) => refusal !== '503 STORAGE_UNAVAILABLE')).toEqual([]);
        for (const node of nodes) await states.check(node);
      }
    }
    await Promise.all(nodes.map((node) => node.stop()));
  }, 900_000);
});
