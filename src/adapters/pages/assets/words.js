/** Wording of the scripts, Korean and English side by side. */
const english = document.documentElement.lang === 'en';

export const say = (korean, inEnglish) => (english ? inEnglish : korean);

const numbers = new Intl.NumberFormat(english ? 'en' : 'ko');
export const number = (value) => numbers.format(value);
export const percent = (share) => `${Math.round(share * 100)}%`;

export function bytes(size) {
  if (size < 1024) return `${size} B`;
  if (size < 1024 * 1024) return `${number(Math.round(size / 102.4) / 10)} KB`;
  return `${number(Math.round(size / 104857.6) / 10)} MB`;
}

export function seconds(ms) {
  if (ms < 50) return say('0.1초 미만', 'under 0.1 s');
  const rounded = number(Math.round(ms / 100) / 10);
  return say(`${rounded}초`, `${rounded} s`);
}

/** `3쪽`, `2~4쪽`, with the cells of a spreadsheet where there are any. */
export function place(anchors) {
  const pages = anchors.map(({ page }) => page);
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  const where = first === last ? say(`${first}쪽`, `page ${first}`) : say(`${first}~${last}쪽`, `pages ${first}–${last}`);
  const cells = [...new Set(anchors.map(({ cell_range }) => cell_range).filter((range) => range !== null))];
  return cells.length > 0 ? `${where} · ${cells.slice(0, 4).join(', ')}` : where;
}

const BLOCKS = {
  title: ['제목', 'Title'],
  heading: ['소제목', 'Heading'],
  paragraph: ['문단', 'Paragraph'],
  list_item: ['항목', 'List item'],
  table: ['표', 'Table'],
  caption: ['설명글', 'Caption'],
  footnote: ['각주', 'Footnote'],
  endnote: ['미주', 'Endnote'],
  header: ['머리말', 'Page header'],
  footer: ['꼬리말', 'Page footer'],
  textbox: ['글상자', 'Text box'],
  equation: ['수식', 'Equation'],
  image: ['그림', 'Image'],
  memo: ['메모', 'Memo'],
};
export const blockName = (type) => say(...(BLOCKS[type] ?? [type, type]));

/** The server words reasons and warnings in Korean; these are the same in English, by code. */
const IN_ENGLISH = {
  EMPTY: 'The file is empty. Get the original again.',
  DRM_ENCRYPTED: 'The file is encrypted by a document security product. Release it there, save it again and retry.',
  PASSWORD_PROTECTED: 'The file needs a password. Save it without one and retry.',
  CORRUPTED: 'The file is damaged. Open it in its own program, save it again and retry.',
  UNSUPPORTED_FORMAT: 'This format is not read. Save it as hwpx, docx, xlsx or pdf.',
  NO_TEXT: 'Pages were opened but hold no text. Try a sharper scan or the original with text.',
  OCR_UNAVAILABLE:
    'The text is only in pictures and this server has no OCR engine. Ask the administrator, or use the original with text.',
  LIMIT_EXCEEDED: 'The file is over a limit of size, pages, cells or entries. Split it.',
  TIMEOUT: 'Reading took longer than allowed. Split the file.',
  PARSER_FAILED: 'The reader stopped at this file. Save it in another format and tell the administrator.',
  LAYOUT_ANALYSIS_SKIPPED: 'The layout could not be analysed; order of tables and text may differ from the original.',
  TABLE_GRID_UNCERTAIN: 'The cells of a table are uncertain. Compare with the original.',
  OUTLINE_UNCERTAIN: 'Levels of headings and articles are uncertain.',
  OCR_LOW_CONFIDENCE: 'Some characters read from pictures are uncertain.',
  TEXT_LAYER_SUSPECT: 'The text stored in the document differs from what is shown.',
  PAGES_ESTIMATED: 'Page numbers are estimates: stored line positions are missing or incomplete.',
  PAGES_UNKNOWN: 'The document states no pages; everything is put down as page 1.',
  PARTIAL_READ: 'Only a part was read.',
  DISTRIBUTION_ONLY: 'A view-only document.',
  EXTENSION_MISMATCH: 'The extension of the name differs from the real format.',
  TRACKED_CHANGES: 'The document holds tracked changes; text marked as deleted was left out.',
  HIDDEN_CONTENT: 'The document holds content that is not shown.',
};

/** Wording of a reason or a warning for a person. */
export const wording = (code, korean) => (english ? (IN_ENGLISH[code] ?? korean) : korean);
