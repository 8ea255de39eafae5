import type * as Onnx from 'onnxruntime-node';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-protocol.ts';
import { LoadedModel } from './loaded-model.ts';

/*
 * A process that holds the model: a native library that crashes or swells takes nobody with it. It ends with its server.
 */

let model: LoadedModel | null = null;
let working: Promise<unknown> = Promise.resolve();

process.on('message', (request: EmbeddingRequest) => {
  working = working.then(async () => process.send?.(await reply(request)));
});
process.on('disconnect', () => process.exit(0));

async function reply(request: EmbeddingRequest): Promise<EmbeddingReply> {
  if (request.kind === 'load') {
    let onnx: typeof Onnx;
    try {
      onnx = await import('onnxruntime-node');
    } catch (error) {
      return { kind: 'failed', reason: 'RUNTIME_MISSING', message: messageOf(error) };
    }
    try {
      model = await LoadedModel.load(onnx, request.model);
      return { kind: 'ready', dimensions: (await model.embed('확인')).length };
    } catch (error) {
      return { kind: 'failed', reason: 'MODEL', message: messageOf(error) };
    }
  }
  try {
    if (model === null) throw new Error('no model');
    const vectors: Float32Array[] = [];
    for (const text of request.texts) vectors.push(await model.embed(text));
    const numbers = new Float32Array(vectors.length * (vectors[0]?.length ?? 0));
    vectors.forEach((vector, at) => {
      numbers.set(vector, at * vector.length);
    });
    return { kind: 'vectors', numbers };
  } catch (error) {
    return { kind: 'failed', reason: 'TEXT', message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}
