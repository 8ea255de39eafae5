import { RequestProblem } from '../../contract/errors.ts';
import type { Message } from './prompt.ts';

export interface ChatGateway {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string | null;
  /** For the whole exchange, a second try included. */
  readonly timeoutMs: number;
}

/** An answer is a few kilobytes. */
const MOST_BYTES = 1024 * 1024;
const MOST_CHARACTERS = 20_000;
/** The same question gives the same answer, as far as the model allows. */
const TEMPERATURE = 0;
const TRIES = 2;

/** A connection that broke before there was an answer: the only thing that is tried again. */
class BrokenConnection extends Error {}

/**
 * The text that an OpenAI-compatible gateway answers with. Whatever else happens is LLM_GATEWAY_FAILED, whose cause says what
 * without a word of what was sent or received.
 */
export async function askGateway(gateway: ChatGateway, messages: readonly Message[], signal?: AbortSignal): Promise<string> {
  const late = AbortSignal.timeout(gateway.timeoutMs);
  const both = signal === undefined ? late : AbortSignal.any([signal, late]);
  for (let attempt = 1; ; attempt++) {
    try {
      return await exchange(gateway, messages, both);
    } catch (error) {
      signal?.throwIfAborted();
      if (late.aborted) throw failed('timeout');
      if (!(error instanceof BrokenConnection)) throw error;
      if (attempt === TRIES) throw failed('connection');
    }
  }
}

async function exchange({ baseUrl, apiKey, model }: ChatGateway, messages: readonly Message[], signal: AbortSignal) {
  const body = JSON.stringify({ ...(model === null ? {} : { model }), messages, temperature: TEMPERATURE, stream: false });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' };
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  // A redirect would send the evidence to a place that nobody configured.
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(broken);
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => undefined);
    throw failed(`status ${response.status}`);
  }
  return textOf(await readBody(response));
}

async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) throw failed('empty');
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(broken);
    if (done) return Buffer.concat(parts);
    bytes += value.length;
    if (bytes > MOST_BYTES) {
      await reader.cancel().catch(() => undefined);
      throw failed('too large');
    }
    parts.push(value);
  }
}

function textOf(body: Buffer): string {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch {
    throw failed('no JSON');
  }
  const choice = (answer as { choices?: { message?: { content?: unknown }; finish_reason?: unknown }[] } | null)?.choices?.[0];
  const content = choice?.message?.content;
  if (typeof content !== 'string' || content.trim() === '') throw failed('no completion');
  // The rest of it is missing, and nobody could tell.
  if (choice?.finish_reason === 'length' || content.length > MOST_CHARACTERS) throw failed('completion too long');
  return content.trim();
}

function broken(): never {
  throw new BrokenConnection();
}

function failed(why: string): RequestProblem {
  return new RequestProblem('LLM_GATEWAY_FAILED', { cause: new Error(`gateway: ${why}`) });
}
