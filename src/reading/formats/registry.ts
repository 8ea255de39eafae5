import type { Format } from '../../model/formats.ts';
import type { Reader } from './reader.ts';

/** Readers are loaded when their format first appears: a child that reads hwpx all day never loads the others. */
const READERS: Partial<Record<Format, () => Promise<Reader>>> = {
  hwpx: async () => (await import('./hwpx/reader.ts')).hwpxReader,
  hwp: async () => (await import('./hwp/reader.ts')).hwpReader,
  docx: async () => (await import('./docx/reader.ts')).docxReader,
  xlsx: async () => (await import('./xlsx/reader.ts')).xlsxReader,
  pdf: async () => (await import('./pdf/reader.ts')).pdfReader,
  png: async () => (await import('./image/reader.ts')).imageReaders.png,
  jpeg: async () => (await import('./image/reader.ts')).imageReaders.jpeg,
  tiff: async () => (await import('./image/reader.ts')).imageReaders.tiff,
  bmp: async () => (await import('./image/reader.ts')).imageReaders.bmp,
  webp: async () => (await import('./image/reader.ts')).imageReaders.webp,
  gif: async () => (await import('./image/reader.ts')).imageReaders.gif,
};

export async function readerFor(format: Format): Promise<Reader | undefined> {
  return READERS[format]?.();
}
