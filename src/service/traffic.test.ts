import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageResponseSchema } from '../contract/usage.ts';
import { metricsText } from './metrics.ts';
import { type Served, Traffic } from './traffic.ts';
import { usage } from './usage.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'traffic-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const served = (more: Partial<Served> = {}): Served => ({
  consumer: 'alpha',
  route: '/search',
  method: 'POST',
  status: 200,
  bytesIn: 10,
  ms: 1.6,
  ...more,
});
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('counts of requests', () => {
  it('are kept by consumer and route', () => {
    const traffic = new Traffic(null);
    traffic.record(served());
    traffic.record(served({ status: 400, bytesIn: 5, ms: 2 }));
    traffic.record(served({ consumer: 'beta' }));
    traffic.record(served({ route: '/parse' }));
    const all = usage(traffic, { consumer: 'default', administrator: true });
    expect(all.consumers.alpha?.['/search']).toEqual({ calls: 2, errors: 1, bytes_in: 15, ms: 4 });
    expect(Object.keys(all.consumers)).toEqual(['alpha', 'beta']);
    expect(UsageResponseSchema.parse(all)).toEqual(all);
  });

  it('are a consumer’s own for its key', () => {
    const traffic = new Traffic(null);
    traffic.record(served());
    traffic.record(served({ consumer: 'beta' }));
    expect(Object.keys(usage(traffic, { consumer: 'beta', administrator: false }).consumers)).toEqual(['beta']);
    expect(usage(traffic, { consumer: 'gamma', administrator: false }).consumers).toEqual({});
  });

  it('stand under unknown for a wrong key, and under nobody where there is none', () => {
    const traffic = new Traffic(null);
    traffic.record(served({ consumer: undefined, status: 401 }));
    traffic.record(served({ consumer: null }));
    expect(traffic.usage(null)).toEqual({ unknown: { '/search': { calls: 1, errors: 1, bytes_in: 10, ms: 2 } } });
  });

  it('are safe from names that mean something to the language', () => {
    const traffic = new Traffic(null);
    for (const consumer of ['__proto__', 'constructor', 'toString']) traffic.record(served({ consumer, route: '__proto__' }));
    expect(Object.keys(traffic.usage(null))).toEqual(['__proto__', 'constructor', 'toString']);
    expect(JSON.stringify(traffic.usage('__proto__'))).toContain('"calls":1');
  });
});

describe('the usage log', () => {
  it('has one JSON line a request, readable by its owner alone', async () => {
    const file = path.join(place, 'usage.jsonl');
    const traffic = new Traffic(file);
    traffic.record(served());
    traffic.record(served({ consumer: undefined, status: 401 }));
    await traffic.close();
    expect(lines(file)).toEqual([
      { at: expect.stringMatching(/Z$/), consumer: 'alpha', method: 'POST', route: '/search', status: 200, bytes_in: 10, ms: 2 },
      { at: expect.any(String), consumer: 'unknown', method: 'POST', route: '/search', status: 401, bytes_in: 10, ms: 2 },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('goes on when its file is moved away or removed, and after a half line', async () => {
    const file = path.join(place, 'usage.jsonl');
    writeFileSync(file, '{"half');
    const traffic = new Traffic(file);
    traffic.record(served());
    await traffic.close();
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"half\n\{.*\}\n$/);
    renameSync(file, `${file}.1`);
    traffic.record(served({ route: '/a' }));
    await traffic.close();
    expect(lines(file)).toHaveLength(1);
    rmSync(file);
    traffic.record(served());
    await traffic.close();
    expect(lines(file)).toHaveLength(1);
  });

  it('is written by itself soon', async () => {
    const file = path.join(place, 'usage.jsonl');
    new Traffic(file).record(served());
    await expect.poll(() => lines(file).length).toBe(1);
  });

  it('stops nothing when it cannot be written, and says so once', async () => {
    const said: string[] = [];
    const log = {
      info: (_fields: object, text: string) => said.push(text),
      warn() {},
      error: (_fields: object, text: string) => said.push(text),
    };
    const file = path.join(place, 'no', 'usage.jsonl');
    const traffic = new Traffic(file, log);
    for (let round = 0; round < 3; round++) {
      traffic.record(served());
      await traffic.close();
    }
    expect(said).toEqual([expect.stringContaining('cannot be written')]);
    mkdirSync(path.join(place, 'no'));
    traffic.record(served());
    await traffic.close();
    expect(said).toHaveLength(2);
    expect(lines(file)).toHaveLength(1);
  });
});

describe('metrics', () => {
  it('are figures in the text format of Prometheus and name nobody', () => {
    const traffic = new Traffic(null);
    traffic.record(served({ consumer: '비밀소비자' }));
    traffic.record(served({ status: 503 }));
    const pool = {
      waiting: 1,
      counts: { done: 3, started: 2, recycled: 0, died: { TIMEOUT: 1, LIMIT_EXCEEDED: 0, PARSER_FAILED: 0 } },
    };
    const desk = { pool, counts: { hits: 4, misses: 5 }, running: 2, damaged: 0 };
    const openTenants = { figures: () => ({ open: 7, files: 8, watches: 9, lost: 0 }) };
    const text = metricsText({ desk, traffic, openTenants } as unknown as Parameters<typeof metricsText>[0]);
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z_]+="[^"]*",?)+\})? [0-9.e+-]+)$/);
    expect(text).toContain('geungeo_requests_total{method="POST",route="/search",status="2xx"} 1\n');
    expect(text).toContain('geungeo_requests_total{method="POST",route="/search",status="5xx"} 1\n');
    expect(text).toContain('geungeo_readings_total{outcome="timeout"} 1\n');
    expect(text).toContain('geungeo_tenants_open 7\n');
    expect(text).not.toContain('비밀소비자');
    expect(metricsText({ desk, traffic, openTenants: null } as unknown as Parameters<typeof metricsText>[0])).toContain(
      'geungeo_tenants_open 0\n',
    );
  });
});
