import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** How the vectors of a text's tokens become one: their mean, the first, or none where the model itself gives one. */
const POOLINGS = ['mean', 'cls', 'none'] as const;
export type Pooling = (typeof POOLINGS)[number];

/** A model as an operator gave it. */
export interface EmbeddingModel {
  /** Shown to people. */
  readonly name: string;
  /** Names the very bytes and how they are used: vectors of different ids are never compared. */
  readonly id: string;
  readonly modelFile: string;
  readonly tokenizerFile: string;
  readonly tokenizerConfigFile: string | null;
  readonly pooling: Pooling;
  /** What the model wants to stand before a question and before a passage. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  readonly maxTokens: number;
}

/** Why there is no search by meaning; the message is for people. */
export class ModelProblem extends Error {}

const HASH = z.string().regex(/^[0-9a-f]{64}$/i);
const ManifestSchema = z.strictObject({
  name: z.string().min(1).max(200).optional(),
  pooling: z.enum(POOLINGS).optional(),
  prefixes: z.strictObject({ query: z.string().max(500), passage: z.string().max(500) }).optional(),
  max_tokens: z.int().min(8).max(8192).optional(),
  sha256: z.record(z.string(), HASH).optional(),
});
type Manifest = z.infer<typeof ManifestSchema>;

const MODEL_FILES = ['model.onnx', 'model_quantized.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx'];
const TOKENIZER = 'tokenizer.json';
/** A chunk of the usual length has fewer, and the time grows faster than the length. */
const MAX_TOKENS = 512;

/** Reads what a directory in the layout of optimum says about its model; `manifest.json` in it says it better. */
export async function readModelDirectory(directory: string): Promise<EmbeddingModel> {
  const manifest = await readManifest(directory);
  const at = (file: string) => path.join(directory, file);
  const modelName = await firstOf(directory, MODEL_FILES);
  if (modelName === null) throw new ModelProblem(`모델 폴더에 ${MODEL_FILES[0]} 파일이 없습니다.`);
  if ((await firstOf(directory, [TOKENIZER])) === null) throw new ModelProblem(`모델 폴더에 ${TOKENIZER} 파일이 없습니다.`);
  const config = await firstOf(directory, ['tokenizer_config.json']);
  const pooling = manifest.pooling ?? (await statedPooling(directory));
  const prefixes = manifest.prefixes ?? (await statedPrefixes(directory));
  const maxTokens = manifest.max_tokens ?? Math.min(MAX_TOKENS, await statedLength(directory));
  const hash = createHash('sha256').update(JSON.stringify([pooling, prefixes, maxTokens]));
  const weights = await firstOf(directory, [`${modelName}_data`, `${modelName}.data`]);
  const files = [modelName, ...(weights === null ? [] : [weights]), TOKENIZER, ...(config === null ? [] : [config])];
  const hashes = new Map<string, string>();
  for (const file of files) hashes.set(file, await hashOf(at(file)));
  for (const [file, expected] of Object.entries(manifest.sha256 ?? {})) {
    const actual = hashes.get(file) ?? (await hashOf(at(file)).catch(() => null));
    if (actual !== expected.toLowerCase()) throw new ModelProblem(`${file} 파일이 manifest.json에 적힌 sha256과 다릅니다.`);
  }
  for (const file of files) hash.update(hashes.get(file) as string);
  return {
    name: manifest.name ?? path.basename(directory),
    id: hash.digest('hex'),
    modelFile: at(modelName),
    tokenizerFile: at(TOKENIZER),
    tokenizerConfigFile: config === null ? null : at(config),
    pooling,
    prefixes,
    maxTokens,
  };
}

async function readManifest(directory: string): Promise<Manifest> {
  if (!(await isDirectory(directory))) throw new ModelProblem('SERVICE_MODEL_DIR 폴더가 없거나 읽을 수 없습니다.');
  if ((await firstOf(directory, ['manifest.json'])) === null) return {};
  const read = ManifestSchema.safeParse(await json(directory, 'manifest.json'));
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') || 'manifest.json';
  throw new ModelProblem(`manifest.json이 올바르지 않습니다: ${field}`);
}

/** As sentence-transformers writes it. */
async function statedPooling(directory: string): Promise<Pooling> {
  const config = await json(directory, '1_Pooling/config.json');
  return config?.pooling_mode_cls_token === true ? 'cls' : 'mean';
}

async function statedPrefixes(directory: string): Promise<EmbeddingModel['prefixes']> {
  const prompts = (await json(directory, 'config_sentence_transformers.json'))?.prompts as Record<string, unknown> | undefined;
  const prompt = (...names: string[]) =>
    names.map((name) => prompts?.[name]).find((text): text is string => typeof text === 'string') ?? '';
  return { query: prompt('query'), passage: prompt('passage', 'document') };
}

async function statedLength(directory: string): Promise<number> {
  const stated = (await json(directory, 'sentence_bert_config.json'))?.max_seq_length;
  return typeof stated === 'number' && stated >= 8 ? stated : MAX_TOKENS;
}

/** Null where there is no such file, or it is no JSON object. */
async function json(directory: string, file: string): Promise<Record<string, unknown> | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path.join(directory, file), 'utf8'));
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

async function firstOf(directory: string, files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const found = await stat(path.join(directory, file)).catch(() => null);
    if (found?.isFile()) return file;
  }
  return null;
}

async function isDirectory(directory: string): Promise<boolean> {
  return (await stat(directory).catch(() => null))?.isDirectory() === true;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest('hex');
}
