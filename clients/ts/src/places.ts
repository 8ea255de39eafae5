import type { Anchor, Chunk } from './types.ts';

/** What a framework keeps beside a text: enough to find its place on the original again. */
export interface PlaceMetadata {
  readonly doc_id: string;
  readonly chunk_id: string;
  readonly filename: string;
  /** First page of the text. */
  readonly page: number;
  readonly path: string;
  readonly kind: string;
  readonly anchors: Anchor[];
  readonly [more: string]: unknown;
}

export function placeOf(
  filename: string,
  chunk: Pick<Chunk, 'doc_id' | 'path' | 'kind' | 'anchors'> & { id: string },
): PlaceMetadata {
  const { doc_id, id, path, kind, anchors } = chunk;
  return { doc_id, chunk_id: id, filename, page: anchors[0]?.page ?? 1, path: path.join(' > '), kind, anchors };
}
