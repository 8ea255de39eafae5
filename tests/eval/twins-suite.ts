import { beforeAll, describe, expect, it } from 'vitest';
import { readableFormats } from './corpus-contents.ts';
import { Share } from './share.ts';
import { compareTwins, type TwinPair } from './twins.ts';

export function twinsSuite(root: string): void {
  describe('the same document in two formats', () => {
    const stored = new Share();
    const printed = new Share();
    const all = new Share();

    beforeAll(async () => {
      const { found, leftOut } = await compareTwins(root, await readableFormats(['hwp', 'hwpx', 'docx', 'pdf']));
      const lines: string[] = [];
      for (const pair of found) {
        (isPrinted(pair) ? printed : stored).add(pair.differences.length === 0);
        if (pair.differences.length === 0) continue;
        lines.push(pair.files.join(' and '));
        lines.push(...(pair.held ? ['  of the test split: not shown'] : pair.differences.map((line) => `  ${line}`)));
      }
      for (const share of [stored, printed]) [all.right, all.of] = [all.right + share.right, all.of + share.of];
      lines.push(`same structure: ${all}; hwp, hwpx, docx ${stored}; with pdf ${printed}`);
      lines.push(`left out, because their text layer holds another text: ${leftOut.join(', ') || 'none'}`);
      console.log(lines.join('\n'));
    }, 600_000);

    it('states the same in hwp, hwpx and docx', () => {
      expect(stored.of).toBeGreaterThan(50);
      expect(stored.value).toBeGreaterThanOrEqual(0.95);
    });

    it('states the same in pdf in most pairs', () => {
      // Where a page is all there is, heads without a number and lines without a paragraph are told by looks alone.
      expect(printed.value).toBeGreaterThanOrEqual(0.8);
      expect(all.value).toBeGreaterThanOrEqual(0.92);
    });
  });
}

function isPrinted(pair: TwinPair): boolean {
  return pair.files.some((file) => file.endsWith('.pdf'));
}
