import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Glob } from './glob.ts';

const matches = (pattern: string, name: string) => new Glob(pattern).matches([...name]);

describe('a pattern of access rules', () => {
  it.each([
    ['*', 'a.hwp'],
    ['*', ''],
    ['', ''],
    ['a.hwp', 'a.hwp'],
    ['비밀*', '비밀1.docx'],
    ['비밀*', '비밀'],
    ['*.docx', 'a.docx'],
    ['*a*b*', 'xaxbx'],
    ['**', 'x'],
    ['?.hwp', '가.hwp'],
    ['?', '😀'],
    ['a*', 'a/b/c.hwp'],
    ['*/c.hwp', 'a/b/c.hwp'],
    ['*aab', 'aaab'],
    ['a*bc*d', 'abcbcxd'],
    ['(보고', '(보고'],
    ['[ab]', '[ab]'],
    ['a.b', 'a.b'],
    ['\\*', '\\anything'],
    ['한글*'.normalize('NFD'), '한글이름.docx'],
  ])('%s covers %s', (pattern, name) => {
    expect(matches(pattern, name)).toBe(true);
  });

  it.each([
    ['', 'a'],
    ['a', ''],
    ['a.hwp', 'aXhwp'],
    ['a.hwp', 'A.hwp'],
    ['a', 'ab'],
    ['비밀*', '안비밀'],
    ['?', ''],
    ['?', 'ab'],
    ['*.docx', 'a.docx '],
    ['a*b', 'a'],
    ['a*bc', 'abcd'],
    ['[ab]', 'a'],
    ['(보고', '보고'],
    ['*?', ''],
  ])('%s does not cover %s', (pattern, name) => {
    expect(matches(pattern, name)).toBe(false);
  });

  it('agrees with a regular expression on any pattern and name', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '가', '/', '.'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '가', '/', '.', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (given, name) => {
        const source = [...given].map((c) => (c === '*' ? '.*' : c === '?' ? '.' : c.replace('.', '\\.'))).join('');
        expect(matches(given, name)).toBe(new RegExp(`^${source}$`, 'su').test(name));
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no longer for a pattern that was made to take long', () => {
    const name = [...'a'.repeat(1000)];
    const hostile = [
      new Glob(`${'*a'.repeat(500)}b`),
      new Glob(`*${'a'.repeat(500)}b`),
      new Glob('*'.repeat(500_000)),
      new Glob('?'.repeat(500_000)),
    ];
    const began = performance.now();
    for (const glob of hostile) glob.matches(name);
    expect(performance.now() - began).toBeLessThan(500);
  });
});
