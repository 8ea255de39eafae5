import type { ChunkRow, Snapshot } from './engine/snapshot.ts';
import { comparePlaces, copiesLast } from './ranking.ts';

/**
 * The `limit` chunks whose vectors are nearest. Rows with equal vectors (the same text in several files) are in the order of
 * their names, so that what the engine happens to give first decides nothing.
 */
export async function nearestChunks(
  snapshot: Snapshot,
  vector: Float32Array,
  where: string | null,
  limit: number,
): Promise<ChunkRow[]> {
  for (let asked = limit * 2; ; asked *= 4) {
    const given = await snapshot.nearest(vector, where, asked);
    const sorted = [...given].sort((a, b) => a.distance - b.distance || comparePlaces(a, b));
    const { chosen, needed } = copiesLast(sorted, limit);
    const lowest = sorted[needed - 1];
    const last = given.at(-1);
    // All rows that are as near as the last one that matters have to be known before one of them is chosen.
    if (given.length < asked || (lowest !== undefined && last !== undefined && lowest.distance < last.distance)) return chosen;
  }
}
