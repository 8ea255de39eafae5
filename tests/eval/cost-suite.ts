import { describe, expect, it } from 'vitest';
import { CHUNK_BUDGET } from '../../src/contract/limits.ts';
import { chunkDocument } from '../../src/reading/chunking/chunk.ts';
import { corpusFiles } from '../support/corpus.ts';
import { documentOf } from '../support/sample-document.ts';
import { describedFile, processorTime } from './corpus-contents.ts';
import { tableOf } from './share.ts';

const FORMATS = ['hwpx', 'hwp', 'docx', 'xlsx', 'pdf'] as const;

interface Cost {
  reading: number;
  structure: number;
  chunking: number;
}

export function costSuite(root: string): void {
  describe('the processor time of structure and chunking', () => {
    it('is at most 15 % of all that reading takes, the layout engine not even counted', { timeout: 600_000 }, async () => {
      const costs: Record<string, Cost> = {};
      for (const format of FORMATS) costs[format] = await costOf(root, format);
      const all = { reading: 0, structure: 0, chunking: 0 };
      for (const cost of Object.values(costs))
        for (const part of ['reading', 'structure', 'chunking'] as const) all[part] += cost[part];
      if (all.reading === 0) {
        console.log('skipped: the contents were kept from an earlier run (GEUNGEO_EVAL_CACHE), nothing was read');
        return;
      }
      console.log(
        tableOf([
          ['', 'reader ms', 'structure ms', 'chunking ms', 'share of all'],
          ...Object.entries({ ...costs, all }).map(([name, cost]) => [
            name,
            cost.reading.toFixed(0),
            cost.structure.toFixed(0),
            cost.chunking.toFixed(0),
            `${(100 * share(cost)).toFixed(1)} %`,
          ]),
        ]),
      );
      expect(share(all)).toBeLessThanOrEqual(0.15);
    });
  });
}

function share({ reading, structure, chunking }: Cost): number {
  return (structure + chunking) / Math.max(1, reading + structure + chunking);
}

async function costOf(root: string, format: string): Promise<Cost> {
  const cost: Cost = { reading: 0, structure: 0, chunking: 0 };
  for (const file of corpusFiles(format, `.${format}`)) {
    const read = await describedFile(root, file.slice(root.length + 1)).catch(() => null);
    if (!read) continue;
    const before = processorTime();
    chunkDocument(documentOf(read.content, read.structure), CHUNK_BUDGET.default);
    cost.chunking += processorTime() - before;
    cost.reading += read.reading ?? 0;
    cost.structure += read.describing;
  }
  return cost;
}
