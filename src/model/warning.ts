import { z } from 'zod';

/** What a person should look at once although the document was read. Also the review codes of a listing. */
export const WARNING_TEXTS = {
  LAYOUT_ANALYSIS_SKIPPED: '배치를 분석하지 못해 표와 글의 순서가 원본과 다를 수 있습니다.',
  TABLE_GRID_UNCERTAIN: '표의 칸 나눔이 확실하지 않습니다. 원본과 비교해 주세요.',
  OUTLINE_UNCERTAIN: '제목과 조항의 단계가 확실하지 않습니다.',
  OCR_LOW_CONFIDENCE: '그림에서 읽은 글자 중 확신이 낮은 부분이 있습니다.',
  TEXT_LAYER_SUSPECT: '문서에 든 글자 정보가 화면에 보이는 글자와 다릅니다.',
  PAGES_ESTIMATED: '쪽 번호가 추정값입니다. 문서에 저장된 줄 배치가 없거나 모자랍니다.',
  PAGES_UNKNOWN: '문서에 쪽 정보가 없어 모든 내용을 1쪽으로 적었습니다.',
  PARTIAL_READ: '일부만 읽었습니다. 읽지 못한 부분이 있습니다.',
  DISTRIBUTION_ONLY: '배포용(보기 전용) 문서입니다.',
  EXTENSION_MISMATCH: '파일 이름의 확장자가 실제 형식과 다릅니다.',
  TRACKED_CHANGES: '변경 추적이 들어 있는 문서입니다. 지워진 것으로 표시된 글은 뺐습니다.',
  HIDDEN_CONTENT: '화면에 보이지 않는 내용이 들어 있습니다.',
} as const;

export type WarningCode = keyof typeof WARNING_TEXTS;
export const WARNING_CODES = Object.keys(WARNING_TEXTS) as [WarningCode, ...WarningCode[]];
export const WarningCodeSchema = z.enum(WARNING_CODES).meta({ id: 'WarningCode' });

export const WarningSchema = z
  .object({
    code: WarningCodeSchema,
    text: z.string(),
    page: z.int().min(1).nullable(),
    block: z.string().nullable(),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof WarningSchema>;

/** `text` replaces the general wording where more is known. */
export function warning(code: WarningCode, at: { text?: string; page?: number | null; block?: string | null } = {}): Warning {
  return { code, text: at.text ?? WARNING_TEXTS[code], page: at.page ?? null, block: at.block ?? null };
}
