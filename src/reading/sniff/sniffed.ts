import type { Format } from '../../model/formats.ts';
import type { LegacyKind } from './legacy.ts';

/** What the bytes are. A file that is known but not read carries its kind, so that the advice can name it. */
export type Sniffed =
  | { readonly format: Exclude<Format, 'unknown'>; readonly version?: 'hwp3' }
  | { readonly format: 'unknown'; readonly legacy: LegacyKind };
