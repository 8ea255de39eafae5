import { createHash } from 'node:crypto';
import type { DrawnPage } from '../shared/page-image-file.ts';
import type { NotDrawn } from '../shared/reading-protocol.ts';
import { type Budget, LIMITS } from './container/budget.ts';
import { bundleMembers } from './formats/bundle/members.ts';
import { sniff } from './sniff/sniff.ts';
import { Unreadable } from './unreadable.ts';

export interface PageToDraw {
  readonly sha256: string;
  /** A document inside a bundle: its containers and its own name, joined by slashes. */
  readonly member?: string | undefined;
  readonly memberSha256?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly dpi: number;
}

/** A page as a picture, or why there is none. */
export async function drawPage(bytes: Buffer, wanted: PageToDraw, budget: Budget): Promise<DrawnPage | NotDrawn> {
  try {
    // The file may have been replaced since it was read: a picture of other bytes would prove nothing.
    if (digest(bytes) !== wanted.sha256) return 'CORRUPTED';
    const document = wanted.member === undefined ? bytes : await memberOf(bytes, wanted.member, wanted.memberSha256, budget);
    if (document === null) return 'MEMBER_NOT_FOUND';
    const { format } = await sniff(document, budget);
    if (format === 'pdf') return await (await import('./formats/pdf/page-png.ts')).drawPdfPage(document, wanted.page, wanted.dpi);
    const { drawImagePage, isImage } = await import('./formats/image/page-png.ts');
    return isImage(format) ? await drawImagePage(document, format, wanted.page, wanted.dpi) : 'FORMAT_HAS_NO_PAGES';
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

/** Of members with one name the one with the digest, else the first. */
async function memberOf(
  bytes: Buffer,
  member: string,
  sha256: string | undefined,
  budget: Budget,
  depth = 0,
): Promise<Buffer | null> {
  if (depth >= LIMITS.nesting) return null;
  for (const { path, bytes: inflate } of await bundleMembers(bytes, budget)) {
    if (path === member) {
      const found = inflate();
      if (sha256 === undefined || digest(found) === sha256) return found;
    } else if (member.startsWith(`${path}/`)) {
      const inner = inflate();
      if ((await sniff(inner, budget)).format !== 'zip') continue;
      const found = await memberOf(inner, member.slice(path.length + 1), sha256, budget, depth + 1);
      if (found !== null) return found;
    }
  }
  return null;
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
