import type {
  AnswerRequest,
  AnswerResponse,
  ChunkResponse,
  ContextRequest,
  ContextResponse,
  DeleteResponse,
  Document,
  DocumentsRequest,
  DocumentsResponse,
  FeedbackRequest,
  FeedbackResponse,
  HealthResponse,
  Problem,
  SearchRequest,
  SearchResponse,
  UploadResponse,
  UsageResponse,
  VerifyRequest,
  VerifyResponse,
} from './types.ts';

export type * from './types.ts';

export interface GeungeoOptions {
  /** Where the server is: `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly key?: string | undefined;
  /** Milliseconds for one call; reading a large tenant for the first time takes long. */
  readonly timeout?: number | undefined;
  /** How often a call that the server put off (429, 503 with Retry-After) is made again. */
  readonly retries?: number | undefined;
  readonly fetch?: typeof fetch | undefined;
}

/** A file's bytes with its name. */
export interface NamedFile {
  readonly filename: string;
  readonly data: Uint8Array | Blob;
}

/** What the server refused; `reason` is the code to branch on, `detail` says in Korean what to do. */
export class GeungeoError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly detail: string;

  constructor(status: number, problem: Partial<Problem>) {
    super(`${status} ${problem.reason ?? ''} ${problem.detail ?? ''}`.trim());
    this.name = 'GeungeoError';
    this.status = status;
    this.reason = problem.reason ?? 'UNKNOWN';
    this.detail = problem.detail ?? '';
  }
}

const TIMEOUT_MS = 600_000;
const RETRIES = 3;
const LONGEST_WAIT_MS = 60_000;

/** The routes of a geungeo server, one method each. */
export class Geungeo {
  private readonly options: GeungeoOptions;
  private readonly base: string;

  constructor(options: GeungeoOptions) {
    this.options = options;
    this.base = options.url.replace(/\/+$/, '');
  }

  health(): Promise<HealthResponse> {
    return this.call('GET', '/health');
  }

  /** Reads a file into document JSON. One that cannot be read is no error: see `access`. */
  parse(file: NamedFile): Promise<Document> {
    return this.call('POST', '/parse', { file });
  }

  /** The same with small chunks that carry where they stand. */
  chunk(file: NamedFile, { budget }: { budget?: number } = {}): Promise<ChunkResponse> {
    return this.call('POST', '/chunk', { file, query: { budget } });
  }

  documents(request: DocumentsRequest): Promise<DocumentsResponse> {
    return this.call('POST', '/documents', { body: request });
  }

  upload(file: NamedFile, { tenant, replace }: { tenant: string; replace?: boolean }): Promise<UploadResponse> {
    return this.call('POST', '/documents/upload', { file, query: { tenant, replace } });
  }

  delete(tenant: string, filename: string): Promise<DeleteResponse> {
    return this.call('DELETE', '/documents', { query: { tenant, filename } });
  }

  search(request: SearchRequest): Promise<SearchResponse> {
    return this.call('POST', '/search', { body: request });
  }

  /** Numbered evidence for a prompt. */
  context(request: ContextRequest): Promise<ContextResponse> {
    return this.call('POST', '/context', { body: request });
  }

  answer(request: AnswerRequest): Promise<AnswerResponse> {
    return this.call('POST', '/answer', { body: request });
  }

  /** Checks a model's answer against the sources that `context` gave. */
  verify(request: VerifyRequest): Promise<VerifyResponse> {
    return this.call('POST', '/verify', { body: request });
  }

  /** One HTML page with the answer and its evidence painted on the original. */
  view(request: AnswerRequest): Promise<string> {
    return this.call('POST', '/view', { body: request, as: 'text' });
  }

  feedback(request: FeedbackRequest): Promise<FeedbackResponse> {
    return this.call('POST', '/feedback', { body: request });
  }

  usage(): Promise<UsageResponse> {
    return this.call('GET', '/usage');
  }

  private async call<T>(method: string, route: string, given: Sending = {}): Promise<T> {
    const { timeout = TIMEOUT_MS, retries = RETRIES, fetch: send = fetch } = this.options;
    const { url, init } = this.request(method, route, given);
    for (let attempt = 0; ; attempt++) {
      const response = await send(url, { ...init, signal: AbortSignal.timeout(timeout) });
      if (response.ok) return (given.as === 'text' ? await response.text() : await response.json()) as T;
      const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
      const wait = Number(response.headers.get('retry-after'));
      const putOff = (response.status === 429 || response.status === 503) && wait > 0;
      if (!putOff || attempt >= retries) throw new GeungeoError(response.status, problem);
      await new Promise((resolve) => setTimeout(resolve, Math.min(wait * 1000, LONGEST_WAIT_MS)));
    }
  }

  private request(method: string, route: string, { body, file, query = {} }: Sending): { url: URL; init: RequestInit } {
    const url = new URL(this.base + route);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
    const headers: Record<string, string> = {};
    const tenant = query.tenant ?? (body as { readonly tenant?: string } | undefined)?.tenant;
    // For a proxy in front of several servers, which does not look into bodies.
    if (tenant !== undefined) headers['x-geungeo-tenant'] = encodeURIComponent(tenant);
    if (this.options.key !== undefined) headers.authorization = `Bearer ${this.options.key}`;
    if (file !== undefined) {
      headers['content-type'] = 'application/octet-stream';
      headers['x-filename'] = encodeURIComponent(file.filename);
    } else if (body !== undefined) headers['content-type'] = 'application/json';
    const sent =
      file === undefined ? (body === undefined ? null : JSON.stringify(body)) : (file.data as NonNullable<RequestInit['body']>);
    return { url, init: { method, headers, body: sent } };
  }
}

interface Sending {
  readonly body?: unknown;
  readonly file?: NamedFile;
  readonly query?: Record<string, string | number | boolean | undefined>;
  readonly as?: 'json' | 'text';
}
