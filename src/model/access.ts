import { z } from 'zod';

/** Why a document could not be read. The codes are the contract; the wording is for people and says what to do. */
export const REASON_TEXTS = {
  EMPTY: '내용이 없는 파일입니다. 원본을 다시 받아 올려 주세요.',
  DRM_ENCRYPTED: 'DRM(문서 보안)으로 암호화된 파일입니다. 보안 프로그램에서 암호화를 해제한 뒤 다시 저장하여 올려 주세요.',
  PASSWORD_PROTECTED: '암호가 걸린 파일입니다. 암호를 풀어 저장한 뒤 다시 올려 주세요.',
  CORRUPTED: '파일이 손상되어 열 수 없습니다. 원본 프로그램에서 열어 다시 저장한 뒤 올려 주세요.',
  UNSUPPORTED_FORMAT: '읽지 않는 형식입니다. hwpx, docx, xlsx 또는 pdf로 저장한 뒤 올려 주세요.',
  NO_TEXT: '쪽은 열렸지만 글자를 찾지 못했습니다. 더 선명하게 스캔한 파일이나 글자가 든 원본을 올려 주세요.',
  OCR_UNAVAILABLE:
    '글자가 그림으로만 들어 있는데 이 서버에는 OCR 엔진이 없습니다. 관리자에게 OCR 설치를 요청하거나 글자가 든 원본을 올려 주세요.',
  LIMIT_EXCEEDED: '풀었을 때의 크기나 쪽·칸·항목 수가 한도를 넘는 파일입니다. 파일을 나누어 올려 주세요.',
  TIMEOUT: '읽는 시간이 한도를 넘었습니다. 파일을 나누어 올리거나 관리자에게 시간 한도를 늘려 달라고 요청해 주세요.',
  PARSER_FAILED: '읽는 프로그램이 이 파일에서 멈췄습니다. 다른 형식으로 저장해 올리고, 이 파일을 관리자에게 알려 주세요.',
} as const;

export type Reason = keyof typeof REASON_TEXTS;
export const REASONS = Object.keys(REASON_TEXTS) as [Reason, ...Reason[]];
export const ReasonSchema = z.enum(REASONS).meta({ id: 'Reason' });

export const AccessSchema = z
  .object({
    readable: z.boolean(),
    drm: z.boolean(),
    drm_vendor: z.string().nullable(),
    password_protected: z.boolean(),
    reason: ReasonSchema.nullable(),
    reason_text: z
      .string()
      .optional()
      .meta({ description: 'Korean wording of `reason` with what to do; only where the file was not read' }),
  })
  .meta({ id: 'Access' });
export type Access = z.infer<typeof AccessSchema>;

export const READABLE: Access = {
  readable: true,
  drm: false,
  drm_vendor: null,
  password_protected: false,
  reason: null,
};

/** `text` replaces the general wording where more is known (the format to save as, which limit was passed). */
export function unreadableAccess(reason: Reason, detail: { drm_vendor?: string | null; text?: string } = {}): Access {
  return {
    readable: false,
    drm: reason === 'DRM_ENCRYPTED',
    drm_vendor: detail.drm_vendor ?? null,
    password_protected: reason === 'PASSWORD_PROTECTED',
    reason,
    reason_text: detail.text ?? REASON_TEXTS[reason],
  };
}
