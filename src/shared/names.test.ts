import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFileName, cleanTenantName, decodeHeaderName, isAccessRulesName, MAX_NAME_BYTES } from './names.ts';

const cleaned = (given: string) => {
  const result = cleanFileName(given);
  return result.ok ? result.name : result.reason;
};

describe('the name of a file', () => {
  it.each([
    ['지침.docx', '지침.docx'],
    ['../../etc/a.docx', 'a.docx'],
    ['/abs/나.docx', '나.docx'],
    ['C:\\문서\\다.docx', '다.docx'],
    ['..hidden.docx', 'hidden.docx'],
    ['a\u0000b\nc.docx', 'abc.docx'],
    ['보고서.docx'.normalize('NFD'), '보고서.docx'],
    ['계획 .hwp . .', '계획 .hwp'],
    ['사진\u202egnp.exe', '사진gnp.exe'],
    ['가족👨‍👩‍👧.pdf', '가족👨‍👩‍👧.pdf'],
    ['lone\ud800.pdf', 'lone\ufffd.pdf'],
    ['100%25 (최종).docx', '100%25 (최종).docx'],
    ['__proto__', '__proto__'],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleaned(given)).toBe(kept);
  });

  it.each(['', '.', '..', '...', '/', '../', 'a/b/', 'a\\', ' ', '\u0000', '. .', '\u202e'])('%j has nothing left', (given) => {
    expect(cleaned(given)).toBe('FILENAME_MISSING');
  });

  it.each([
    'CON',
    'con.hwp',
    'NUL.pdf',
    'nul.tar.gz',
    'COM1',
    'lpt9.txt',
    'COM¹.txt',
    'ＣＯＮ.txt',
    'AUX .pdf',
    'a/PRN',
    '..NUL',
  ])('%j would open a device on Windows', (given) => {
    expect(cleaned(given)).toBe('FILENAME_INVALID');
  });

  it.each(['CONSOLE.pdf', 'COM10.pdf', 'COM.pdf', 'nullable.hwp', 'icon'])('%j only looks like a device', (given) => {
    expect(cleaned(given)).toBe(given);
  });

  it('takes 240 bytes of UTF-8 and not one more', () => {
    expect(cleaned('가'.repeat(80))).toBe('가'.repeat(80));
    expect(cleaned(`${'가'.repeat(80)}a`)).toBe('FILENAME_INVALID');
  });

  it('cleans any string once and for all, into one part that stays where it is put', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('.', '/', '\\', ' ', 'a', '\u0000', '\u0301', '\u202e', '%', 'ᄀ', 'ᅡ', '\ud800', ':', 'C'),
      }),
    );
    fc.assert(
      fc.property(anything, (given) => {
        const result = cleanFileName(given);
        if (!result.ok) return;
        const { name } = result;
        expect(cleanFileName(name)).toEqual(result);
        expect(posix.join('/room', name)).toBe(`/room/${name}`);
        expect(name).toBe(win32.basename(`x/${name}`));
        expect(name).not.toMatch(/^\.|[/\\]|[. ]$|\p{Cc}/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_NAME_BYTES);
        expect(Buffer.from(name).toString()).toBe(name);
      }),
      { numRuns: 2000 },
    );
  });

  it('is cleaned in time that grows with its length, also when it is made of spaces', () => {
    const began = performance.now();
    cleanFileName(`${' '.repeat(200_000)}x`);
    expect(performance.now() - began).toBeLessThan(200);
  });
});

describe('the file of access rules', () => {
  it.each(['ACL.json', 'acl.JSON', 'ＡＣＬ.json'])('is meant by %j', (name) => {
    expect(isAccessRulesName(name)).toBe(true);
  });

  it.each(['ACL.json.hwp', 'my-ACL.json', 'ACL'])('is not meant by %j', (name) => {
    expect(isAccessRulesName(name)).toBe(false);
  });
});

describe('the name of a tenant', () => {
  it.each(['alpha', 'alpha-2026', '기획과', '%2e%2e', 'a b', '__proto__'])('may be %j', (name) => {
    expect(cleanTenantName(name)).toBe(name);
  });

  it('is composed', () => {
    expect(cleanTenantName('기획과'.normalize('NFD'))).toBe('기획과');
  });

  it.each([
    '',
    '.',
    '..',
    '../alpha',
    'alpha/..',
    'a/b',
    'a\\b',
    '/etc',
    'a\u0000b',
    '.hidden',
    '-x',
    'a.',
    'a ',
    'CON',
    'a\u202eb',
    'a\ud800',
    '가'.repeat(81),
  ])('may not be %j', (name) => {
    expect(cleanTenantName(name)).toBeNull();
  });

  it('never names anything but one directory, and is cleaned once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (given) => {
        const name = cleanTenantName(given);
        if (name === null) return;
        expect(cleanTenantName(name)).toBe(name);
        expect(posix.dirname(posix.join('/corpus', name))).toBe('/corpus');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a name in a header', () => {
  it('is percent-decoded once', () => {
    expect(decodeHeaderName('100%2525%20%28%ED%95%9C%29+.docx')).toBe('100%25 (한)+.docx');
  });

  it('may be bare UTF-8, which Node hands over as latin1', () => {
    expect(decodeHeaderName(Buffer.from('지침.docx').toString('latin1'))).toBe('지침.docx');
  });

  it.each(['%E0%A4%A.docx', '%', '100%.docx', '%zz', '\u00ff\u00fe'])('%j is no encoding of a name', (value) => {
    expect(decodeHeaderName(value)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const name = decodeHeaderName(value);
        expect(name === null || typeof name === 'string').toBe(true);
      }),
    );
  });
});
