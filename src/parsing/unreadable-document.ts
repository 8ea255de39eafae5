import { Readable } from 'node:stream';
import { unreadableAccess } from '../model/access.ts';
import type { Format } from '../model/formats.ts';
import { emptyStructure } from '../model/structure.ts';
import { SCHEMA_VERSION } from '../model/versions.ts';
import type { ParsedRecord } from '../shared/parsed-file.ts';
import type { Death } from './death.ts';
import { completeHead, headText, type ParsedDocument } from './parsed-document.ts';

export interface Unread {
  readonly sha256: string;
  readonly bytes: number;
  readonly reason: Death['reason'];
  /** As far as the child got to tell it. */
  readonly format?: Format | undefined;
  readonly ms: number;
}

/** The document of a reading that died: there is nobody left to write it, so the server says why itself. */
export function unreadableDocument(unread: Unread): ParsedDocument {
  const root: ParsedRecord = {
    head: {
      doc_id: `sha256:${unread.sha256}`,
      schema_version: SCHEMA_VERSION,
      source: {
        filename: '',
        format: unread.format ?? 'unknown',
        bytes: unread.bytes,
        pages: 0,
        sha256: unread.sha256,
        container_path: [],
      },
      access: unreadableAccess(unread.reason),
      warnings: [],
      metrics: { parse_ms: Math.round(unread.ms), extractor_mix: {} },
      acl: null,
    },
    body: [0, 0],
    structure: [0, 0],
    blocks: 0,
    tables: 0,
    children: null,
  };
  const body = `"structure":${JSON.stringify(emptyStructure())},"pages":[],"blocks":[],"tables":[]}`;
  return {
    root,
    structure: async () => emptyStructure(),
    stream: (options) => Readable.from([headText(completeHead(root, true, options)) + body], { objectMode: false }),
    close() {},
  };
}
