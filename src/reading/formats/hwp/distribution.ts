import { createDecipheriv } from 'node:crypto';
import { Unreadable } from '../../unreadable.ts';
import { TAG } from './records.ts';

/**
 * View-only (배포용) documents: each ViewText section starts with a 256-byte record that hides an AES key behind a
 * pseudo-random stream. The key is in the file: this is no protection, only a wish, and the warning passes the wish on.
 */
export function decryptDistribution(stream: Buffer): Buffer {
  const header = stream.length >= 4 ? stream.readUInt32LE(0) : 0;
  const size = header >>> 20;
  if ((header & 0x3ff) !== TAG.distributeDocData || size !== 256 || stream.length < 4 + 256) throw new Unreadable('CORRUPTED');
  const hidden = Buffer.from(stream.subarray(4, 4 + 256));
  let seed = hidden.readUInt32LE(0);
  // The generator of the Microsoft C runtime.
  const random = (): number => {
    seed = (Math.imul(seed, 214013) + 2531011) >>> 0;
    return (seed >>> 16) & 0x7fff;
  };
  let value = 0;
  let run = 0;
  for (let i = 0; i < 256; i++) {
    if (run === 0) {
      value = random() & 0xff;
      run = (random() & 0xf) + 1;
    }
    if (i >= 4) hidden[i] = (hidden[i] as number) ^ value;
    run--;
  }
  const offset = 4 + ((hidden[0] as number) & 0xf);
  const key = hidden.subarray(offset, offset + 16);
  const body = stream.subarray(4 + 256);
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([decipher.update(body.subarray(0, body.length & ~15)), decipher.final()]);
}
