import fc from 'fast-check';
import type { Hit } from '../../src/model/evidence.ts';

let made = 0;

/** A chunk as a search gives it. */
export function madeHit(text: string, more: Partial<Hit> = {}): Hit {
  const number = ++made;
  return {
    score: 10,
    found_by: 'lexical',
    chunk_id: `c${number}`,
    doc_id: `sha256:${String(number).padStart(64, '0')}`,
    filename: `문서 ${number}.hwpx`,
    kind: 'paragraph',
    text,
    path: ['정보공개 운영 지침', '제5조(수수료)'],
    outline: [],
    anchors: [{ page: 1, bbox: null, cell_range: null }],
    extractors: ['hwpx'],
    ...more,
  };
}

const WORDS = [
  '수수료는',
  '공사비는',
  '「정보공개법」',
  '제3조제2항에',
  '따라',
  '1건당',
  '가. 대상:',
  '신청한다.',
  '한다.',
  '[별표 1]',
  '[3]',
  '(2026. 7. 1.)',
  "'26년",
  '’27.3월',
  '※',
  '다만,',
  '총무과-17467',
  '02-2133-4266',
  '\t',
  '\n',
  '\n\n',
  '48.9%',
  '3억',
  '１２，０００원',
  '2026.12.31.',
  '10,20,30',
  'ISO9001',
  '…',
  '“그렇다.”',
  '"인용',
  '🙂',
  '한'.normalize('NFD'),
];
const amount = fc.integer({ min: 10, max: 99_999_999 }).map((number) => `${number.toLocaleString('en-US')}원`);

/** Text as documents have it, and worse. */
export const madeText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: amount },
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { minLength: 1, maxLength: 60 },
  )
  .map((words) => `본문 ${words.join(' ')}`);

export const madeHits: fc.Arbitrary<Hit[]> = fc.array(
  madeText.map((text) => madeHit(text)),
  { minLength: 1, maxLength: 8 },
);

/** 200 in CI, 10,000 at night. */
export const RUNS = process.env.GEUNGEO_NIGHTLY ? 10_000 : 200;
