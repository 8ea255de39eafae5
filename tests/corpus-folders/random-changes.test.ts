import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Corpus } from '../../src/corpus/corpus.ts';
import { FakeReader, FakeStore } from './fakes.ts';

const RUNS = Number(process.env.GEUNGEO_TEST_RUNS ?? 40);

/** What the folder holds, found in the plainest way. */
function truth(directory: string, prefix = ''): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'ACL.json') continue;
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) Object.assign(found, truth(file, `${prefix}${entry.name}/`));
    else if (entry.isFile()) found[`${prefix}${entry.name}`] = readFileSync(file, 'utf8').split('\n');
  }
  return found;
}

const place = fc.constantFrom('a', 'b', 'c', 'd/a', 'd/b', 'd/e/a', 'd/e', 'd', 'f', '.h');
const change = fc.oneof(
  fc.record({ do: fc.constant('put' as const), at: place, text: fc.constantFrom('1', '2', '3', '12\n3') }),
  fc.record({ do: fc.constant('swap' as const), at: place, text: fc.constantFrom('1', '2', '3') }),
  fc.record({ do: fc.constant('remove' as const), at: place }),
  fc.record({ do: fc.constant('move' as const), at: place, to: place }),
  fc.record({ do: fc.constant('copy' as const), at: place, to: place }),
  fc.record({ do: fc.constant('old' as const), at: place }),
  fc.record({ do: fc.constant('look' as const) }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(root: string, step: Change): void {
  const at = 'at' in step ? path.join(root, step.at) : '';
  const parent = (file: string) => mkdirSync(path.dirname(file), { recursive: true });
  if (step.do === 'put') {
    parent(at);
    writeFileSync(at, step.text);
  } else if (step.do === 'swap') {
    writeFileSync(path.join(root, '.new'), step.text);
    utimesSync(path.join(root, '.new'), 1, 1);
    parent(at);
    renameSync(path.join(root, '.new'), at);
  } else if (step.do === 'remove') rmSync(at, { recursive: true, force: true });
  else if (step.do === 'move') {
    parent(path.join(root, step.to));
    renameSync(at, path.join(root, step.to));
  } else if (step.do === 'copy') cpSync(at, path.join(root, step.to), { recursive: true });
  else if (step.do === 'old') utimesSync(at, 1, 1);
}

describe.each([true, false])('after any changes of a folder (following change events: %s)', (watch) => {
  it('a call gives exactly what is there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (steps) => {
        const directory = mkdtempSync(path.join(tmpdir(), 'random-'));
        const root = path.join(directory, 'room');
        mkdirSync(root);
        const corpus = await Corpus.open({ directory, store: new FakeStore(), reader: new FakeReader(), parallel: 2, watch });
        const compare = async () =>
          expect(await corpus.use('room', undefined, async ({ index }) => Object.fromEntries(index.texts))).toEqual(truth(root));
        try {
          for (const step of steps) {
            try {
              apply(root, step);
            } catch {
              // A step that makes no sense here: a file where a folder is, or nothing to move.
            }
            if (step.do === 'look') await compare();
          }
          await compare();
        } finally {
          corpus.close();
          rmSync(directory, { recursive: true, force: true });
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('for any rules and principal', () => {
  const principal = fc.constantFrom('kim', 'lee', '*');
  const names = ['공개.hwp', '비밀.hwp', '비밀/안.hwp', 'a.zip', '빈.pdf', '경고.hwp'];
  const contents: Record<string, string> = {
    '공개.hwp': '하나\n둘',
    '비밀.hwp': '셋',
    '비밀/안.hwp': '넷',
    'a.zip': 'zip\n속.hwp=다섯\n비밀.hwp=!EMPTY',
    '빈.pdf': '!EMPTY',
    '경고.hwp': '~PAGES_UNKNOWN',
  };
  const rule = fc.record({
    files: fc.constantFrom('*', '비밀*', '*.pdf', 'a.zip', 'a.zip/속.hwp', '비밀', '경고?hwp'),
    allow: fc.array(principal, { maxLength: 2 }),
  });
  const rules = fc.record({ default: fc.array(principal, { maxLength: 2 }), rules: fc.array(rule, { maxLength: 4 }) });

  it('a listing is that of a folder without the hidden files', async () => {
    const listing = async (files: readonly string[], given: unknown, who: string | undefined) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'hidden-'));
      for (const name of files) {
        mkdirSync(path.dirname(path.join(directory, 'room', name)), { recursive: true });
        writeFileSync(path.join(directory, 'room', name), contents[name] ?? '');
      }
      mkdirSync(path.join(directory, 'room'), { recursive: true });
      writeFileSync(path.join(directory, 'room', 'ACL.json'), JSON.stringify(given));
      const corpus = await Corpus.open({ directory, store: new FakeStore(), reader: new FakeReader(), parallel: 2 });
      try {
        return await corpus.use('room', who, async (view) => ({
          json: JSON.stringify([view.counts, view.skipped, [...view.listing()], [...view.classes].length]),
          seen: view.documents.map(({ name }) => name),
        }));
      } finally {
        corpus.close();
        rmSync(directory, { recursive: true, force: true });
      }
    };
    await fc.assert(
      fc.asyncProperty(rules, fc.option(fc.constantFrom('kim', 'lee', 'park'), { nil: undefined }), async (given, who) => {
        const whole = await listing(names, given, who);
        const visible = names.filter((name) => whole.seen.some((seen) => seen === name || seen.startsWith(`${name}/`)));
        const hidden = whole.seen.filter((seen) => seen.startsWith('a.zip/')).length === 1;
        // Half a bundle cannot be taken out of a folder.
        if (hidden) return;
        expect((await listing(visible, given, who)).json).toBe(whole.json);
      }),
      { numRuns: RUNS },
    );
  });
});
