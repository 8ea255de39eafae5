import { describe, expect, it } from 'vitest';
import { parseFigures } from './figures.ts';
import { evaluation } from './home/evaluation.ts';
import { html } from './html.ts';
import { sayIn } from './language.ts';

const group = (split: string, by: string, name: string, first: number) => ({
  split,
  by,
  group: name,
  retrieval: { n: 40, hit: { '@1': first, '@3': 0.8, '@5': 0.9, '@10': 1 }, mrr: 0.71, any: 1, pages: { right: 18, of: 19 } },
});
const told = JSON.stringify({
  made: { date: '2026-11-15', version: '0.1.0', readable: 468, unreadable: 46, chunks: 17509 },
  answers: [{ split: 'test', answerable: { n: 4, answered: 3, right: 2 }, unanswerable: { n: 2, refused: 1 } }],
  groups: [group('dev', 'all', 'all', 0.5), group('test', 'all', 'all', 0.625), group('test', 'format', 'hwp', 0.6)],
});

describe('evaluation figures', () => {
  it('are shown as they were written', () => {
    const { text } = html`${evaluation(sayIn('ko'), parseFigures(told))}`;
    expect(text).toContain('62.5%');
    expect(text).toContain('18 / 19');
    expect(text).toContain('시험용 · hwp');
  });

  it('are left out where there are none', () => {
    expect(evaluation(sayIn('ko'), null)).toBe('');
    expect(parseFigures('{"groups":[]}')).toBeNull();
    expect(parseFigures('{"groups":[{"split":"dev"}]}')).toBeNull();
  });
});
