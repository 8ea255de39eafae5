import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

const ROOT = path.resolve(fileURLToPath(new URL('../../../shared/corpus', import.meta.url)));

/** The directory of real documents beside the checkout (never part of it), or null. */
export function corpusRoot(): string | null {
  return existsSync(path.join(ROOT, 'MANIFEST.tsv')) ? ROOT : null;
}

/** Sorted paths of the corpus files in one folder, with one of the given endings if any are given. */
export function corpusFiles(folder: string, ...endings: string[]): string[] {
  const root = corpusRoot();
  if (!root) return [];
  return readdirSync(path.join(root, folder))
    .filter((name) => endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending)))
    .sort()
    .map((name) => path.join(root, folder, name));
}

/** Tests over real documents: in CI a missing corpus fails, elsewhere it skips and says so. */
export function describeWithCorpus(name: string, tests: (root: string) => void): void {
  const root = corpusRoot();
  if (root) describe(name, () => tests(root));
  else if (process.env.CI) {
    describe(name, () => {
      it('has the corpus of real documents', () => {
        throw new Error('the corpus is missing: expected it in ../shared/corpus beside the checkout');
      });
    });
  } else {
    console.warn(`skipped: "${name}" needs the corpus in ../shared/corpus beside the checkout`);
    describe.skip(name, () => tests(''));
  }
}
