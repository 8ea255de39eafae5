import { describe, expect, it } from 'vitest';
import { LineJoin } from './line-join.ts';

function joined(left: string, right: string, lines: readonly string[] = []): string {
  const join = new LineJoin();
  join.settle([[left, right]], [left, right, ...lines]);
  return join.join(left, right);
}

describe('lines that are put together', () => {
  it('keep a word whole that the document spells without a space elsewhere', () => {
    const lines = Array.from({ length: 6 }, () => '개인정보보호위원회의 의결을 거친다');
    expect(joined('이 안건은 개인정보보호위원', '회의 의결을 거친다', lines)).toBe(
      '이 안건은 개인정보보호위원회의 의결을 거친다',
    );
  });

  it('get a space where the document has one between the same letters elsewhere', () => {
    const lines = Array.from({ length: 6 }, () => '위원회의 심의를 거쳐 확정하여야 한다');
    expect(joined('심의를 거쳐', '확정하여야 한다', lines)).toBe('심의를 거쳐 확정하여야 한다');
  });

  it('get a space between Latin words, and lose the hyphen that broke one', () => {
    expect(joined('the annual', 'report')).toBe('the annual report');
    expect(joined('the informa-', 'tion act')).toBe('the information act');
  });

  it('get no space inside brackets', () => {
    expect(joined('정보주체(', '본인을 말한다)')).toBe('정보주체(본인을 말한다)');
    expect(joined('정보주체', ')를 말한다')).toBe('정보주체)를 말한다');
  });

  it('keep every character of both lines', () => {
    expect(joined('가나다 라마', '바사 아자').replace(/\s/g, '')).toBe('가나다라마바사아자');
  });
});
