import { describe, expect, it } from 'vitest';
import type { AnswerResponse } from '../../../contract/answer.ts';
import type { Citation } from '../../../model/evidence.ts';
import type { PaintedPage, Painting } from '../../../service/painted-pages.ts';
import { viewPage } from './view-page.ts';

const cited = (more: Partial<Citation> = {}): Citation => ({
  chunk_id: 'c1',
  doc_id: `sha256:${'0'.repeat(64)}`,
  filename: '지침.pdf',
  path: ['지침', '제3조'],
  outline: [],
  anchors: [{ page: 2, bbox: [72, 100, 300, 120], cell_range: null }],
  extractors: ['pdf'],
  quote: '수수료는 1,500원이다.',
  revisions: [],
  ...more,
});
const answered = (citations: Citation[], more: Partial<AnswerResponse> = {}): AnswerResponse => ({
  tenant: 't',
  question: '수수료는?',
  answered: true,
  reason: null,
  skipped: [],
  made_by: '발췌 (LLM 없음)',
  text: citations.map(({ quote }, at) => `${quote} [${at + 1}]`).join('\n'),
  citations,
  ...more,
});
const painted = (marks: PaintedPage['marks']): PaintedPage => ({
  filename: '지침.pdf',
  page: 2,
  width: 595,
  height: 842,
  png: Buffer.from('png'),
  marks,
});
const nothing: Painting = { pages: [], notPainted: new Map() };
const count = (text: string, word: string) => text.split(word).length - 1;

describe('the page that circulates alone', () => {
  it('draws a page once, with the marks of all its citations in the page’s own units', () => {
    const box: [number, number, number, number] = [72, 100, 300, 120];
    const pages = [
      painted([
        { citation: 1, box },
        { citation: 2, box },
      ]),
    ];
    const text = viewPage(answered([cited(), cited({ quote: '다른 줄' })]), { pages, notPainted: new Map() });
    expect(count(text, '<figure')).toBe(1);
    expect(text).toContain('viewBox="0 0 595 842"');
    expect(text).toContain('<rect class="mark" data-n="1 2" x="72" y="100" width="228" height="20"/>');
    expect(text).toContain('>1·2</text>');
    expect(text).toContain('href="#p1"');
  });

  it('says why nothing is painted', () => {
    const text = viewPage(answered([cited({ filename: '지침.hwpx' })]), { pages: [], notPainted: new Map([[1, 'NO_BOX']]) });
    expect(text).toContain('쪽 그림과 좌표가 들어 있지 않아');
    expect(text).toContain('2쪽 · 지침 &gt; 제3조');
  });

  it('names what could not be read above the answer', () => {
    const skipped = [
      { filename: '잠긴.hwp', readable: false as const, reason: 'DRM_ENCRYPTED' as const, reason_text: '해제해 주세요.' },
    ];
    const text = viewPage(answered([cited()], { skipped }), nothing);
    expect(text.indexOf('잠긴.hwp')).toBeGreaterThan(0);
    expect(text.indexOf('잠긴.hwp')).toBeLessThan(text.indexOf('class="answer"'));
    expect(text).toContain('포함되지 않았습니다');
  });

  it('shows what a comparison table says, and nothing as markup', () => {
    const revision = { kind: 'deleted' as const, label: '제4조', current: '<b>현행</b>', revised: '' };
    const text = viewPage(
      answered([cited({ quote: '<script>1</script>', revisions: [revision] })], { question: '"><img src=x>' }),
      nothing,
    );
    expect(text).toContain('삭제: 제4조');
    expect(text).toContain('&lt;b&gt;현행&lt;/b&gt;');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<img');
  });

  it('tells an unanswered question as such', () => {
    const text = viewPage(answered([], { answered: false, reason: 'NO_MATCH', text: '' }), nothing);
    expect(text).toContain('찾지 못했습니다');
    expect(text).not.toContain('<figure');
  });
});
