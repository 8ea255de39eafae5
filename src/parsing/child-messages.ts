import { z } from 'zod';
import { ReasonSchema } from '../model/access.ts';
import { FormatSchema } from '../model/formats.ts';
import { NOT_DRAWN, type ReadingReply } from '../shared/reading-protocol.ts';

/** A child says a few short things a second; more is not a child of ours at work. */
const MAX_LINE_BYTES = 16 * 1024;
const MAX_MESSAGES = 5_000;

const job = z.int();
const ReplySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('beat'), job }),
  z.object({ kind: z.literal('sniffed'), job, format: FormatSchema }),
  z.object({ kind: z.literal('done'), job, readable: z.boolean(), reason: ReasonSchema.nullable() }),
  z.object({ kind: z.literal('not-drawn'), job, reason: z.union([ReasonSchema, z.enum(NOT_DRAWN)]) }),
  z.object({ kind: z.literal('failed'), job, error: z.string() }),
]) satisfies z.ZodType<ReadingReply>;

/** What came is no message, or too much of it. */
export class ChildTalksNonsense extends Error {}

/** Takes apart what a child sends: one JSON object a line, as Node writes it on a child's channel. */
export class ChildMessages {
  private rest: Buffer = Buffer.alloc(0);
  private count = 0;

  /** A new job begins with a new allowance. */
  reset(): void {
    this.count = 0;
  }

  /** The messages that `piece` completes; throws ChildTalksNonsense. */
  *take(piece: Buffer): Generator<ReadingReply> {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      if (end - from > MAX_LINE_BYTES) throw new ChildTalksNonsense('a message is too long');
      if (++this.count > MAX_MESSAGES) throw new ChildTalksNonsense('too many messages');
      yield parse(bytes.subarray(from, end).toString('utf8'));
      from = end + 1;
    }
    this.rest = bytes.subarray(from);
    if (this.rest.length > MAX_LINE_BYTES) throw new ChildTalksNonsense('a message is too long');
  }
}

function parse(line: string): ReadingReply {
  try {
    return ReplySchema.parse(JSON.parse(line));
  } catch {
    throw new ChildTalksNonsense('a message is none of ours');
  }
}
