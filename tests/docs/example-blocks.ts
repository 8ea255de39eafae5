import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** Every page that a person copies from. */
export const PAGES = [
  'README.md',
  'README.ko.md',
  'CONTRIBUTING.md',
  'clients/ts/README.md',
  ...['api', 'brief', 'deploy', 'install', 'rag', 'schema'].map((name) => `docs/${name}.md`),
];

export interface ExampleBlock {
  readonly page: string;
  readonly language: string;
  readonly code: string;
  /** Page and first line, to name it in a test. */
  readonly name: string;
}

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): ExampleBlock[] {
  const text = readFileSync(path.join(PROJECT, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    page,
    language,
    code,
    name: `${page}: ${code.split('\n', 1)[0]}`,
  }));
}

export const BLOCKS = PAGES.flatMap(blocksOf);

/** Commands of a shell block, one an entry: lines that a backslash joins are one, comments alone are none. */
export function commandsOf(code: string): string[] {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
