import { type Access, REASON_TEXTS, type Reason, unreadableAccess } from '../model/access.ts';
import type { ListingEntry, Skipped } from '../model/listing.ts';
import type { ReviewReason } from '../model/review.ts';
import type { Structure } from '../model/structure.ts';
import type { Warning } from '../model/warning.ts';
import type { IndexedDocument } from './ports.ts';

/** What the index keeps of a document for a listing: no name, no list of principals. */
type Info =
  | { readonly structure: Structure; readonly review: readonly ReviewReason[] }
  | { readonly reason: Reason; readonly text: string; readonly vendor?: string };

export function listingInfo(read: { access: Access; structure: Structure; warnings: readonly Warning[] }): string {
  const { access } = read;
  const info: Info = access.readable
    ? { structure: read.structure, review: reviewReasons(read.warnings) }
    : {
        reason: access.reason ?? 'PARSER_FAILED',
        text: access.reason_text ?? REASON_TEXTS[access.reason ?? 'PARSER_FAILED'],
        ...(access.drm_vendor ? { vendor: access.drm_vendor } : {}),
      };
  return JSON.stringify(info);
}

/** Of a file or folder that the server could not open; `code` is the system's. */
export function closedInfo(code: string): string {
  return listingInfo({
    access: unreadableAccess('PARSER_FAILED', { text: closedText(code) }),
    structure: {} as Structure,
    warnings: [],
  });
}

function closedText(code: string): string {
  const why = code === 'EACCES' || code === 'EPERM' ? '읽을 권한이 없습니다' : '저장소에서 읽는 중 오류가 났습니다';
  return `서버가 이 파일이나 폴더를 열 수 없습니다(${why}). 관리자에게 권한과 저장소를 확인해 달라고 요청해 주세요.`;
}

/** Why a document that was not read was not; null for one that was. */
export function reasonOf({ info }: IndexedDocument): Reason | null {
  // Reasons are told by the first field, so that a structure of many thousand sections need not be parsed.
  if (!info.startsWith('{"reason":')) return null;
  return (JSON.parse(info) as { reason: Reason }).reason;
}

export function skippedEntry(document: IndexedDocument): Skipped {
  const { reason, text, vendor } = JSON.parse(document.info) as Extract<Info, { reason: Reason }>;
  return {
    filename: document.name,
    readable: false,
    reason,
    reason_text: text,
    ...(vendor ? { drm_vendor: vendor } : {}),
  };
}

export function listingEntry(document: IndexedDocument): ListingEntry {
  const info = JSON.parse(document.info) as Info;
  if ('reason' in info) return { ...skippedEntry(document), doc_id: null, chunks: 0 };
  return {
    doc_id: document.docId,
    filename: document.name,
    readable: true,
    chunks: document.chunks,
    structure: info.structure,
    review: info.review.length > 0,
    review_reasons: [...info.review],
  };
}

/** Whether somebody should look at the document once; an unreadable one always. */
export function needsReview({ info }: IndexedDocument): boolean {
  return !info.endsWith(',"review":[]}');
}

/** Each code once, with the first wording that was given for it. */
function reviewReasons(warnings: readonly Warning[]): ReviewReason[] {
  const first = new Map<string, ReviewReason>();
  for (const { code, text } of warnings) if (!first.has(code)) first.set(code, { code, text });
  return [...first.values()];
}
