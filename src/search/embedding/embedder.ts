/** Texts as vectors, so that what means the same lies near each other. */
export interface Embedder {
  /** Names the model: vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** In the order of the texts; of length one. A question and a passage may be embedded differently. */
  embed(texts: readonly string[], kind: 'query' | 'passage'): Promise<Float32Array[]>;
}
