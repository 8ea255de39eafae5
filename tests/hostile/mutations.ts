import { deflateRawSync, inflateRawSync } from 'node:zlib';
import CFB from 'cfb';
import { makeZip } from '../makers/zip.ts';

/** A small generator (mulberry32), so that a sweep is the same on every machine and a failure can be run again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Random = () => number;
type Mutation = (bytes: Buffer, random: Random) => Buffer;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const truncate: Mutation = (bytes, random) => bytes.subarray(0, below(random, bytes.length));

const flipBits: Mutation = (bytes, random) => {
  const out = Buffer.from(bytes);
  const span = random() < 0.5 ? Math.min(1024, out.length) : out.length;
  for (let n = 1 + below(random, 40); n > 0; n--) {
    const at = below(random, span);
    out.writeUInt8(out.readUInt8(at) ^ (1 << below(random, 8)), at);
  }
  return out;
};

/** A piece is taken out, doubled or exchanged with another, as bad disks and transfers do. */
const shuffleSectors: Mutation = (bytes, random) => {
  const size = 512;
  const count = Math.max(1, Math.floor(bytes.length / size));
  const sector = () => {
    const at = below(random, count) * size;
    return bytes.subarray(at, at + size);
  };
  const cut = below(random, count) * size;
  const kind = below(random, 3);
  if (kind === 0) return Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + size)]);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, cut), sector(), bytes.subarray(cut)]);
  return Buffer.concat([bytes.subarray(0, cut), sector(), bytes.subarray(cut + size)]);
};

/** One part of a zip package is opened, changed and packed again with a right checksum: the damage reaches the reader. */
const mutatePart: Mutation = (bytes, random) => {
  let parts: Part[];
  try {
    parts = zipParts(bytes);
  } catch {
    // Locked or damaged already.
    return flipBits(bytes, random);
  }
  const xml = parts.filter((part) => /\.(xml|hpf|rels)$/i.test(part.name));
  const chosen = xml[below(random, xml.length)];
  if (!chosen) return flipBits(bytes, random);
  chosen.data = Buffer.from(mutateXml(chosen.data.toString('utf8'), random));
  return makeZip(parts);
};

function mutateXml(text: string, random: Random): string {
  const tokens = text.split(/(?=<)/);
  const at = below(random, tokens.length);
  const token = tokens[at] ?? '';
  switch (below(random, 7)) {
    case 0:
      tokens.splice(at, 1);
      break;
    case 1:
      tokens.splice(at, 0, token);
      break;
    case 2:
      tokens[at] = token.replace(/"[^"]*"/, '"99999999999"');
      break;
    case 3:
      tokens[at] = token.replace(/"[^"]*"/, '"-1"');
      break;
    case 4:
      return text.slice(0, below(random, text.length));
    case 5:
      tokens[at] = `<x>${token}`.repeat(1 + below(random, 2000));
      break;
    default:
      return tokens.map((each) => (random() < 0.02 ? each.replace(/\d+/, (n) => String(Number(n) * 1000 + 7)) : each)).join('');
  }
  return tokens.join('');
}

interface Part {
  name: string;
  data: Buffer;
}

function zipParts(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0) return parts;
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0 && at + 46 <= bytes.length; n--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    const stored = bytes.readUInt16LE(at + 10) === 0;
    parts.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), data: stored ? packed : inflateRawSync(packed) });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return parts;
}

