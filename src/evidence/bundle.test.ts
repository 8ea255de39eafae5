import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hit } from '../model/evidence.ts';
import { headerOf, packBundle } from './bundle.ts';
import { cutText, lengthOf } from './cut.ts';
import { numbersIn } from './numbers.ts';

let number = 0;
function hit(text: string, more: Partial<Hit> = {}): Hit {
  return {
    score: 1,
    found_by: 'lexical',
    chunk_id: `c${++number}`,
    doc_id: `sha256:${'0'.repeat(64)}`,
    filename: 'a.hwp',
    kind: 'paragraph',
    text,
    path: ['제목', '제1조'],
    outline: [],
    anchors: [{ page: 2, bbox: null, cell_range: null }],
    extractors: ['hwp'],
    ...more,
  };
}

describe('a bundle', () => {
  it('is a header line and the text for each source, parted by a blank line', () => {
    const { context, used, truncated, sources } = packBundle([hit('하나'), hit('둘')], 4000);
    expect(context).toBe('[1] a.hwp · 2쪽 · 제목 > 제1조\n하나\n\n[2] a.hwp · 2쪽 · 제목 > 제1조\n둘');
    expect([used, truncated]).toEqual([context.length, false]);
    expect(sources.map(({ n, chars, cut }) => ({ n, chars, cut }))).toEqual([
      { n: 1, chars: 2, cut: false },
      { n: 2, chars: 1, cut: false },
    ]);
  });

  it('is empty where nothing was found', () => {
    expect(packBundle([], 4000)).toEqual({ sources: [], context: '', used: 0, truncated: false, texts: [] });
  });

  it('has one line for a header whose names hold line breaks', () => {
    expect(headerOf(1, hit('x', { path: ['제목\n둘째 줄'] }))).toBe('[1] a.hwp · 2쪽 · 제목 둘째 줄');
  });

  it('tells the same text of several files once, with the other places', () => {
    const [first, second, third] = [
      hit('같다'),
      hit('다르다'),
      hit('같다', { filename: 'b.pdf', doc_id: `sha256:${'1'.repeat(64)}` }),
    ];
    const { sources } = packBundle([first, second, third], 4000);
    expect(sources.map(({ chunk_id }) => chunk_id)).toEqual([first.chunk_id, second.chunk_id]);
    const { filename, doc_id, chunk_id, anchors } = third;
    expect(sources[0]?.also).toEqual([{ filename, doc_id, chunk_id, anchors }]);
    expect(sources[1]).not.toHaveProperty('also');
  });

  it('keeps both where one file has the same text twice', () => {
    expect(packBundle([hit('같다'), hit('같다')], 4000).sources).toHaveLength(2);
  });

  it('says that it is truncated when nothing fits', () => {
    expect(packBundle([hit('하나')], 5)).toMatchObject({ sources: [], context: '', used: 0, truncated: true });
  });

  const word = fc.oneof(
    fc.constantFrom('예산', '1,500,000원', '2026.12.31.', '🙂', 'é', '가'.normalize('NFD'), '\n', '끝났다.'),
    fc.string({ maxLength: 6 }),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 80 }).map((words) => `가${words.join(' ')}`);

  it('never exceeds its budget, and its flags and lengths are true', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 1500 }), (texts, budget) => {
        const hits = texts.map((it, at) => hit(it, { filename: `${at}.hwp` }));
        const { sources, context, used, truncated, texts: held } = packBundle(hits, budget);
        expect(used).toBe([...context].length);
        expect(used).toBeLessThanOrEqual(budget);
        expect(sources.map(({ n }) => n)).toEqual(sources.map((_, at) => at + 1));
        const whole = new Map(hits.map((it) => [it.chunk_id, it.text]));
        sources.forEach(({ chunk_id, chars, cut }, at) => {
          const piece = held[at] as string;
          expect(context).toContain(piece);
          expect(chars).toBe([...piece].length);
          expect(cut).toBe(piece !== whole.get(chunk_id));
          expect(whole.get(chunk_id)?.startsWith(piece)).toBe(true);
        });
        const told = sources.length + sources.flatMap(({ also = [] }) => also).length;
        expect(truncated).toBe(told < hits.length || sources.some(({ cut }) => cut));
      }),
    );
  });

  it('is never cut inside a number or a character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 200 }), (whole, room) => {
        const piece = cutText(whole, room);
        expect(lengthOf(piece)).toBeLessThanOrEqual(room);
        expect(whole.startsWith(piece)).toBe(true);
        const all = numbersIn(whole);
        for (const { start, end } of all) expect(piece.length > start && piece.length < end).toBe(false);
        if (/^\P{Cs}*$/u.test(whole)) expect(piece).toMatch(/^\P{Cs}*$/u);
      }),
    );
  });
});

it('a text is cut behind a sentence or a word near its end', () => {
  const sentence = '이것은 한 문장이다. ';
  expect(cutText(sentence.repeat(10), 100)).toBe(sentence.repeat(8).trimEnd());
  expect(cutText('낱말 '.repeat(50), 100)).toBe('낱말 '.repeat(33).trimEnd());
  expect(cutText('가'.repeat(200), 100)).toBe('가'.repeat(100));
});
