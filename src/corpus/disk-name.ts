import { isAccessRulesName } from '../shared/names.ts';

/*
 * A file system's names are bytes. We keep them as strings of one character a byte (latin1), so that a name that is no
 * UTF-8 is still one that can be opened, and turn them into text only to be listed.
 */

const UTF8 = new TextDecoder('utf-8', { fatal: true });
// WHATWG euc-kr is windows-949, in which old Korean systems and FTP servers write names.
const CP949 = new TextDecoder('euc-kr', { fatal: true });

/** What stands for characters that would make a name look like another or break a line; a listed name is never used as a path. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The listed form of a path below a tenant: NFC, `dir/name`. Two paths may have the same. */
export function listedName(path: string): string {
  return path.split('/').map(listedPart).join('/');
}

function listedPart(part: string): string {
  if (/^[ -~]*$/.test(part)) return part;
  return decoded(Buffer.from(part, 'latin1')).replace(INVISIBLE, '\ufffd').normalize('NFC');
}

function decoded(bytes: Buffer): string {
  for (const decoder of [UTF8, CP949]) {
    try {
      return decoder.decode(bytes);
    } catch {
      // Not this encoding: the next one is tried.
    }
  }
  return bytes.toString('latin1');
}

/** Whether an entry of a folder can be a document or hold some. What is hidden or a file of access rules never is. */
export function isListed(name: string): boolean {
  return !name.startsWith('.') && !isRulesName(name);
}

/** The file of access rules, in whatever case or width it is written. */
export function isRulesName(name: string): boolean {
  return isAccessRulesName(listedPart(name));
}

/** The bytes of a path below a directory that is known as text. */
export function diskPath(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(path === '' ? root : `${root}/`), Buffer.from(path, 'latin1')]);
}

/** The text of a path where it is UTF-8; null where only its bytes can name it. */
export function pathText(path: Buffer): string | null {
  try {
    return UTF8.decode(path);
  } catch {
    return null;
  }
}

/** The bytes of a name that is text. */
export function diskName(name: string): string {
  return Buffer.from(name).toString('latin1');
}
