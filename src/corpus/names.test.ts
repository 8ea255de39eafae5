import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskName, diskPath, isListed, isRulesName, listedName, pathText } from './disk-name.ts';
import { readStamp, writeStamp } from './stamp.ts';
import { freeName, numbered, UniqueNames } from './unique-names.ts';

const raw = (...bytes: number[]) => Buffer.from(bytes).toString('latin1');

describe('a name on disk', () => {
  it('is listed composed, in whatever encoding it was written', () => {
    expect(listedName(diskName('자모/보고.hwp'.normalize('NFD')))).toBe('자모/보고.hwp');
    expect(listedName(`${raw(0xb0, 0xa1)}.hwp`)).toBe('가.hwp');
    expect(listedName('plain-1.hwp')).toBe('plain-1.hwp');
    expect(listedName(raw(0xff, 0xff))).toBe('ÿÿ');
  });

  it('shows nothing that would look like another name', () => {
    expect(listedName(diskName('보고\u202Egpj.hwp'))).toBe('보고\ufffdgpj.hwp');
    expect(listedName(diskName('줄\n바꿈'))).toBe('줄\ufffd바꿈');
  });

  it.each(['.hidden', '.tmp-1-2', 'ACL.json', 'acl.JSON', diskName('ＡＣＬ.json')])('is no document: %s', (name) => {
    expect(isListed(name)).toBe(false);
  });

  it.each(['a.hwp', 'ACL.json.hwp', 'x.ACL', '-x'])('may be a document: %s', (name) => {
    expect(isListed(name)).toBe(true);
    expect(isRulesName(name)).toBe(false);
  });

  it('is found again by its bytes, and told as text only where it is text', () => {
    expect(diskPath('/가', raw(0xb0, 0xa1))).toEqual(Buffer.concat([Buffer.from('/가/'), Buffer.from([0xb0, 0xa1])]));
    expect(diskPath('/root', '')).toEqual(Buffer.from('/root'));
    expect(pathText(diskPath('/가', diskName('나')))).toBe('/가/나');
    expect(pathText(diskPath('/가', raw(0xb0, 0xa1)))).toBe(null);
  });
});

describe('numbered names', () => {
  it.each([
    ['보고.hwp', '보고 (2).hwp'],
    ['a/보고', 'a/보고 (2)'],
    ['a.b/보고', 'a.b/보고 (2)'],
    ['a/.b', 'a/.b (2)'],
    ['a.tar.gz', 'a.tar (2).gz'],
  ])('%s is numbered before its ending', (name, expected) => {
    expect(numbered(name, 2)).toBe(expected);
  });

  it('take the first number that is free', () => {
    expect(freeName('a.hwp', (name) => ['a.hwp', 'a (2).hwp'].includes(name))).toBe('a (3).hwp');
    expect(freeName('a.hwp', () => false)).toBe('a.hwp');
  });

  it('are as unique as the paths, whatever comes and goes', () => {
    const step = fc.record({ path: fc.constantFrom('p1', 'p2', 'p3', 'q1', 'q2', 'r'), add: fc.boolean() });
    const plainOf = (path: string) => ({ p: 'a.hwp', q: 'a (2).hwp', r: 'b' })[path[0] as 'p'] as string;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const names = new UniqueNames();
        const here = new Map<string, string>();
        for (const { path, add } of steps) {
          if (add === here.has(path)) continue;
          if (add) {
            names.add(path, plainOf(path));
            here.set(path, plainOf(path));
          } else {
            names.remove(path, plainOf(path));
            here.delete(path);
          }
          for (const renamed of names.renamed())
            if (here.has(renamed)) here.set(renamed, names.nameOf(renamed, plainOf(renamed)));
          expect(new Set(here.values()).size).toBe(here.size);
          for (const [each, name] of here) {
            expect(name).toBe(names.nameOf(each, plainOf(each)));
            expect(names.pathOf(name)).toBe(each);
          }
        }
      }),
    );
  });
});

describe('a stamp', () => {
  it('says what was put in', () => {
    const stamp = fc.record({
      path: fc.string({ minLength: 1 }),
      signature: fc.constantFrom('1:2:3:4:5', 'moving', 'closed:EACCES'),
      sha256: fc.constantFrom('', 'ab'.repeat(32)),
      began: fc.nat(),
      documents: fc.nat(),
      plain: fc.string(),
    });
    fc.assert(
      fc.property(stamp, (given) => {
        expect(readStamp(writeStamp(given))).toEqual(given);
      }),
    );
  });

  it.each(['', 'nonsense', '1 a b c', '2 s  1 1 1 p', '1 s  1 1 9 p'])('is not made of %j', (text) => {
    expect(readStamp(text)).toBe(null);
  });
});
