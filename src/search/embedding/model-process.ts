import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-protocol.ts';
import { type EmbeddingModel, ModelProblem } from './model-directory.ts';

const SCRIPT = fileURLToPath(new URL('./embedding-process.js', import.meta.url));
/** A large model from a slow disk. */
const LOAD_MS = 180_000;
const EMBED_MS = 120_000;
/** The server's own variables hold keys. */
const HANDED_DOWN = ['PATH', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH'];

/** The process ended, or was ended, before it answered: another may do it. */
export class ProcessLost extends Error {}

/** One process that holds the model; it does one thing at a time. */
export class ModelProcess {
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;
  private answer: ((reply: EmbeddingReply | null) => void) | null = null;
  private alive = true;

  private constructor(script: string) {
    const env = Object.fromEntries(HANDED_DOWN.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    this.child = fork(script, { serialization: 'advanced', env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.child.on('message', (reply) => this.settle(reply as EmbeddingReply));
    this.ended = new Promise((resolve) => {
      const lost = () => {
        this.alive = false;
        this.settle(null);
        resolve();
      };
      this.child.once('exit', lost);
      this.child.once('error', lost);
    });
  }

  /** Throws ModelProblem where the model cannot be used. */
  static async start(model: EmbeddingModel, script = SCRIPT): Promise<{ process: ModelProcess; dimensions: number }> {
    const process = new ModelProcess(script);
    const reply = await process.ask({ kind: 'load', model }, LOAD_MS).catch(async (error: unknown) => {
      await process.end();
      if (error instanceof ProcessLost) throw new ModelProblem('모델을 불러오는 프로세스가 끝나 버렸습니다.');
      throw error;
    });
    if (reply.kind === 'ready') return { process, dimensions: reply.dimensions };
    await process.end();
    const missing = reply.kind === 'failed' && reply.reason === 'RUNTIME_MISSING';
    throw new ModelProblem(
      missing ? 'onnxruntime-node 꾸러미가 설치되어 있지 않습니다.' : '모델을 불러올 수 없습니다. 파일이 온전한지 확인하십시오.',
      { cause: reply },
    );
  }

  get isAlive(): boolean {
    return this.alive;
  }

  /** Throws ProcessLost, or an Error where the model does not take a text. */
  async embed(texts: readonly string[], dimensions: number): Promise<Float32Array[]> {
    const reply = await this.ask({ kind: 'embed', texts }, EMBED_MS);
    if (reply.kind !== 'vectors' || reply.numbers.length !== texts.length * dimensions)
      throw new Error(reply.kind === 'failed' ? reply.message : 'an answer to another question');
    return texts.map((_, at) => reply.numbers.slice(at * dimensions, (at + 1) * dimensions));
  }

  async end(): Promise<void> {
    if (this.alive) this.child.kill('SIGKILL');
    await this.ended;
  }

  private ask(request: EmbeddingRequest, deadline: number): Promise<EmbeddingReply> {
    return new Promise((resolve, reject) => {
      if (!this.alive) return reject(new ProcessLost('the process has ended'));
      const timer = setTimeout(() => this.child.kill('SIGKILL'), deadline);
      this.answer = (reply) => {
        clearTimeout(timer);
        if (reply === null) reject(new ProcessLost('the process ended'));
        else resolve(reply);
      };
      this.child.send(request, (error) => {
        if (error) this.settle(null);
      });
    });
  }

  private settle(reply: EmbeddingReply | null): void {
    const { answer } = this;
    this.answer = null;
    answer?.(reply);
  }
}
