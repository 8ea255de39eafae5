import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractLines } from '../../src/evidence/extract/extract.ts';
import { linesOf } from '../../src/evidence/extract/lines.ts';
import { analyseQuestion } from '../../src/evidence/extract/question.ts';
import { revisionsOf } from '../../src/evidence/revisions.ts';
import type { Hit } from '../../src/model/evidence.ts';
import type { Revision } from '../../src/model/structure.ts';
import { chunkTokens, queryTerms } from '../../src/search/analysis/analyzer.ts';
import { madeHit, madeHits, RUNS } from './made-hits.ts';

/** The collection that these chunks alone would be. */
function collectionOf(question: string, hits: readonly Hit[], chunks = 1000) {
  const seen = hits.map((hit) => new Set(chunkTokens(hit)));
  const frequencies = new Map(queryTerms(question).map((term) => [term, seen.filter((tokens) => tokens.has(term)).length]));
  return { chunks, frequencies };
}

const extract = (question: string, hits: readonly Hit[]) => extractLines(question, hits, collectionOf(question, hits));
const fee = madeHit(
  '① 수수료는 문서 1건당 1,500원으로 한다.\n② 감면 대상은 별표와 같다.\n이의신청은 통지를 받은 날부터 30일 이내에 서면으로 한다.',
);
const table = madeHit('구분\t예산액\n도서관 운영\t48,200\n공원 관리\t12,000', {
  kind: 'table',
  path: ['2026년 예산', '단위 천원'],
});

