import type { Format } from '../model/formats.ts';
import { type Warning, warning } from '../model/warning.ts';

/** What a name's ending claims; null is a kind that is not among the formats we tell apart. */
const CLAIMS = new Map<string, Format | null>([
  ...claims('hwpx', 'hwpx', 'hwtx', 'owpml'),
  ...claims('hwp', 'hwp', 'hwt'),
  ...claims('docx', 'docx', 'docm', 'dotx', 'dotm'),
  ...claims('xlsx', 'xlsx', 'xlsm', 'xltx', 'xltm'),
  ...claims('pdf', 'pdf'),
  ...claims('zip', 'zip'),
  ...claims('png', 'png'),
  ...claims('jpeg', 'jpg', 'jpeg', 'jpe', 'jfif'),
  ...claims('tiff', 'tif', 'tiff'),
  ...claims('bmp', 'bmp', 'dib'),
  ...claims('webp', 'webp'),
  ...claims('gif', 'gif'),
  ...claims(
    null,
    'doc',
    'dot',
    'xls',
    'xlsb',
    'ppt',
    'pptx',
    'pps',
    'ppsx',
    'rtf',
    'odt',
    'ods',
    'odp',
    'hml',
    'hwpml',
    'cell',
    'show',
  ),
  ...claims(null, 'txt', 'csv', 'tsv', 'md', 'htm', 'html', 'mht', 'xml', 'json', 'eml', 'msg', 'ps', 'svg', 'heic'),
  ...claims(null, '7z', 'rar', 'alz', 'egg', 'tar', 'gz', 'tgz', 'exe', 'mp3', 'mp4'),
]);

/**
 * The content decided the format; a name that claims another is worth a word. A name without an ending claims nothing,
 * nor does one that ends in something else than a kind of file (`계획 제1.2안`, `보고.최종`).
 */
export function extensionWarning(filename: string, format: Format): Warning | null {
  if (format === 'unknown') return null;
  const ending = /[^/\\]\.([0-9A-Za-z]{1,5})$/.exec(filename)?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  const claimed = CLAIMS.get(ending);
  if (claimed === undefined || claimed === format) return null;
  return warning('EXTENSION_MISMATCH', { text: `파일 이름의 확장자(.${ending})가 실제 형식(${format})과 다릅니다.` });
}

function claims(format: Format | null, ...endings: string[]): [string, Format | null][] {
  return endings.map((ending) => [ending, format]);
}
