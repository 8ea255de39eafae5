import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '../../src/parsing/pool.ts';
import type { Outcome } from '../../src/parsing/supervisor.ts';
import { type Build, build } from '../support/build.ts';
import { processesWith } from './process-table.ts';

const MB = 1024 * 1024;
const DRIVER = fileURLToPath(new URL('./drive-pool.mjs', import.meta.url));

/** How each document that misbehaves has to end, and how many of the two hundred do. */
const ENDS: Record<string, readonly [count: number, end: 'done' | 'TIMEOUT' | 'LIMIT_EXCEEDED' | 'PARSER_FAILED']> = {
  good: [90, 'done'],
  'flood stdout': [8, 'done'],
  loop: [8, 'TIMEOUT'],
  'loop with beats': [5, 'TIMEOUT'],
  stop: [8, 'TIMEOUT'],
  heap: [9, 'LIMIT_EXCEEDED'],
  buffers: [8, 'LIMIT_EXCEEDED'],
  'untouched buffers': [4, 'LIMIT_EXCEEDED'],
  exit: [8, 'PARSER_FAILED'],
  abort: [8, 'PARSER_FAILED'],
  segfault: [4, 'PARSER_FAILED'],
  'stack overflow': [8, 'PARSER_FAILED'],
  'flood stderr': [8, 'PARSER_FAILED'],
  'flood messages': [6, 'PARSER_FAILED'],
  'endless message': [6, 'PARSER_FAILED'],
  garbage: [6, 'PARSER_FAILED'],
  'wrong message': [4, 'PARSER_FAILED'],
  throws: [2, 'PARSER_FAILED'],
};

describe('two hundred documents of which more than half misbehave', () => {
  let built: Build;
  let directory: string;
  let report: {
    outcomes: (Outcome & { order: string; right: boolean })[];
    peak: number;
    seconds: number;
    lag: number;
    running: number;
    waiting: number;
    counts: Pool['counts'];
  };
  const jobs = shuffled(20_260);

  beforeAll(async () => {
    built = build('parsing/pool.ts');
    directory = mkdtempSync(path.join(tmpdir(), 'geungeo-chaos-'));
    const jobsFile = path.join(directory, 'jobs.json');
    writeFileSync(jobsFile, JSON.stringify(jobs));
    const run = promisify(execFile)(process.execPath, [DRIVER, built.directory, directory, jobsFile], { maxBuffer: 64 * MB });
    report = JSON.parse((await run).stdout);
  }, 180_000);

  afterAll(() => {
    built?.remove();
    if (directory) rmSync(directory, { recursive: true, force: true });
  });

  it('end each in its own way, and exactly as often as they were sent', () => {
    expect(jobs).toHaveLength(200);
    const counted: Record<string, Record<string, number>> = {};
    for (const outcome of report.outcomes) {
      const end = outcome.kind === 'died' ? outcome.reason : outcome.kind;
      counted[outcome.order] = { ...counted[outcome.order], [end]: (counted[outcome.order]?.[end] ?? 0) + 1 };
    }
    const expected = Object.fromEntries(Object.entries(ENDS).map(([order, [count, end]]) => [order, { [end]: count }]));
    expect(counted).toEqual(expected);
  });

  it('leave every good document read, and rightly', () => {
    const read = report.outcomes.filter((outcome) => outcome.order === 'good' || outcome.order === 'flood stdout');
    expect(read.filter((outcome) => !outcome.right)).toEqual([]);
  });

  it('keep the format that was known when the reader died', () => {
    const died = report.outcomes.filter((outcome) => outcome.kind === 'died');
    expect(new Set(died.map((outcome) => outcome.kind === 'died' && outcome.format))).toEqual(new Set(['hwpx']));
  });

  it('cost the server less than 150 MB of memory and never stop it for long', () => {
    console.info(
      `chaos: ${report.seconds.toFixed(1)} s, peak ${Math.round(report.peak / MB)} MB, longest stall ${Math.round(report.lag)} ms, ${report.counts.started} children`,
    );
    expect(report.peak).toBeLessThan(150 * MB);
    expect(report.lag).toBeLessThan(1000);
  });

  it('leave nothing under way, no process and no scratch directory', () => {
    expect([report.running, report.waiting]).toEqual([0, 0]);
    expect(processesWith(directory)).toEqual([]);
    expect(readdirSync(path.join(directory, 'scratch'))).toEqual([]);
  });
});

/** The same order of jobs for the same seed: mulberry32 and Fisher-Yates. */
function shuffled(seed: number): { do: string; n: number }[] {
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const all = Object.entries(ENDS).flatMap(([order, [count]]) => Array.from({ length: count }, (_, n) => ({ do: order, n })));
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j] as (typeof all)[0], all[i] as (typeof all)[0]];
  }
  return all;
}