describe('an extract', () => {
  it('is the line that answers, verbatim', () => {
    expect(extract('문서 1건당 수수료는 얼마입니까?', [fee, table]).lines[0]?.quote).toBe(
      '① 수수료는 문서 1건당 1,500원으로 한다.',
    );
    expect(extract('이의신청은 며칠 이내에 합니까?', [table, fee]).lines[0]?.quote).toContain('30일');
  });

  it('is a row of a table as it stands, whose header is told by the path', () => {
    const [line] = extract('도서관 운영 예산은 얼마인가', [table]).lines;
    expect(line).toMatchObject({ quote: '도서관 운영\t48,200', hit: { path: ['2026년 예산', '단위 천원'] } });
  });

  it('is none where the words are there and the answer is not', () => {
    const plan = madeHit('비상조치 훈련에 모든 부서가 참가한다. 인원은 부서별로 정한다.', {
      path: ['마포소방서 비상조치 훈련 계획'],
    });
    expect(extract('마포소방서 비상조치 훈련에 참가한 인원은 몇 명인가?', [plan]).lines).toEqual([]);
  });

  it('is none where it is about another quarter, round or time', () => {
    const second = madeHit('2025년 2분기 해외직접투자액은 141.5억 달러이다.', { path: ['해외직접투자 동향'] });
    expect(extract('2025년 2분기 해외직접투자액은 얼마였나?', [second]).lines).toHaveLength(1);
    expect(extract('2025년 3분기 해외직접투자액은 얼마였나?', [second]).lines).toEqual([]);
  });

  it('may come from a chunk that does not name the round again, where another of the same file does', () => {
    const notice = madeHit('제6기 정책단 모집 안내: 지난 모집인원은 65명이었다.', {
      filename: '공고.hwpx',
      path: ['정책단 모집 공고'],
    });
    const number = madeHit('정책단 모집인원 : 70명', { filename: '공고.hwpx', path: ['정책단 모집 공고'] });
    const quotes = (hits: Hit[]) => extract('6기 정책단 모집인원은 몇 명인가?', hits).lines.map(({ quote }) => quote);
    expect(quotes([notice, number])).toContain('정책단 모집인원 : 70명');
    expect(quotes([notice, { ...number, filename: '다른 공고.hwpx' }])).not.toContain('정책단 모집인원 : 70명');
  });

  it('is none where next to nothing of the question is there', () => {
    expect(extract('전기차를 사면 받는 국고보조금은 올해 최대 얼마지?', [madeHit('올해 예산은 1,000원이다.')]).lines).toEqual([]);
  });

  it('tells the same line of two files once', () => {
    const twin = madeHit(fee.text);
    const quotes = extract('문서 1건당 수수료는 얼마입니까?', [fee, twin]).lines.map(({ quote }) => quote);
    expect(new Set(quotes).size).toBe(quotes.length);
  });

  it('has nothing to say to a question of no words', () => {
    expect(extract('?', [fee]).lines).toEqual([]);
  });

  it('quotes one line of its chunk, character for character, whatever the chunks', { timeout: 900_000 }, () => {
    fc.assert(
      fc.property(madeHits, fc.nat(), (hits, seed) => {
        const words = hits.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '');
        const question = [0, 7, 13, 29].map((step) => words[(seed + step) % words.length]).join(' ');
        const { lines } = extractLines(question, hits, collectionOf(question, hits), { threshold: 0, most: 8 });
        for (const { hit, quote } of lines) {
          expect(hit.text).toContain(quote);
          expect(quote).not.toContain('\n');
          expect(quote.trim()).not.toBe('');
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the lines of a chunk', () => {
  it('are its lines without the space around them, and the sentences of a long one', () => {
    const long = `${'이것은 긴 줄의 첫 문장이다. '.repeat(20)}끝.`;
    expect(
      linesOf(`  가\n\n나\t다 \n${long}`)
        .map(({ text }) => text)
        .slice(0, 3),
    ).toEqual(['가', '나\t다', '이것은 긴 줄의 첫 문장이다.']);
  });
});

describe('the words of a question', () => {
  const weights = (question: string, frequencies: [string, number][]) =>
    analyseQuestion(question, { chunks: 1000, frequencies: new Map(frequencies) }).words.map(({ weight }) => weight);

  it('weigh more the rarer they are', () => {
    const [rare = 0, common = 0] = weights('도서관 예산', [
      ['=도서관', 2],
      ['=예산', 500],
    ]);
    expect(rare).toBeGreaterThan(common);
  });

  it('are without those that only ask', () => {
    expect(weights('얼마 무엇', [])).toEqual([]);
    expect(weights('What is the budget', [])).toHaveLength(1);
  });
});

describe('the revisions of a quoted line', () => {
  const revision = (kind: Revision['kind'], label: string, current: string, revised: string): Revision => ({
    kind,
    label,
    current,
    revised,
  });
  const revisions = [
    revision(
      'amended',
      '제3조',
      '제3조(기안) ① 문서의 기안은 전자문서로 한다.',
      '제3조(기안) ① ------. 다만, 종이문서로 할 수 있다.',
    ),
    revision('added', '제3조의2', '<신 설>', '제3조의2(전자서명) 전자문서에는 행정전자서명을 하여야 한다.'),
    revision('deleted', '제5조', '제5조(열람) 문서의 열람은 서면으로 신청한다.', '<삭 제>'),
    revision('unchanged', '제6조', '제6조(보존) (생 략)', '제6조(보존) (현행과 같음)'),
  ];
  const labels = (quote: string, path: string[] = []) => revisionsOf(quote, path, revisions).map(({ label }) => label);

  it('are those of its row, of its text and of the article that it begins', () => {
    expect(labels('제5조(열람) 문서의 열람은 서면으로 신청한다.\t<삭 제>')).toEqual(['제5조']);
    expect(labels('전자문서에는 행정전자서명을 하여야 한다.')).toEqual(['제3조의2']);
    expect(labels('제3조(기안) 기안은 이렇게 한다.')).toEqual(['제3조']);
    expect(labels('서면으로 신청할 수 있다.', ['규정', '제5조(열람)'])).toEqual(['제5조']);
  });

  it('are none for another line, a piece that stands everywhere, or an article that stays', () => {
    expect(labels('제4조(보존기간) 10년으로 한다.')).toEqual([]);
    expect(labels('<신 설>')).toEqual([]);
    expect(labels('한다.')).toEqual([]);
    expect(labels('제6조에 따른다.', ['제6조(보존)'])).toEqual([]);
  });
});
