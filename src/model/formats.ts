import { z } from 'zod';

/** Every value of `source.format`; what a file is, decided by its content and never by its name. */
export const FORMATS = [
  'hwpx',
  'hwp',
  'docx',
  'pdf',
  'xlsx',
  'zip',
  'png',
  'jpeg',
  'tiff',
  'bmp',
  'webp',
  'gif',
  'unknown',
] as const;
export const FormatSchema = z.enum(FORMATS).meta({ id: 'Format' });
export type Format = z.infer<typeof FormatSchema>;

/** Names under which the ways of reading appear in `extractor`; only text read from pixels is `ocr`. */
export const EXTRACTORS = ['hwpx', 'hwp', 'docx', 'pdf', 'xlsx', 'ocr'] as const;
export const ExtractorSchema = z.enum(EXTRACTORS).meta({ id: 'Extractor' });
export type Extractor = z.infer<typeof ExtractorSchema>;
