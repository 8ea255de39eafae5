import { availableParallelism } from 'node:os';
import { type Log, SILENT } from '../../shared/log.ts';
import type { Embedder } from './embedder.ts';
import type { EmbeddingModel } from './model-directory.ts';
import { ModelProcess, ProcessLost } from './model-process.ts';

export interface ProcessEmbedderOptions {
  /** Processes that hold the model at once. */
  readonly processes?: number;
  /** Path of the JavaScript file that a process runs. */
  readonly script?: string;
  readonly log?: Log;
}

interface Job {
  readonly texts: readonly string[];
  readonly resolve: (vectors: Float32Array[]) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
}

/** Texts for one turn of a process, so that a question never waits long behind documents: half a second with a small model. */
const TURN = 8;
const TRIES = 2;
/** Each process holds the whole model. */
const MOST_PROCESSES = 4;
const IDLE_MS = 60_000;

/** Embeds texts in processes of its own. Questions go before documents. */
export class ProcessEmbedder implements Embedder {
  readonly model: string;
  readonly name: string;
  readonly dimensions: number;
  private readonly source: EmbeddingModel;
  private readonly script: string | undefined;
  private readonly most: number;
  private readonly log: Log;
  private readonly idle: ModelProcess[];
  private readonly processes: Set<ModelProcess>;
  private readonly retirement = new Map<ModelProcess, NodeJS.Timeout>();
  private readonly waiting: Record<'query' | 'passage', Job[]> = { query: [], passage: [] };
  private starting = 0;
  private closed = false;

  private constructor(source: EmbeddingModel, first: ModelProcess, dimensions: number, options: ProcessEmbedderOptions) {
    this.source = source;
    this.model = source.id;
    this.name = source.name;
    this.dimensions = dimensions;
    this.script = options.script;
    this.most = options.processes ?? Math.min(MOST_PROCESSES, Math.max(1, Math.floor(availableParallelism() / 2)));
    this.log = options.log ?? SILENT;
    this.idle = [first];
    this.processes = new Set([first]);
  }

  /** Throws ModelProblem where the model cannot be used. */
  static async start(model: EmbeddingModel, options: ProcessEmbedderOptions = {}): Promise<ProcessEmbedder> {
    const { process, dimensions } = await ModelProcess.start(model, options.script);
    return new ProcessEmbedder(model, process, dimensions, options);
  }

  async embed(texts: readonly string[], kind: 'query' | 'passage'): Promise<Float32Array[]> {
    const prefix = this.source.prefixes[kind];
    const turns: Promise<Float32Array[]>[] = [];
    for (let from = 0; from < texts.length; from += TURN) {
      const some = texts.slice(from, from + TURN).map((text) => prefix + text);
      turns.push(
        new Promise((resolve, reject) => {
          this.waiting[kind].push({ texts: some, resolve, reject, tries: 0 });
        }),
      );
    }
    this.pump();
    return (await Promise.all(turns)).flat();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const timer of this.retirement.values()) clearTimeout(timer);
    const error = new Error('the embedder is closed');
    for (const job of [...this.waiting.query.splice(0), ...this.waiting.passage.splice(0)]) job.reject(error);
    await Promise.all([...this.processes].map((process) => process.end()));
  }

  private pump(): void {
    while (!this.closed && this.waiting.query.length + this.waiting.passage.length > 0) {
      const process = this.takeIdle();
      if (process === undefined) {
        if (this.processes.size + this.starting < this.most) void this.startAnother();
        return;
      }
      void this.work(process, (this.waiting.query.shift() ?? this.waiting.passage.shift()) as Job);
    }
  }

  private takeIdle(): ModelProcess | undefined {
    for (let process = this.idle.pop(); process !== undefined; process = this.idle.pop()) {
      clearTimeout(this.retirement.get(process));
      this.retirement.delete(process);
      if (process.isAlive) return process;
      this.processes.delete(process);
    }
    return undefined;
  }

  private async work(process: ModelProcess, job: Job): Promise<void> {
    job.tries++;
    try {
      job.resolve(await process.embed(job.texts, this.dimensions));
    } catch (error) {
      if (error instanceof ProcessLost && job.tries < TRIES && !this.closed) this.waiting.query.unshift(job);
      else job.reject(new Error('a text could not be embedded', { cause: error }));
      if (error instanceof ProcessLost) this.log.warn({}, 'a process with the embedding model ended');
    }
    if (process.isAlive) this.rest(process);
    else this.processes.delete(process);
    this.pump();
  }

  /** One process always stays; the others end when there is nothing to do for a while. */
  private rest(process: ModelProcess): void {
    this.idle.push(process);
    const timer = setTimeout(() => {
      if (this.processes.size <= 1 || !this.idle.includes(process)) return;
      this.idle.splice(this.idle.indexOf(process), 1);
      this.processes.delete(process);
      void process.end();
    }, IDLE_MS);
    this.retirement.set(process, timer.unref());
  }

  private async startAnother(): Promise<void> {
    this.starting++;
    try {
      const { process, dimensions } = await ModelProcess.start(this.source, this.script);
      if (this.closed || dimensions !== this.dimensions) {
        await process.end();
        throw new Error('the model has changed on disk');
      }
      this.processes.add(process);
      this.idle.push(process);
      this.starting--;
      this.pump();
    } catch (error) {
      this.starting--;
      // With others at work their turn comes; with none nobody would ever come.
      if (this.processes.size === 0)
        for (const job of [...this.waiting.query.splice(0), ...this.waiting.passage.splice(0)]) job.reject(error);
    }
  }
}
