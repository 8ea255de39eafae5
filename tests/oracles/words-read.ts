/** Words of two or more characters: runs of letters and digits, numbers with their commas and points. */
export function wordsOf(text: string): string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? [];
  return words.filter((word) => [...word].length >= 2);
}

/** One sign for the many that look alike, in both texts: middle dots, wide forms. */
function folded(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[ㆍ․‧・ᆞ]/g, '·')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}

export interface WordsRead {
  /** Words of the truth, and how many of them stand in what was read. */
  readonly truth: number;
  readonly found: number;
  /** Words that were read, and how many of them stand in the truth. */
  readonly read: number;
  readonly right: number;
}

/** Order and spaces do not count: a word stands in the other text when its letters follow one another there. */
export function compareWords(truth: string, read: string): WordsRead {
  const [wanted, got] = [wordsOf(truth), wordsOf(read)];
  const [inTruth, inRead] = [truth, read].map((text) => folded(text).replace(/\s+/g, '')) as [string, string];
  return {
    truth: wanted.length,
    found: wanted.filter((word) => inRead.includes(word)).length,
    read: got.length,
    right: got.filter((word) => inTruth.includes(word)).length,
  };
}

export function together(all: readonly WordsRead[]): WordsRead {
  const sum = (field: keyof WordsRead) => all.reduce((total, one) => total + one[field], 0);
  return { truth: sum('truth'), found: sum('found'), read: sum('read'), right: sum('right') };
}

/** Percent of the truth that was read, and of what was read that is true. */
export function percents({ truth, found, read, right }: WordsRead): [number, number] {
  const percent = (part: number, of: number) => (of === 0 ? 0 : Math.round((1000 * part) / of) / 10);
  return [percent(found, truth), percent(right, read)];
}
