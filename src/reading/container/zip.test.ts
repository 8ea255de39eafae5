import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MadeEntry, makeZip, packedSpaces } from '../../../tests/makers/zip.ts';
import { Unreadable } from '../unreadable.ts';
import { Budget } from './budget.ts';
import { openZip } from './zip.ts';
import { decodeEntryName } from './zip-names.ts';

async function reasonOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return (error as Unreadable).reason;
  }
}

/** Opens the archive and reads every entry both ways. */
async function readAll(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await openZip(bytes, new Budget());
  const out = new Map<string, string>();
  for (const entry of zip.entries) {
    const whole = zip.read(entry);
    const parts: Buffer[] = [];
    await zip.stream(entry, (chunk) => parts.push(Buffer.from(chunk)));
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    out.set(entry.name, whole.toString());
  }
  return out;
}

describe('a zip archive', () => {
  it('gives back whatever was put in, stored or deflated, under any name', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((s) => s.normalize('NFC'));
    const entry = fc.record({ name, data: fc.string({ unit: 'grapheme' }), method: fc.constantFrom(0, 8) });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(entry, { selector: (e) => e.name, maxLength: 8 }), async (entries: MadeEntry[]) => {
        const read = await readAll(makeZip(entries));
        expect([...read]).toEqual(entries.map((e) => [e.name, Buffer.from(e.data as string).toString()]));
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });

  it('is refused or read, never anything else, when its bytes are damaged', async () => {
    const good = makeZip([
      { name: '가.txt', data: 'a'.repeat(3000) },
      { name: 'b', data: 'bb', method: 0 },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 10 }),
        fc.nat(good.length),
        async (flips, cut) => {
          const bytes = Buffer.from(good.subarray(0, cut));
          for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
          await reasonOf(() => readAll(bytes));
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });

  it('stops a bomb by what it inflates to, not by what it claims', async () => {
    const packed = packedSpaces(200);
    for (const size of [200 << 20, 100]) {
      const bytes = makeZip([{ name: 'bomb', packed, size }]);
      const zip = await openZip(bytes, new Budget());
      const entry = zip.entries[0];
      expect(entry).toBeDefined();
      if (!entry) return;
      expect(await reasonOf(async () => zip.read(entry))).toBe('LIMIT_EXCEEDED');
      expect(await reasonOf(() => zip.stream(entry, () => {}))).toBe('LIMIT_EXCEEDED');
    }
  });

  it('takes every inflated byte from one budget, however many entries share it', async () => {
    const budget = new Budget();
    const part: MadeEntry = { name: 'part', data: Buffer.alloc(1 << 20, 'x'.repeat(997)), method: 0 };
    const zip = await openZip(makeZip([part]), budget);
    const entry = zip.entries[0];
    expect(entry).toBeDefined();
    if (!entry) return;
    expect(
      await reasonOf(async () => {
        for (let i = 0; i < 600; i++) zip.read(entry);
      }),
    ).toBe('LIMIT_EXCEEDED');
  });

  it('is corrupted when entries overlap, a checksum is wrong or a local header is elsewhere', async () => {
    expect(
      await reasonOf(() =>
        readAll(
          makeZip([
            { name: 'a', data: 'aaaa'.repeat(50), method: 0 },
            { name: 'b', data: 'b', localHeader: 10 },
          ]),
        ),
      ),
    ).toBe('CORRUPTED');
    expect(await reasonOf(() => readAll(makeZip([{ name: 'a', data: 'x', crc: 1 }])))).toBe('CORRUPTED');
    expect(await reasonOf(() => readAll(makeZip([{ name: 'a', data: 'x', localHeader: 3 }])))).toBe('CORRUPTED');
  });

  it('says that an encrypted entry needs a password, and never gives out its bytes', async () => {
    expect(await reasonOf(() => readAll(makeZip([{ name: 'a', data: 'x', flags: 1 }])))).toBe('PASSWORD_PROTECTED');
  });

  it('refuses an archive with more entries than the limit', async () => {
    const many = Array.from({ length: 10_001 }, (_, i) => ({ name: `f${i}`, data: '', method: 0 }));
    expect(await reasonOf(() => openZip(makeZip(many), new Budget()))).toBe('LIMIT_EXCEEDED');
  });

  it('tells symbolic links and directories from files', async () => {
    const zip = await openZip(
      makeZip([
        { name: 'link', data: '/etc/passwd', unixMode: 0o120777 },
        { name: 'dir/', data: '' },
        { name: 'f', data: '' },
      ]),
      new Budget(),
    );
    expect(zip.entries.map((e) => [e.name, e.symbolicLink, e.directory])).toEqual([
      ['link', true, false],
      ['dir/', false, true],
      ['f', false, false],
    ]);
  });
});

describe('the name of a zip entry', () => {
  // 보고서 in CP949, as Korean Windows writes it, without the UTF-8 flag.
  const cp949 = Buffer.from('bab8b0edbcad', 'hex');

  it('is CP949 where it is not valid UTF-8', () => expect(decodeEntryName(cp949, false)).toBe('보고서'));
  it('is UTF-8 where it is valid as such, flagged or not', () => {
    expect(decodeEntryName(Buffer.from('보고서'), true)).toBe('보고서');
    expect(decodeEntryName(Buffer.from('보고서'), false)).toBe('보고서');
  });
  it('is composed (NFC) when macOS wrote it decomposed', () =>
    expect(decodeEntryName(Buffer.from('보고서'.normalize('NFD')), false)).toBe('보고서'));
  it('is never refused, whatever its bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 50 }),
        fc.boolean(),
        (raw, flag) => typeof decodeEntryName(Buffer.from(raw), flag) === 'string',
      ),
    );
  });
});
