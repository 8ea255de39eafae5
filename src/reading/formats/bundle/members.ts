import type { Budget } from '../../container/budget.ts';
import { openZip, type ZipArchive, type ZipEntry } from '../../container/zip.ts';
import { Unreadable } from '../../unreadable.ts';

/** A bundle with more documents than this is refused whole: half a listing would pass for a whole one. */
const MAX_MEMBERS = 2000;

export interface Member {
  /** Path inside the bundle as a listing shows it; never one to write to. */
  readonly path: string;
  /** Inflated when asked for. Throws Unreadable: PASSWORD_PROTECTED, CORRUPTED, LIMIT_EXCEEDED… */
  bytes(): Buffer;
}

/** The documents of a zip bundle, in the archive's order. */
export async function bundleMembers(bytes: Buffer, budget: Budget): Promise<Member[]> {
  const zip = await openZip(bytes, budget);
  const entries = zip.entries.filter((entry) => !entry.directory && !isSystemLitter(entry.name));
  if (entries.length === 0) throw new Unreadable('EMPTY', { text: '압축 파일 안에 문서가 없습니다.' });
  if (entries.length > MAX_MEMBERS)
    throw new Unreadable('LIMIT_EXCEEDED', { text: `압축 파일 안의 문서가 ${MAX_MEMBERS}개를 넘습니다. 나누어 올려 주세요.` });
  return entries.map((entry) => ({ path: safePath(entry.name), bytes: () => memberBytes(zip, entry) }));
}

function memberBytes(zip: ZipArchive, entry: ZipEntry): Buffer {
  if (entry.symbolicLink)
    throw new Unreadable('UNSUPPORTED_FORMAT', { text: '다른 파일을 가리키는 바로가기(심볼릭 링크)는 따라가지 않습니다.' });
  return zip.read(entry);
}

/** What operating systems leave in archives and no person put there. */
function isSystemLitter(name: string): boolean {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return name.startsWith('__MACOSX/') || last === '.DS_Store' || last === 'Thumbs.db' || last === 'desktop.ini';
}

/** Climbing, absolute and drive parts removed; control characters dropped. */
function safePath(name: string): string {
  const parts = name
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[A-Za-z]:$/.test(part));
  return parts.join('/') || '이름 없음';
}
