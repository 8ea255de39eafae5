import { ConfigError } from '../config/load.ts';
import type { Settings } from '../config/settings.ts';
import { type SharedPlaces, sharedPlaces } from '../config/shared-places.ts';
import type { Log } from '../shared/log.ts';
import { type StoreAddress, showStoreAddress } from '../shared/store-address.ts';
import { ALONE, type Lease, StoreLease } from '../storage/lease.ts';
import { type ObjectStore, StoreFailed } from '../storage/object-store.ts';
import { openStore } from '../storage/open-store.ts';
import { probeRaces } from '../storage/race-probe.ts';

/** What this server has in common with others, opened; a server alone has nothing. */
export interface SharedStorage {
  readonly places: SharedPlaces;
  readonly blobs: ObjectStore | null;
  /** Where the indexes are, as objects; the engine has its own way to them. */
  readonly index: ObjectStore | null;
  readonly lease: Lease;
  close(): void;
}

/** Throws ConfigError where a store is not fit for it, before anything relies on it. */
export async function openSharedStorage(settings: Settings, log: Log): Promise<SharedStorage> {
  const places = sharedPlaces(settings);
  const open = async (address: StoreAddress | null) => (address === null ? null : openStore(address, places.access));
  const [blobs, index] = [await open(places.blobs), await open(places.index)];
  const close = () => {
    blobs?.close();
    index?.close();
  };
  try {
    if (blobs !== null) await refuseUnfit(blobs, places.blobs as StoreAddress);
    if (index !== null) await refuseUnfit(index, places.index as StoreAddress);
  } catch (error) {
    close();
    throw error;
  }
  const meeting = blobs ?? index;
  return { places, blobs, index, lease: meeting === null ? ALONE : new StoreLease({ store: meeting, log }), close };
}

async function refuseUnfit(store: ObjectStore, address: StoreAddress): Promise<void> {
  const shown = showStoreAddress(address);
  try {
    const problem = await probeRaces(store);
    if (problem !== null) throw new ConfigError([`${shown}: expected a store that several servers can share, but ${problem}`]);
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error;
    throw new ConfigError([`${shown}: expected a store that answers and lets this server write (${error.message})`]);
  }
}
