import { text } from 'node:stream/consumers';
import { FileBodySchema } from '../../../contract/parse.ts';
import type { Chunk } from '../../../model/chunk.ts';
import type { Document } from '../../../model/document.ts';
import { chunk } from '../../../service/chunk.ts';
import type { Handler } from '../call.ts';
import { intake, leaving } from '../file-handlers.ts';
import { receiveFile } from '../upload/file-request.ts';

/** Open WebUI's external document loader: raw bytes in, texts with metadata out. A file that is not read says so as its text. */
export const openWebUiProcess: Handler = async (call) => {
  const sent = await receiveFile(call.request, { body: FileBodySchema, queryName: undefined, ...intake(call) });
  try {
    const { json } = await chunk(call.service.desk, { ...sent, signal: leaving(call) });
    const { document, chunks } = JSON.parse(await text(json)) as { document: Document; chunks: Chunk[] };
    const { readable, reason, reason_text = '' } = document.access;
    if (!readable) return [{ page_content: `[${reason}] ${reason_text}`, metadata: { source: sent.filename, reason } }];
    return chunks.map(({ id, doc_id, text: words, path, anchors }) => ({
      page_content: words,
      metadata: { source: sent.filename, doc_id, chunk_id: id, page: anchors[0]?.page ?? null, path: path.join(' > ') },
    }));
  } finally {
    await sent.upload.remove();
  }
};
