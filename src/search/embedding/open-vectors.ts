import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../../shared/log.ts';
import { Database } from '../engine/database.ts';
import { vectorsDirectory } from '../generation.ts';
import type { Embedder } from './embedder.ts';
import { ModelProblem, readModelDirectory } from './model-directory.ts';
import { ProcessEmbedder } from './process-embedder.ts';
import { RememberedVectors } from './remembered-vectors.ts';

/** Search by meaning: how it is done, or why it is not. */
export interface Vectors {
  readonly embedder: Embedder | null;
  /** Shown to people; null where there is none. */
  readonly model: string | null;
  /** For people; null where there is one. */
  readonly reason: string | null;
  close(): Promise<void>;
}

export interface VectorsOptions {
  readonly modelDirectory: string;
  /** Null: vectors are remembered in memory. */
  readonly cache: string | null;
  readonly log: Log;
  /** Path of the JavaScript file that holds the model. */
  readonly script?: string;
}

const CACHE_BYTES = 16 * 1024 * 1024;

/** Never throws: a model that cannot be used is a reason. */
export async function openVectors({ modelDirectory, cache, log, script }: VectorsOptions): Promise<Vectors> {
  try {
    const model = await readModelDirectory(modelDirectory);
    const inner = await ProcessEmbedder.start(model, { log, ...(script === undefined ? {} : { script }) });
    const place = cache === null ? null : path.resolve(cache, 'index', vectorsDirectory(model.id));
    if (place !== null) await mkdir(place, { recursive: true, mode: 0o700 });
    const database = await Database.open({ place, cacheBytes: CACHE_BYTES });
    const embedder = await RememberedVectors.open(inner, database, log);
    const close = async () => {
      await inner.close();
      embedder.close();
      database.close();
    };
    return { embedder, model: model.name, reason: null, close };
  } catch (error) {
    const isProblem = error instanceof ModelProblem;
    const cause = isProblem && error.cause !== undefined ? { cause: error.cause } : {};
    log.warn({ error: String(error), ...cause }, 'search by meaning is off: the model cannot be used');
    const reason = isProblem ? error.message : '모델을 준비하지 못했습니다. 서버 기록을 확인하십시오.';
    return { embedder: null, model: null, reason, close: async () => {} };
  }
}
