import type { Format } from '../../model/formats.ts';
import type { Budget } from '../container/budget.ts';
import { CFB_MAGIC } from '../container/cfb.ts';
import { Unreadable } from '../unreadable.ts';
import { sniffCfb } from './cfb-kind.ts';
import { drmVendorOf } from './drm.ts';
import type { LegacyKind } from './legacy.ts';
import type { Sniffed } from './sniffed.ts';
import { sniffZip } from './zip-kind.ts';

/** Where in a file a PDF header may stand: writers put up to a kilobyte before it (ISO 32000-1 annex H.3.4.1). */
const PDF_HEADER_WITHIN = 1024;

/** Content decides; a name is never looked at. Throws Unreadable for EMPTY, DRM and encrypted containers. */
export async function sniff(bytes: Buffer, budget: Budget): Promise<Sniffed> {
  if (bytes.length === 0) throw new Unreadable('EMPTY');
  const vendor = drmVendorOf(bytes);
  if (vendor) throw new Unreadable('DRM_ENCRYPTED', { drmVendor: vendor });
  if (starts(bytes, CFB_MAGIC)) return sniffCfb(bytes);
  if (starts(bytes, 'PK\x03\x04') || starts(bytes, 'PK\x05\x06') || starts(bytes, 'PK\x07\x08')) return sniffZip(bytes, budget);
  for (const [magic, format] of MAGICS) if (starts(bytes, magic)) return { format };
  if (starts(bytes, 'HWP Document File V3')) return { format: 'hwp', version: 'hwp3' };
  if (starts(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP') return { format: 'webp' };
  if (bytes.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return { format: 'pdf' };
  return { format: 'unknown', legacy: legacyKind(bytes) };
}

const MAGICS: readonly (readonly [Buffer | string, Exclude<Format, 'unknown'>])[] = [
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['II+\0', 'tiff'],
  ['MM\0+', 'tiff'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['BM', 'bmp'],
];

function legacyKind(bytes: Buffer): LegacyKind {
  if (starts(bytes, 'HWP Document File V')) return 'oldHwp';
  if (starts(bytes, '{\\rtf')) return 'rtf';
  if (
    starts(bytes, '7z\xbc\xaf\x27\x1c') ||
    starts(bytes, 'Rar!') ||
    starts(bytes, '\x1f\x8b') ||
    starts(bytes, 'BZh') ||
    starts(bytes, '\xfd7zXZ')
  )
    return 'archive';
  const head = bytes.subarray(0, 4096);
  const text = (head[0] === 0xff && head[1] === 0xfe ? head.toString('utf16le') : head.toString('latin1')).toLowerCase();
  if (text.includes('<hwpml')) return 'hml';
  if (text.includes('<!doctype html') || text.includes('<html')) return 'html';
  return looksLikeText(head) ? 'text' : 'unknown';
}

/** No control byte below TAB..CR in the first bytes: what every text encoding but UTF-16 gives. */
function looksLikeText(head: Buffer): boolean {
  for (const byte of head) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) return false;
  return true;
}

function starts(bytes: Buffer, magic: Buffer | string): boolean {
  const wanted = typeof magic === 'string' ? Buffer.from(magic, 'latin1') : magic;
  return bytes.subarray(0, wanted.length).equals(wanted);
}
