import type { Layout } from './layout.ts';

/** Between the reading child and the layout process, by structured clone. */
export interface LayoutRequest {
  readonly job: number;
  readonly bytes: Uint8Array;
}

export interface LayoutReply {
  readonly job: number;
  /** Null when the engine refused the document. */
  readonly layout: Layout | null;
  /** The process has grown too large or has crashed inside: it ends, and the next document needs a new one. */
  readonly spent: boolean;
}
