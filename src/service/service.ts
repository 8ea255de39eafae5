import type { Settings } from '../config/settings.ts';
import type { Corpus } from '../corpus/corpus.ts';
import { ReadingDesk } from '../parsing/reading-desk.ts';
import type { IndexView } from '../search/index-view.ts';
import type { Log } from '../shared/log.ts';
import { FeedbackRecord } from './feedback.ts';
import { KeyRing } from './key-ring.ts';
import { ocrVariant } from './ocr-variant.ts';
import { openTenantPlaces } from './open-tenant-places.ts';
import { RateLimit } from './rate-limit.ts';
import { openSharedStorage, type SharedStorage } from './shared-storage.ts';
import { TenantsAtHand } from './tenants-at-hand.ts';
import { Traffic } from './traffic.ts';
import { Trial } from './try-parse.ts';
import { VectorsAtHand } from './vectors-at-hand.ts';

/** One version of a tenant's index. */
export type Snapshot = IndexView;

/** What the operations work with. */
export interface Service {
  readonly settings: Settings;
  /** Names of all tenants; known without opening them. */
  tenantNames(): Promise<string[]>;
  readonly keys: KeyRing;
  readonly rateLimit: RateLimit;
  readonly desk: ReadingDesk;
  /** The tenants' documents; opened when they are first asked for, so that a server is up sooner. */
  tenants(): Promise<Corpus<Snapshot>>;
  /** The same where they are open already. */
  readonly openTenants: Corpus<Snapshot> | null;
  /** Search by meaning, or why there is none. */
  readonly vectors: VectorsAtHand;
  readonly traffic: Traffic;
  readonly feedback: FeedbackRecord;
  readonly trial: Trial;
  close(): Promise<void>;
}

export interface Places {
  /** A directory or an s3:// address. */
  readonly corpus: string;
  /** Null: nothing is kept. */
  readonly cache: string | null;
}

export async function openService(settings: Settings, places: Places, log: Log): Promise<Service> {
  const shared = await openSharedStorage(settings, log);
  const corpus = await openTenantPlaces(places.corpus, shared.places);
  const desk = await openDesk(settings, places.cache, log, shared);
  const vectors = new VectorsAtHand(settings, places.cache, log);
  const tenants = new TenantsAtHand({ settings, places, corpus, shared, desk, vectors, log });
  const traffic = new Traffic(settings.usageLog, log);
  return {
    settings,
    tenantNames: () => corpus.names(),
    keys: new KeyRing(settings, log),
    rateLimit: new RateLimit(settings.rateLimit),
    desk,
    tenants: () => tenants.open(),
    get openTenants() {
      return tenants.opened;
    },
    vectors,
    traffic,
    feedback: new FeedbackRecord(settings.feedbackLog),
    trial: new Trial(desk),
    close: async () => {
      await tenants.close();
      await vectors.close();
      await desk.close();
      await traffic.close();
      corpus.close();
      shared.close();
    },
  };
}

/** The part that reads documents, which the command line uses alone. */
export async function openDesk(
  settings: Settings,
  cache: string | null,
  log: Log,
  shared: Pick<SharedStorage, 'blobs' | 'lease'> | null = null,
): Promise<ReadingDesk> {
  return ReadingDesk.open({
    cache,
    ...(shared === null ? {} : { blobs: shared.blobs, lease: shared.lease }),
    paginate: settings.paginate,
    ocrPages: settings.ocrPages,
    ...(await ocrVariant(settings)),
    maxParallel: settings.maxParallel,
    pool: { size: settings.parseChildren, memory: settings.parseMemory, deadline: settings.parseTimeout * 1000 },
    log,
  });
}