/** Records of an hwp stream get wrong tags, levels or lengths inside an otherwise whole compound file. */
const mutateRecords: Mutation = (bytes, random) => {
  const container = CFB.read(bytes, { type: 'buffer' });
  const streams = container.FullPaths.map((name, i) => ({ name, entry: container.FileIndex[i] })).filter(({ name }) =>
    /(BodyText|ViewText)\/Section\d|DocInfo$/.test(name),
  );
  const chosen = streams[below(random, streams.length)]?.entry;
  if (!chosen) return flipBits(bytes, random);
  const packed = Buffer.from(chosen.content as Uint8Array);
  let plain: Buffer;
  try {
    plain = inflateRawSync(packed);
  } catch {
    return shuffleSectors(bytes, random);
  }
  const starts: number[] = [];
  for (let at = 0; at + 4 <= plain.length; ) {
    starts.push(at);
    const size = plain.readUInt32LE(at) >>> 20;
    at += 4 + (size === 0xfff ? 4 + plain.readUInt32LE(at + 4) : size);
  }
  for (let n = 1 + below(random, 4); n > 0; n--) {
    const at = starts[below(random, starts.length)] ?? 0;
    const header = plain.readUInt32LE(at);
    const changed = [
      header ^ (1 << below(random, 10)),
      header ^ (1 << (10 + below(random, 10))),
      header ^ (1 << (20 + below(random, 12))),
      header | 0xfff00000,
    ][below(random, 4)] as number;
    plain.writeUInt32LE(changed >>> 0, at);
    // Lengths, counts and addresses inside the record.
    const inside = at + 4 + 2 * below(random, 12);
    if (inside + 2 <= plain.length)
      plain.writeUInt16LE([0, 0xffff, 0x7fff, below(random, 65536)][below(random, 4)] as number, inside);
  }
  chosen.content = deflateRawSync(plain);
  chosen.size = chosen.content.length;
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer);
};

/** Numbers and names of a PDF's objects are changed in place, so that its table of objects still finds them. */
const mutateObjects: Mutation = (bytes, random) => {
  const out = Buffer.from(bytes);
  const text = out.toString('latin1');
  const tokens = [
    ...text.matchAll(/\b\d{1,10} \d R\b|\/(?:Length|Kids|Count|MediaBox|Rotate|Filter|Parent|Width|Height|W|Type)\b/g),
  ];
  for (let n = 1 + below(random, 6); n > 0 && tokens.length > 0; n--) {
    const { 0: token, index } = tokens[below(random, tokens.length)] as RegExpExecArray;
    const reference = /^\d+/.exec(token)?.[0];
    // Another object in its place (a page that is its own parent), or an entry under another name.
    const other =
      reference === undefined
        ? `/X${token.slice(2)}`
        : String(below(random, 10 ** reference.length)).padStart(reference.length, '0');
    out.write(other, index, 'latin1');
    if (random() < 0.3) {
      const digit = text.slice(index).search(/\d/);
      if (digit >= 0 && digit < 40) out.write('9', index + digit, 'latin1');
    }
  }
  return out;
};

/** Sizes, counts and offsets in the head of a picture. */
const mutateHeader: Mutation = (bytes, random) => {
  const out = Buffer.from(bytes);
  for (let n = 1 + below(random, 3); n > 0; n--) {
    const at = below(random, Math.min(64, out.length - 4));
    out.writeUInt32LE([0, 0xffffffff, 0x7fffffff, below(random, 65536), out.length][below(random, 5)] as number, at);
  }
  return out;
};

/** `n`th mutation of a file: what is done follows from the seed and the file's kind alone. */
export function mutate(bytes: Buffer, seed: number): { bytes: Buffer; how: string } {
  const random = seeded(seed);
  const isZip = bytes.toString('latin1', 0, 2) === 'PK';
  const isCompound = bytes.toString('hex', 0, 4) === 'd0cf11e0';
  const isPdf = bytes.includes('%PDF-');
  const choices: [string, Mutation][] = [
    ['truncated', truncate],
    ['bits flipped', flipBits],
    ['sectors shuffled', shuffleSectors],
    ...(isZip
      ? ([
          ['part changed', mutatePart],
          ['part changed', mutatePart],
        ] as [string, Mutation][])
      : []),
    ...(isCompound
      ? ([
          ['records changed', mutateRecords],
          ['records changed', mutateRecords],
        ] as [string, Mutation][])
      : []),
    ...(isPdf
      ? ([
          ['objects changed', mutateObjects],
          ['objects changed', mutateObjects],
        ] as [string, Mutation][])
      : []),
    ...(!isZip && !isCompound && !isPdf ? ([['header changed', mutateHeader]] as [string, Mutation][]) : []),
  ];
  const [how, mutation] = choices[below(random, choices.length)] as [string, Mutation];
  return { bytes: mutation(bytes, random), how };
}
