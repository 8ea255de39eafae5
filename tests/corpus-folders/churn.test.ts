import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Corpus } from '../../src/corpus/corpus.ts';
import { FakeReader, FakeStore, sha256 } from './fakes.ts';

/** Another process that puts, changes in place, replaces, renames and removes files as fast as it can. */
const CHURN = `
const fs = require('node:fs'), path = require('node:path');
const [root, seconds] = process.argv.slice(1);
const until = Date.now() + seconds * 1000;
const any = (list) => list[Math.floor(Math.random() * list.length)];
for (let round = 0; Date.now() < until; round++) {
  const file = path.join(root, any(['', 'd', 'd/e']), any(['a', 'b', 'c', 'd1']) + '.hwp');
  try {
    const what = Math.random();
    if (what < 0.35) fs.writeFileSync(file, 'text ' + round + '\\nline'.repeat(round % 50));
    else if (what < 0.5) { fs.writeFileSync(path.join(root, '.n'), 'swap ' + round); fs.renameSync(path.join(root, '.n'), file); }
    else if (what < 0.6) fs.appendFileSync(file, '+');
    else if (what < 0.75) fs.rmSync(file, { force: true });
    else if (what < 0.9) fs.renameSync(file, path.join(root, any(['', 'd']), 'm' + any([1, 2, 3]) + '.hwp'));
    else if (what < 0.93) fs.rmSync(path.join(root, 'd'), { recursive: true, force: true });
    else fs.mkdirSync(path.join(root, 'd/e'), { recursive: true });
  } catch {}
}`;

it('every call sees whole documents while another process churns the folder, and the last sees what is there', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'churn-'));
  const root = path.join(directory, 'room');
  mkdirSync(path.join(root, 'd/e'), { recursive: true });
  const reader = new FakeReader();
  const corpus = await Corpus.open({ directory, store: new FakeStore(), reader, parallel: 4 });
  const churn = spawn(process.execPath, ['-e', CHURN, root, '4'], { stdio: 'inherit' });
  let over = false;
  const ended = new Promise<void>((resolve) =>
    churn.on('exit', () => {
      over = true;
      resolve();
    }),
  );
  let calls = 0;
  const caller = async () => {
    while (!over) {
      calls++;
      await corpus.use('room', undefined, async ({ index }) => {
        for (const { name, docId, chunks } of index.documents.values()) {
          const text = (index.texts.get(name) ?? []).join('\n');
          if (chunks > 0) expect(docId).toBe(`sha256:${sha256(text)}`);
        }
      });
    }
  };
  try {
    await Promise.all([caller(), caller(), caller(), ended]);
    const found = await corpus.use('room', undefined, async ({ index }) =>
      Object.fromEntries([...index.texts].map(([name, lines]) => [name, lines.join('\n')])),
    );
    const there = Object.fromEntries(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]),
    );
    expect(found).toEqual(there);
    expect(calls).toBeGreaterThan(20);
    expect(reader.reads.length).toBeGreaterThan(20);
  } finally {
    corpus.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
