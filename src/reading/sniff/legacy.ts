/** Kinds of file that are recognised and not read, each with the format to save it as. */
export const LEGACY_TEXTS = {
  xls: '옛 엑셀 형식(.xls)은 읽지 않습니다. 엑셀에서 .xlsx로 저장한 뒤 올려 주세요.',
  xlsb: '이진 엑셀 형식(.xlsb)은 읽지 않습니다. 엑셀에서 .xlsx로 저장한 뒤 올려 주세요.',
  doc: '옛 워드 형식(.doc)은 읽지 않습니다. 워드에서 .docx로 저장한 뒤 올려 주세요.',
  ppt: '옛 파워포인트 형식(.ppt)은 읽지 않습니다. .pdf로 저장한 뒤 올려 주세요.',
  pptx: '파워포인트 형식(.pptx)은 읽지 않습니다. .pdf로 저장한 뒤 올려 주세요.',
  odf: '오픈도큐먼트 형식(.odt, .ods, .odp)은 읽지 않습니다. .docx, .xlsx 또는 .pdf로 저장한 뒤 올려 주세요.',
  rtf: '서식 있는 텍스트(.rtf)는 읽지 않습니다. .docx로 저장한 뒤 올려 주세요.',
  hml: '한글 XML 형식(.hml)은 읽지 않습니다. 한글에서 .hwpx로 저장한 뒤 올려 주세요.',
  oldHwp: '한글 2.x 이하의 옛 형식은 읽지 않습니다. 한글에서 .hwpx로 저장한 뒤 올려 주세요.',
  archive: '이 압축 형식(.7z, .rar, .gz 등)은 풀지 않습니다. .zip으로 다시 압축해 올려 주세요.',
  html: '웹 문서(.html)는 읽지 않습니다. .pdf로 저장한 뒤 올려 주세요.',
  ole: '알 수 없는 복합 문서입니다. 만든 프로그램에서 .hwpx, .docx, .xlsx 또는 .pdf로 저장한 뒤 올려 주세요.',
  text: '일반 텍스트 파일은 읽지 않습니다. .docx 또는 .pdf로 저장한 뒤 올려 주세요.',
  unknown:
    '알 수 없는 형식이거나 앞부분이 손상된 파일입니다. 원본을 확인하고 .hwpx, .docx, .xlsx 또는 .pdf로 저장한 뒤 올려 주세요.',
} as const;

export type LegacyKind = keyof typeof LEGACY_TEXTS;
