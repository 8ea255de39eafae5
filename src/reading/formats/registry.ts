import type { Format } from '../../model/formats.ts';
import type { Reader } from './reader.ts';

/** Readers are loaded when their format first appears: a child that reads hwpx all day never loads the others. */
const READERS: Partial<Record<Format, () => Promise<Reader>>> = {
  hwpx: async () => (await import('./hwpx/reader.ts')).hwpxReader,
  hwp: async () => (await import('./hwp/reader.ts')).hwpReader,
  docx: async () => (await import('./docx/reader.ts')).docxReader,
  xlsx: async () => (await import('./xlsx/reader.ts')).xlsxReader,
};

export async function readerFor(format: Format): Promise<Reader | undefined> {
  return READERS[format]?.();
}
