import type { Settings } from '../config/settings.ts';
import type { HealthResponse } from '../contract/health.ts';
import type { Vectors } from '../search/embedding/open-vectors.ts';
import type { Log } from '../shared/log.ts';

const OFF = '설정(SERVICE_VECTORS=0)으로 의미 검색을 껐습니다.';
const NO_MODEL =
  '모델이 없어 낱말로만 찾습니다. SERVICE_MODEL_DIR에 model.onnx와 tokenizer.json이 있는 폴더를 지정하면 의미 검색이 켜집니다.';
const LOADING = '모델을 불러오는 중입니다.';
/** So long is waited for a model before it is said that it is being loaded. */
const PATIENCE_MS = 500;

/** Search by meaning, loaded once; without a model nothing is loaded at all. */
export class VectorsAtHand {
  private readonly opening: Promise<Vectors>;

  constructor({ vectors, modelDir }: Settings, cache: string | null, log: Log) {
    this.opening = !vectors
      ? Promise.resolve(absent(OFF))
      : modelDir === null
        ? Promise.resolve(absent(NO_MODEL))
        : import('../search/embedding/open-vectors.ts').then(({ openVectors }) =>
            openVectors({ modelDirectory: modelDir, cache, log }),
          );
  }

  open(): Promise<Vectors> {
    return this.opening;
  }

  async status(): Promise<HealthResponse['vectors']> {
    const patience = new Promise<null>((resolve) => {
      setTimeout(resolve, PATIENCE_MS, null).unref();
    });
    const { embedder, reason, model } = (await Promise.race([this.opening, patience])) ?? absent(LOADING);
    return { enabled: embedder !== null, reason, model };
  }

  async close(): Promise<void> {
    await (await this.opening).close();
  }
}

function absent(reason: string): Vectors {
  return { embedder: null, model: null, reason, close: async () => {} };
}
