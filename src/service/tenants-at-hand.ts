import type { Settings } from '../config/settings.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { TenantPlaces } from '../corpus/document-folder.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import type { IndexView } from '../search/index-view.ts';
import type { SearchStore } from '../search/search-store.ts';
import type { Log } from '../shared/log.ts';
import { indexVariant } from './index-variant.ts';
import type { SharedStorage } from './shared-storage.ts';
import type { VectorsAtHand } from './vectors-at-hand.ts';

/** The tenants of a server, opened once and when first needed: search brings a large engine with it. */
export class TenantsAtHand {
  /** Null until they are open. */
  opened: Corpus<IndexView> | null = null;
  private store: SearchStore | null = null;
  private opening: Promise<Corpus<IndexView>> | null = null;
  private readonly settings: Settings;
  private readonly places: Readonly<{ corpus: string; cache: string | null }>;
  private readonly corpus: TenantPlaces;
  private readonly shared: SharedStorage;
  private readonly desk: ReadingDesk;
  private readonly vectors: VectorsAtHand;
  private readonly log: Log;

  constructor(given: {
    readonly settings: Settings;
    readonly places: Readonly<{ corpus: string; cache: string | null }>;
    readonly corpus: TenantPlaces;
    readonly shared: SharedStorage;
    readonly desk: ReadingDesk;
    readonly vectors: VectorsAtHand;
    readonly log: Log;
  }) {
    this.settings = given.settings;
    this.places = given.places;
    this.corpus = given.corpus;
    this.shared = given.shared;
    this.desk = given.desk;
    this.vectors = given.vectors;
    this.log = given.log;
  }

  open(): Promise<Corpus<IndexView>> {
    this.opening ??= this.make().catch((error) => {
      // The next call tries again.
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  async close(): Promise<void> {
    const corpus = await this.opening?.catch(() => null);
    corpus?.close();
    await this.store?.close();
  }

  private async make(): Promise<Corpus<IndexView>> {
    const [{ Corpus }, { DeskReader }, { SearchStore }] = await Promise.all([
      import('../corpus/corpus.ts'),
      import('../corpus/desk-reader.ts'),
      import('../search/search-store.ts'),
    ]);
    const { settings, log } = this;
    const { embedder } = await this.vectors.open();
    const { places, lease } = this.shared;
    this.store = await SearchStore.open({
      directory: this.places.cache,
      address: places.index,
      access: places.access,
      lease,
      embedder,
      ...(await indexVariant(settings)),
      openIndexes: settings.openTenants,
      ...(settings.indexCache === null ? {} : { cacheBytes: settings.indexCache }),
      log,
    });
    this.opened = await Corpus.open({
      directory: places.corpus === null ? this.places.corpus : this.corpus,
      store: this.store,
      reader: new DeskReader(this.desk),
      // On a store every file waits some times for an answer, in which the children read another one.
      parallel: settings.parseChildren + (places.blobs === null ? 0 : 1),
      watch: settings.watch,
      readWait: settings.readWait,
      awake: settings.openTenants,
      // Servers may know one folder by several paths.
      ...(places.index === null ? {} : { shared: true, keyspace: '' }),
      log,
    });
    return this.opened;
  }
}
