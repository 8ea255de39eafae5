import { randomBytes } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

const ROUNDS = 3;
const RACERS = 8;

/**
 * Null where a store does what several servers on it rely on, else what it does not, in words. Servers that share an index
 * lose writes on a store which lets two puts-if-absent win.
 */
export async function probeRaces(store: ObjectStore): Promise<string | null> {
  for (let round = 0; round < ROUNDS; round++) {
    const key = `probe/${randomBytes(8).toString('hex')}`;
    try {
      const bodies = Array.from({ length: RACERS }, (_, racer) => Buffer.from(`${racer} ${randomBytes(8).toString('hex')}`));
      const won = await Promise.all(bodies.map((body) => store.putIfAbsent(key, body)));
      const winners = bodies.filter((_, racer) => won[racer]);
      if (winners.length !== 1)
        return `of ${RACERS} puts of one object with If-None-Match ${winners.length} won where exactly one may`;
      const kept = await store.get(key);
      if (kept === null || !kept.equals(winners[0] as Buffer)) return 'what was put is not what the next read gets';
      if (await store.putIfAbsent(key, Buffer.from('late'))) return 'a put with If-None-Match replaced an object that was there';
    } finally {
      await store.remove(key).catch(() => {});
    }
    if ((await store.get(key)) !== null) return 'an object that was removed is still read';
  }
  return null;
}
