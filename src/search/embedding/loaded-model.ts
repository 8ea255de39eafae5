import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import type * as Onnx from 'onnxruntime-node';
import type { EmbeddingModel, Pooling } from './model-directory.ts';

type Session = Onnx.InferenceSession;
type Tensor = Onnx.Tensor;

/** A model in memory, with its tokenizer. Runs in a process of its own. */
export class LoadedModel {
  private readonly onnx: typeof Onnx;
  private readonly session: Session;
  private readonly tokenizer: Tokenizer;
  private readonly model: EmbeddingModel;

  private constructor(onnx: typeof Onnx, session: Session, tokenizer: Tokenizer, model: EmbeddingModel) {
    this.onnx = onnx;
    this.session = session;
    this.tokenizer = tokenizer;
    this.model = model;
  }

  static async load(onnx: typeof Onnx, model: EmbeddingModel): Promise<LoadedModel> {
    const config = model.tokenizerConfigFile === null ? {} : JSON.parse(await readFile(model.tokenizerConfigFile, 'utf8'));
    const tokenizer = new Tokenizer(JSON.parse(await readFile(model.tokenizerFile, 'utf8')), config);
    // Threads that wait for each other in turns cost more than they bring: there are processes for that.
    const session = await onnx.InferenceSession.create(model.modelFile, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    });
    for (const name of session.inputNames) if (!INPUTS.has(name)) throw new Error(`unknown input ${name}`);
    return new LoadedModel(onnx, session, tokenizer, model);
  }

  /** The vector of a text, of length one. One text at a time: padding to the longest of several costs more than it saves. */
  async embed(text: string): Promise<Float32Array> {
    const ids = shortened(this.tokenizer.encode(text).ids, this.model.maxTokens);
    const shape = [1, ids.length];
    const tensor = (value: (at: number) => number) =>
      new this.onnx.Tensor(
        'int64',
        BigInt64Array.from(ids, (_, at) => BigInt(value(at))),
        shape,
      );
    const inputs: Record<string, () => Tensor> = {
      input_ids: () => tensor((at) => ids[at] as number),
      attention_mask: () => tensor(() => 1),
      token_type_ids: () => tensor(() => 0),
      position_ids: () => tensor((at) => at),
    };
    const given = Object.fromEntries(this.session.inputNames.map((name) => [name, (inputs[name] as () => Tensor)()]));
    const outputs = await this.session.run(given);
    return normalised(pooled(chosen(outputs, this.session.outputNames, this.model.pooling), this.model.pooling));
  }
}

const INPUTS: ReadonlySet<string> = new Set(['input_ids', 'attention_mask', 'token_type_ids', 'position_ids']);

/** The last token closes a text: it stays. */
function shortened(ids: readonly number[], most: number): number[] {
  if (ids.length === 0) throw new Error('a text without tokens');
  return ids.length <= most ? [...ids] : [...ids.slice(0, most - 1), ids.at(-1) as number];
}

/** The output with one vector a text where the model has none to be pooled, and the one with a vector a token otherwise. */
function chosen(outputs: Readonly<Record<string, Tensor>>, names: readonly string[], pooling: Pooling): Tensor {
  const wanted = pooling === 'none' ? 2 : 3;
  const name = names.find((each) => outputs[each]?.dims.length === wanted);
  if (name === undefined) throw new Error(`no output of ${wanted} dimensions`);
  return outputs[name] as Tensor;
}

function pooled({ data, dims }: Tensor, pooling: Pooling): Float32Array {
  const numbers = data as Float32Array;
  if (!(numbers instanceof Float32Array)) throw new Error('an output that is not float32');
  const width = dims.at(-1) as number;
  if (pooling !== 'mean') return numbers.slice(0, width);
  const mean = new Float32Array(width);
  const tokens = numbers.length / width;
  for (let token = 0; token < tokens; token++)
    for (let at = 0; at < width; at++) mean[at] = (mean[at] as number) + (numbers[token * width + at] as number) / tokens;
  return mean;
}

function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!(sum > 0) || !Number.isFinite(sum)) throw new Error('a vector without a direction');
  const length = Math.sqrt(sum);
  return vector.map((value) => value / length);
}
