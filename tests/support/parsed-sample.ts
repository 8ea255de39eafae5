import { createHash } from 'node:crypto';
import type { Document } from '../../src/model/document.ts';
import { documentOf, newContent } from './sample-document.ts';

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A document as the pipeline leaves it, read from the bytes of `text`: its paragraphs, and one table. */
export function sampleDocument(text: string, more: Partial<Document['source']> = {}): Document {
  const content = newContent();
  for (const line of text.split('\n')) content.block({ type: 'paragraph', text: line });
  content.table({
    rows: 1,
    cols: 2,
    cells: [
      { row: 0, col: 0, text: '칸 "1"' },
      { row: 0, col: 1, text: '칸\n2' },
    ],
  });
  content.warn('PAGES_UNKNOWN');
  const document = documentOf(content, { title: text.slice(0, 20) });
  const sha256 = sha256Of(text);
  return {
    ...document,
    doc_id: `sha256:${sha256}`,
    source: { ...document.source, bytes: Buffer.byteLength(text), sha256, ...more },
  };
}

/** A zip of two documents, one of them in a zip of its own. */
export function sampleBundle(text: string): Document {
  const inner: Document = {
    ...sampleDocument(`${text} inner zip`, { filename: '안.zip', format: 'zip' }),
    blocks: [],
    tables: [],
    children: [sampleDocument(`${text} deep`, { filename: '깊은 문서.hwpx', container_path: ['안.zip'] })],
  };
  return {
    ...sampleDocument(text, { format: 'zip' }),
    blocks: [],
    tables: [],
    children: [sampleDocument(`${text} first`, { filename: '첫 문서.hwpx' }), inner],
  };
}
