import type { EmbeddingModel } from './model-directory.ts';

/** From the server to a process that holds the model: first the model, then texts. */
export type EmbeddingRequest =
  | { readonly kind: 'load'; readonly model: EmbeddingModel }
  | { readonly kind: 'embed'; readonly texts: readonly string[] };

/** One answer to each request, in their order. */
export type EmbeddingReply =
  | { readonly kind: 'ready'; readonly dimensions: number }
  /** All vectors one after the other. */
  | { readonly kind: 'vectors'; readonly numbers: Float32Array }
  | { readonly kind: 'failed'; readonly reason: 'RUNTIME_MISSING' | 'MODEL' | 'TEXT'; readonly message: string };
