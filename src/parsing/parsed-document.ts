import type { Readable } from 'node:stream';
import type { Structure } from '../model/structure.ts';
import { extensionWarning } from '../shared/extension.ts';
import type { DocumentHead, ParsedRecord } from '../shared/parsed-file.ts';

export interface StreamOptions {
  /** The name under which the bytes came: bytes alone have none. */
  readonly filename: string;
  /** A word on each head before it goes out: the root's, and that of every document nested in it. */
  readonly patch?: (head: DocumentHead, record: ParsedRecord) => DocumentHead;
}

/** A document that was read, or one that says why not. The server knows its heads; its bodies only pass through. */
export interface ParsedDocument {
  readonly root: ParsedRecord;
  /** Of the root, or of one of the documents nested in it. */
  structure(record?: ParsedRecord): Promise<Structure>;
  /** The Document as JSON. */
  stream(options: StreamOptions): Readable;
  /** To be called once by everybody who was given it; streams that were started before go on to their end. */
  close(): void;
}

/** The head of a record as it goes out: with the names, and with what only a name can be wrong about. */
export function completeHead(record: ParsedRecord, isRoot: boolean, options: StreamOptions): DocumentHead {
  const { filename, patch } = options;
  const { source } = record.head;
  const named = {
    ...record.head,
    source: isRoot
      ? { ...source, filename, container_path: [] }
      : { ...source, container_path: [filename, ...source.container_path] },
  };
  const head = patch ? patch(named, record) : named;
  // A member's name is among the bytes: its reader has said what there is to say.
  const mismatch = isRoot ? extensionWarning(filename, source.format) : null;
  if (mismatch === null || head.warnings.some((warning) => warning.code === mismatch.code)) return head;
  return { ...head, warnings: [...head.warnings, mismatch] };
}

/** A head as the beginning of a JSON object that goes on. */
export function headText(head: DocumentHead): string {
  return `${JSON.stringify(head).slice(0, -1)},`;
}
