import type { Settings } from '../config/settings.ts';
import { ReadingDesk } from '../parsing/reading-desk.ts';
import type { Log } from '../shared/log.ts';
import { KeyRing } from './key-ring.ts';
import { RateLimit } from './rate-limit.ts';

/** What the operations work with. */
export interface Service {
  readonly settings: Settings;
  /** The directory of the tenants. */
  readonly corpus: string;
  readonly keys: KeyRing;
  readonly rateLimit: RateLimit;
  readonly desk: ReadingDesk;
}

export interface Places {
  readonly corpus: string;
  /** Null: nothing is kept. */
  readonly cache: string | null;
}

export async function openService(settings: Settings, places: Places, log: Log): Promise<Service> {
  return {
    settings,
    corpus: places.corpus,
    keys: new KeyRing(settings, log),
    rateLimit: new RateLimit(settings.rateLimit),
    desk: await openDesk(settings, places.cache, log),
  };
}

/** The part that reads documents, which the command line uses alone. */
export function openDesk(settings: Settings, cache: string | null, log: Log): Promise<ReadingDesk> {
  return ReadingDesk.open({
    cache,
    paginate: settings.paginate,
    maxParallel: settings.maxParallel,
    pool: { size: settings.parseChildren, memory: settings.parseMemory, deadline: settings.parseTimeout * 1000 },
    log,
  });
}
