import type { Reason } from '../model/access.ts';
import type { Format } from '../model/formats.ts';
import type { Anchor } from '../model/geometry.ts';

/** Words of a chunk, and where that chunk stands. */
export interface Quotation {
  readonly doc_id: string;
  readonly quote: string;
  readonly anchors: readonly Anchor[];
}

/** What the server asks of a reading child. Bytes and results travel through files; only these small messages are sent. */
export type ReadingRequest =
  | {
      readonly job: number;
      readonly op: 'parse';
      /** The spooled upload. */
      readonly file: string;
      readonly sha256: string;
      /** Where the parsed file is to stand when it is complete (written beside it, synced, renamed). */
      readonly out: string;
      /** The generation of the parse cache that the parsed file is made for, to be written into it. */
      readonly generation: string;
      readonly paginate: boolean;
      /** Pages that may be read from pixels; left out, the usual number. */
      readonly ocrPages?: number;
    }
  | {
      readonly job: number;
      readonly op: 'chunk';
      /** A parsed file. */
      readonly parsed: string;
      readonly budget: number;
      /** Where the chunk file is to stand. */
      readonly out: string;
    }
  | {
      readonly job: number;
      readonly op: 'draw';
      readonly file: string;
      readonly sha256: string;
      /** A document inside a bundle: where it is in there, and which one of that name. */
      readonly member?: string;
      readonly memberSha256?: string;
      /** From 1. */
      readonly page: number;
      readonly dpi: number;
      /** Where the PNG is to stand. */
      readonly out: string;
    }
  | {
      readonly job: number;
      readonly op: 'locate';
      /** A parsed file. */
      readonly parsed: string;
      readonly quotations: readonly Quotation[];
      /** Where the places are to stand. */
      readonly out: string;
    };

/** Why a page has no picture: the format has none, the page or the member is not there, or the file cannot be opened. */
export const NOT_DRAWN = ['FORMAT_HAS_NO_PAGES', 'NO_SUCH_PAGE', 'MEMBER_NOT_FOUND'] as const;
export type NotDrawn = Reason | (typeof NOT_DRAWN)[number];

export type ReadingReply =
  /** The reading goes on. */
  | { readonly kind: 'beat'; readonly job: number }
  /** Sent before the reader runs, so that a death can still be reported with the file's format. */
  | { readonly kind: 'sniffed'; readonly job: number; readonly format: Format }
  | { readonly kind: 'done'; readonly job: number; readonly readable: boolean; readonly reason: Reason | null }
  /** There is no picture of the page: nothing stands at `out`. */
  | { readonly kind: 'not-drawn'; readonly job: number; readonly reason: NotDrawn }
  /**
   * A bug in a reader, or a result that could not be written: the child lives on. `error` is for the log and holds no
   * document text; where a system call failed it names the code (`ENOSPC`), which decides who is to blame.
   */
  | { readonly kind: 'failed'; readonly job: number; readonly error: string };
