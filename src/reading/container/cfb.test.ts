import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCfb } from '../../../tests/makers/cfb.ts';
import { Unreadable } from '../unreadable.ts';
import { CfbFile } from './cfb.ts';

describe('a compound file', () => {
  it('gives back every stream, small and large, in storages', () => {
    const large = Buffer.alloc(70_000, 'abc');
    const file = new CfbFile(
      makeCfb({ FileHeader: 'x'.repeat(256), 'BodyText/Section0': large, 'BodyText/Section1': 'small', Empty: '' }),
    );
    expect(file.streams.map((stream) => stream.path).sort()).toEqual([
      'BodyText/Section0',
      'BodyText/Section1',
      'Empty',
      'FileHeader',
    ]);
    expect(file.read('BodyText/Section0')?.equals(large)).toBe(true);
    expect(file.read('BodyText/Section1')?.toString()).toBe('small');
    expect(file.read('Empty')?.length).toBe(0);
    expect(file.read('None')).toBeUndefined();
  });

  it('ends on a sector chain that loops', () => {
    const bytes = makeCfb({ Loop: Buffer.alloc(8192, 1) });
    const fatAt = (bytes.readUInt32LE(76) + 1) * 512;
    // The stream's first sector points at itself.
    bytes.writeUInt32LE(0, fatAt);
    expect(new CfbFile(bytes).read('Loop')?.length).toBe(8192);
  });

  it('ends on a directory whose entries point at each other', () => {
    const bytes = makeCfb({ A: 'a', B: 'b' });
    const directory = (bytes.readUInt32LE(48) + 1) * 512;
    bytes.writeUInt32LE(1, directory + 2 * 128 + 72);
    expect(new CfbFile(bytes).streams.map((stream) => stream.path).sort()).toEqual(['A', 'B']);
  });

  it('gives what is left of a stream that is cut off', () => {
    const bytes = makeCfb({ Long: Buffer.alloc(20_000, 7) });
    // Streams stand first in the file this maker writes, so cutting needs the tables kept: move them by patching instead.
    const fatAt = (bytes.readUInt32LE(76) + 1) * 512;
    bytes.writeUInt32LE(0xfffffffe, fatAt + 4 * 9);
    expect(new CfbFile(bytes).read('Long')?.length).toBe(10 * 512);
  });

  it('never throws anything but Unreadable on damaged bytes', () => {
    const good = makeCfb({ FileHeader: 'x'.repeat(256), 'BodyText/Section0': Buffer.alloc(9000, 5) });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 30 }),
        fc.nat(good.length),
        (flips, cut) => {
          const bytes = Buffer.from(good.subarray(0, cut));
          for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
          try {
            const file = new CfbFile(bytes);
            for (const stream of file.streams) file.read(stream.path);
          } catch (error) {
            expect(error).toBeInstanceOf(Unreadable);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
