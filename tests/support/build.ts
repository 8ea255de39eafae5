import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

export interface Build {
  /** Holds what `src` would give, file for file. */
  readonly directory: string;
  remove(): void;
}

/** Compiles sources and all they import, for tests that need plain node: it does not run TypeScript in every version we support. */
export function build(...sources: string[]): Build {
  // Below node_modules, so that the compiled files find the packages.
  const cache = path.join(PROJECT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(path.join(cache, 'test-build-'));
  const config = path.join(directory, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(PROJECT, 'tsconfig.build.json'),
      compilerOptions: {
        rootDir: path.join(PROJECT, 'src'),
        outDir: directory,
        typeRoots: [path.join(PROJECT, 'node_modules', '@types')],
      },
      files: sources.map((source) => path.join(PROJECT, 'src', source)),
      include: [],
    }),
  );
  writeFileSync(path.join(directory, 'package.json'), '{"type":"module"}');
  execFileSync(process.execPath, [path.join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', config], {
    stdio: 'inherit',
  });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
