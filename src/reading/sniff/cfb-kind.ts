import { CfbFile } from '../container/cfb.ts';
import { Unreadable } from '../unreadable.ts';
import type { Sniffed } from './sniffed.ts';

const HWP_SIGNATURE = 'HWP Document File';

/** Which of the formats that share the compound-file container this is. */
export function sniffCfb(bytes: Buffer): Sniffed {
  const file = new CfbFile(bytes);
  if (file.has('FileHeader')) {
    if (file.read('FileHeader')?.toString('latin1', 0, HWP_SIGNATURE.length) === HWP_SIGNATURE) return { format: 'hwp' };
  }
  if (
    file.streams.some((stream) => stream.path.includes('DRMEncryptedDataSpace') || stream.path.includes('DRMEncryptedTransform'))
  ) {
    throw new Unreadable('DRM_ENCRYPTED', { drmVendor: 'Microsoft RMS' });
  }
  if (file.has('EncryptedPackage') || file.has('EncryptionInfo')) throw new Unreadable('PASSWORD_PROTECTED');
  if (file.has('Workbook') || file.has('Book')) return { format: 'unknown', legacy: 'xls' };
  if (file.has('WordDocument')) return { format: 'unknown', legacy: 'doc' };
  if (file.has('PowerPoint Document') || file.has('Pictures')) return { format: 'unknown', legacy: 'ppt' };
  // A directory that lists nothing was cut off, not made so.
  if (file.streams.length === 0) throw new Unreadable('CORRUPTED');
  return { format: 'unknown', legacy: 'ole' };
}
