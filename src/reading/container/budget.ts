import { Unreadable } from '../unreadable.ts';

const MB = 1024 * 1024;

/** What one upload may cost, whatever it holds: shared by a document and everything nested in it. */
export const LIMITS = {
  /** Sum of all inflated bytes. The largest honest file of the test corpus inflates to about 110 MB. */
  inflatedBytes: 512 * MB,
  /** One inflated part held in memory at once. */
  partBytes: 256 * MB,
  /** A part may be this many times its packed size once it is larger than `ratioFloor`. */
  ratio: 100,
  ratioFloor: 10 * MB,
  zipEntries: 10_000,
  nesting: 3,
  xmlDepth: 512,
  xmlAttributes: 512,
  /** Elements of all XML parts together. */
  xmlElements: 20_000_000,
  blocks: 1_000_000,
  /** A million cells cost a child about 480 MB at their peak; its cap is 1 GB. */
  cells: 2_000_000,
  /** Characters of blocks and of grids, where a merged cell's text stands in every place it covers. */
  characters: 128_000_000,
} as const;

type Counter = 'inflatedBytes' | 'xmlElements' | 'blocks' | 'cells' | 'characters';

const OVER: Record<Counter, string> = {
  inflatedBytes: '압축을 푼 크기가 한도를 넘습니다. 파일을 나누어 올려 주세요.',
  xmlElements: '문서의 구성 요소 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.',
  blocks: '문단 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.',
  cells: '표의 칸 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.',
  characters: '글자 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.',
};

/** Counts down what a reading may still use, and tells the supervisor that the reading goes on. */
export class Budget {
  private readonly used: Record<Counter, number> = { inflatedBytes: 0, xmlElements: 0, blocks: 0, cells: 0, characters: 0 };
  private readonly onProgress: () => void;
  private ticks = 0;

  constructor(onProgress: () => void = () => {}) {
    this.onProgress = onProgress;
  }

  spend(what: Counter, amount = 1): void {
    this.used[what] += amount;
    if (this.used[what] > LIMITS[what]) throw new Unreadable('LIMIT_EXCEEDED', { text: OVER[what] });
    // The callback looks at the clock: once in 4096 calls costs nothing and is still many times a second.
    if ((++this.ticks & 4095) === 0) this.onProgress();
  }

  left(what: Counter): number {
    return LIMITS[what] - this.used[what];
  }

  /** To be called by loops that spend nothing, so that a long one is not taken for a hung one. */
  progress(): void {
    this.onProgress();
  }
}
