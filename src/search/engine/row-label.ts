import { DROPPED_FROM } from '../analysis/tokens.ts';

/** What of a chunk is wanted wherever its tokens are. */
export interface Label {
  readonly name: string;
  readonly ord: number;
  /** The number of tokens. */
  readonly length: number;
  /** The same for chunks that say the same. */
  readonly says: string;
  /** The kinds of figures in it. */
  readonly figures: string;
}

const PADDING = '~';

/*
 * A chunk's row begins its tokens with what else is wanted to score it, so that one read of one column gives all: on a store that is
 * one request for a chunk. It is a token of its own, too long for the full-text index, which neither finds nor counts it.
 */

export function withLabel({ name, ord, length, says, figures }: Label, tokens: readonly string[]): string {
  const label = `${ord},${length},${says},${figures},${Buffer.from(name).toString('base64url')}`;
  return `${label.padEnd(DROPPED_FROM, PADDING)} ${tokens.join(' ')}`;
}

export function labelOf(labelled: string): Label & { readonly tokens: string } {
  const end = labelled.indexOf(' ');
  const [ord, length, says = '', figures = '', name = ''] = labelled.slice(0, end).split(',');
  const padded = name.indexOf(PADDING);
  return {
    name: Buffer.from(padded < 0 ? name : name.slice(0, padded), 'base64url').toString(),
    ord: Number(ord),
    length: Number(length),
    says,
    figures,
    tokens: labelled.slice(end + 1),
  };
}
