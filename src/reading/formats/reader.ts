import type { Format } from '../../model/formats.ts';
import type { Budget } from '../container/budget.ts';
import type { Content } from '../content.ts';

export interface ReadContext {
  readonly budget: Budget;
  /** False where a caller does not want the layout engine run (measurements; a server configured without it). */
  readonly paginate: boolean;
  /** Pages that may be read from pixels; left out, the usual number. */
  readonly ocrPages?: number;
}

/**
 * One format's way from bytes to content. A file that cannot be read is thrown as Unreadable with its reason; any other
 * exception is a bug, and the pipeline reports it as PARSER_FAILED.
 */
export interface Reader {
  readonly format: Format;
  read(bytes: Buffer, context: ReadContext): Promise<Content>;
}
