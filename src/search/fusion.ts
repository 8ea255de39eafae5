import type { Found } from './ranking.ts';

type Item = Pick<Found, 'rowId' | 'says'>;

/**
 * Half and half by rank: the next of the first list, the next of the second, and so on, until there are `limit`; what one list
 * lacks the other fills. What was already said is passed over, and comes last where there is room. Scores are never compared.
 */
export function alternate<T extends Item>(first: readonly T[], second: readonly T[], limit: number): T[] {
  const taken = new Map<string, T>();
  const lists = [first[Symbol.iterator](), second[Symbol.iterator]()];
  for (let turn = 0, ended = 0; taken.size < limit && ended < 2; turn++) {
    ended = takeNext(lists[turn % 2] as Iterator<T>, taken) ? 0 : ended + 1;
  }
  const rows = new Map([...taken.values(), ...first, ...second].map((item) => [item.rowId, item]));
  return [...rows.values()].slice(0, limit);
}

function takeNext<T extends Item>(list: Iterator<T>, taken: Map<string, T>): boolean {
  for (let next = list.next(); !next.done; next = list.next()) {
    const { says } = next.value;
    if (taken.has(says)) continue;
    taken.set(says, next.value);
    return true;
  }
  return false;
}
