import type { Budget } from '../container/budget.ts';
import { openZip, type ZipArchive } from '../container/zip.ts';
import type { Sniffed } from './sniffed.ts';

const HWPX_MIME = 'application/hwp+zip';
/** Types and the mimetype file are small; a larger one is not worth inflating to learn a format. */
const MAX_TYPES_BYTES = 4 * 1024 * 1024;

/** Which of the formats that share the zip container this is; a zip that is none of them is a bundle. */
export async function sniffZip(bytes: Buffer, budget: Budget): Promise<Sniffed> {
  const zip = await openZip(bytes, budget);
  const mime = smallText(zip, 'mimetype')?.trim() ?? '';
  if (mime === HWPX_MIME || zip.find('Contents/content.hpf') || zip.find('Contents/section0.xml')) return { format: 'hwpx' };
  if (mime.startsWith('application/vnd.oasis.opendocument')) return { format: 'unknown', legacy: 'odf' };
  const types = smallText(zip, '[Content_Types].xml');
  if (types !== undefined) {
    if (
      types.includes('wordprocessingml.document.main') ||
      types.includes('ms-word.document') ||
      types.includes('wordprocessingml.template.main')
    )
      return { format: 'docx' };
    if (
      types.includes('spreadsheetml.sheet.main') ||
      types.includes('ms-excel.sheet.macroEnabled.main') ||
      types.includes('spreadsheetml.template.main')
    )
      return { format: 'xlsx' };
    if (types.includes('ms-excel.sheet.binary')) return { format: 'unknown', legacy: 'xlsb' };
    if (types.includes('presentationml')) return { format: 'unknown', legacy: 'pptx' };
    if (zip.find('word/document.xml')) return { format: 'docx' };
    if (zip.find('xl/workbook.xml')) return { format: 'xlsx' };
  }
  return { format: 'zip' };
}

function smallText(zip: ZipArchive, name: string): string | undefined {
  const entry = zip.find(name);
  if (!entry || entry.encrypted || entry.packedBytes > MAX_TYPES_BYTES || entry.claimedBytes > MAX_TYPES_BYTES) return undefined;
  try {
    return zip.read(entry).toString('latin1');
  } catch {
    // Damaged where only the format was asked: the reader that opens it will say so.
    return '';
  }
}
