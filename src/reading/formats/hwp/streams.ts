import { constants, inflateRawSync } from 'node:zlib';
import { type Budget, LIMITS } from '../../container/budget.ts';
import type { CfbFile } from '../../container/cfb.ts';
import { Unreadable } from '../../unreadable.ts';
import { decryptDistribution } from './distribution.ts';
import type { HwpFileHeader } from './file-header.ts';

export interface OpenedStream {
  readonly bytes: Buffer;
  /** The stream ended before its stated size or before the end of its packed data. */
  readonly damaged: boolean;
}

/** A stream unpacked as the file header says; a damaged one as far as it goes. */
export function openStream(file: CfbFile, path: string, header: HwpFileHeader, budget: Budget): OpenedStream | undefined {
  const raw = file.read(path);
  if (!raw) return undefined;
  const short = raw.length < file.size(path);
  if (!header.compressed) {
    budget.spend('inflatedBytes', raw.length);
    return { bytes: raw, damaged: short };
  }
  const out = inflate(raw, budget);
  return { bytes: out.bytes, damaged: out.damaged || short };
}

/** Section streams in order. A view-only document keeps its text under ViewText, encrypted. */
export function openSections(file: CfbFile, header: HwpFileHeader, budget: Budget): OpenedStream[] {
  const storage = header.distribution ? 'ViewText' : 'BodyText';
  const numbers = file.streams
    .map((stream) => new RegExp(`^${storage}/Section(\\d{1,5})$`).exec(stream.path)?.[1])
    .filter((digits): digits is string => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  return numbers.map((number) => {
    const path = `${storage}/Section${number}`;
    if (!header.distribution) return openStream(file, path, header, budget) as OpenedStream;
    const raw = file.read(path) as Buffer;
    const plain = decryptDistribution(raw);
    return header.compressed ? inflate(plain, budget) : { bytes: plain, damaged: false };
  });
}

function inflate(raw: Buffer, budget: Budget): OpenedStream {
  const maxOutputLength = Math.max(
    1,
    Math.min(LIMITS.partBytes, budget.left('inflatedBytes'), Math.max(LIMITS.ratioFloor, raw.length * LIMITS.ratio)),
  );
  let out: OpenedStream;
  try {
    out = { bytes: inflateRawSync(raw, { maxOutputLength }), damaged: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new Unreadable('LIMIT_EXCEEDED');
    out = { bytes: inflateWhatThereIs(raw, maxOutputLength), damaged: true };
  }
  budget.spend('inflatedBytes', out.bytes.length);
  return out;
}

/** Z_SYNC_FLUSH gives what was unpacked before the data broke off; on damage inside, the half before it is tried. */
function inflateWhatThereIs(raw: Buffer, maxOutputLength: number): Buffer {
  for (let length = raw.length; length >= 64; length = length >> 1) {
    try {
      return inflateRawSync(raw.subarray(0, length), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
    } catch {
      // Damaged before this point: less of it is tried.
    }
  }
  return Buffer.alloc(0);
}
