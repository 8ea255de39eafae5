import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyDigest, overlappingConsumers, parseConsumerKeys } from './keys.ts';
import { ConfigError, loadSettings } from './load.ts';
import { cacheDirectory, corpusDirectory, isKeyed, refuseCacheInCorpus, refuseOpenServer } from './places.ts';
import { SETTINGS } from './settings.ts';

function problemsOf(env: Record<string, string>, flags = {}): string {
  try {
    loadSettings(env, flags);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

describe('settings', () => {
  it('have one variable each', () => {
    const variables = Object.values(SETTINGS).map((setting) => setting.variable);
    expect(new Set(variables).size).toBe(variables.length);
  });

  it('have a fallback where nothing is given', () => {
    const { settings, given } = loadSettings({});
    expect(settings).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      maxUpload: 104_857_600,
      parseTimeout: 120,
      parseMemory: 1_073_741_824,
      noCache: false,
      apiKey: null,
    });
    expect(given.size).toBe(0);
  });

  it('come from a variable, and a flag wins over it', () => {
    expect(loadSettings({ SERVICE_PORT: '1' }).settings.port).toBe(1);
    expect(loadSettings({ SERVICE_PORT: '1' }, { port: '2' }).settings.port).toBe(2);
  });

  it('take an empty variable for none', () => {
    const { settings } = loadSettings({ SERVICE_API_KEY: '', SERVICE_PORT: '' });
    expect([settings.apiKey, settings.port]).toEqual([null, 8080]);
  });

  it.each([
    ['SERVICE_PORT', 'ninety'],
    ['SERVICE_PORT', '65536'],
    ['SERVICE_PORT', '1e3'],
    ['SERVICE_RATE_LIMIT', 'abc'],
    ['SERVICE_RATE_LIMIT', '-1'],
    ['SERVICE_MAX_PARALLEL', 'x'],
    ['SERVICE_MAX_UPLOAD', '10MB'],
    ['SERVICE_MAX_UPLOAD', '0'],
    ['SERVICE_VECTORS', 'perhaps'],
    ['SERVICE_LLM_BASE_URL', 'not a url'],
    ['SERVICE_LLM_BASE_URL', 'file:///etc/passwd'],
    ['SERVICE_TRUST_PROXY', '10.0.0.0/33'],
    ['SERVICE_TRUST_PROXY', 'everybody'],
    ['SERVICE_HOST', 'a b'],
    ['SERVICE_LOG_LEVEL', 'loud'],
    ['SERVICE_CORPUS', 'a\0b'],
    ['SERVICE_PARSE_MEMORY', '1024'],
  ])('%s=%j does not parse, and the message says which and what is expected', (variable, value) => {
    const message = problemsOf({ [variable]: value });
    expect(message).toContain(variable);
    expect(message).toContain('expected');
  });

  it('name every wrong value at once', () => {
    expect(problemsOf({ SERVICE_PORT: 'x' }, { host: 'a b' }).split('\n')).toHaveLength(2);
  });

  it('never print a secret, not even a broken one', () => {
    const message = problemsOf({ SERVICE_API_KEYS: '{"alpha": "super-secret-value' });
    expect(message).toContain('SERVICE_API_KEYS');
    expect(message).not.toContain('super');
  });

  it('name unknown variables of the prefix', () => {
    expect(loadSettings({ SERVICE_NO_SUCH_THING: '1', OTHER: '1', SERVICE_PORT: '1' }).unknownVariables).toEqual([
      'SERVICE_NO_SUCH_THING',
    ]);
  });

  it('refuse a cache and no cache at once, but a flag for it undoes a variable against it', () => {
    expect(problemsOf({}, { cache: '/c', 'no-cache': true })).toContain('--no-cache');
    expect(loadSettings({ SERVICE_NO_CACHE: '1' }, { cache: '/c' }).settings).toMatchObject({ noCache: false, cache: '/c' });
    expect(loadSettings({ SERVICE_CACHE: '/c' }, { 'no-cache': true }).settings.noCache).toBe(true);
  });
});

describe('the places', () => {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'places-'));
    mkdirSync(path.join(root, 'corpus'));
    symlinkSync(path.join(root, 'corpus'), path.join(root, 'link'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('of the cache is $XDG_CACHE_HOME/geungeo, else below the home directory', () => {
    const { settings } = loadSettings({});
    expect(cacheDirectory(settings, { XDG_CACHE_HOME: '/x' })).toBe('/x/geungeo');
    expect(cacheDirectory(settings, { XDG_CACHE_HOME: 'relative' })).toMatch(/\.cache[/\\]geungeo$/);
    expect(cacheDirectory(loadSettings({ SERVICE_CACHE: '/c' }).settings, {})).toBe('/c');
    expect(cacheDirectory(loadSettings({ SERVICE_CACHE: '/c', SERVICE_NO_CACHE: '1' }).settings, {})).toBeNull();
  });

  it('of the cache is never the corpus or in it, not by a link either', () => {
    const corpus = path.join(root, 'corpus');
    for (const inside of ['corpus', 'corpus/a/b', 'link/cache', 'corpus/..hidden']) {
      expect(() => refuseCacheInCorpus(path.join(root, inside), corpus), inside).toThrow(ConfigError);
    }
    for (const outside of ['cache', 'corpus2', '.'])
      expect(() => refuseCacheInCorpus(path.join(root, outside), corpus)).not.toThrow();
    expect(() => refuseCacheInCorpus(null, corpus)).not.toThrow();
  });

  it('of the corpus has to be given and to be there', () => {
    expect(() => corpusDirectory(loadSettings({}).settings)).toThrow('SERVICE_CORPUS');
    expect(() => corpusDirectory(loadSettings({}, { corpus: path.join(root, 'gone') }).settings)).toThrow(
      'a directory that is there',
    );
    expect(corpusDirectory(loadSettings({}, { corpus: path.join(root, 'corpus') }).settings)).toBe(path.join(root, 'corpus'));
  });
});

describe('an address beyond loopback', () => {
  it.each(['0.0.0.0', '::', '10.1.2.3', 'example.org', '128.0.0.1'])('%s needs a key', (host) => {
    expect(() => refuseOpenServer(loadSettings({}, { host }).settings)).toThrow(ConfigError);
    expect(() => refuseOpenServer(loadSettings({ SERVICE_API_KEYS: '{}' }, { host }).settings)).toThrow(ConfigError);
    for (const env of [{ SERVICE_API_KEY: 'k' }, { SERVICE_API_KEYS: '{"a":"k"}' }, { SERVICE_API_KEYS_FILE: '/gone' }]) {
      const { settings } = loadSettings(env, { host });
      expect(isKeyed(settings)).toBe(true);
      expect(() => refuseOpenServer(settings)).not.toThrow();
    }
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('%s is none', (host) => {
    expect(() => refuseOpenServer(loadSettings({}, { host }).settings)).not.toThrow();
  });
});

describe('consumers and their keys', () => {
  it('are names and keys, or names and digests of keys', () => {
    const plain = parseConsumerKeys('{"alpha":"one"}');
    const hashed = parseConsumerKeys(`{"alpha":"sha256:${keyDigest('one').toString('hex')}"}`);
    expect(plain).toEqual(hashed);
    expect(parseConsumerKeys('\ufeff{}')?.size).toBe(0);
  });

  it.each([
    '',
    '[]',
    'null',
    '"x"',
    '{"alpha": ',
    '{"alpha": 5}',
    '{"alpha": ""}',
    '{"default": "x"}',
    '{"unknown": "x"}',
    '{"../x": "x"}',
    '{"a":"1","a":"2"}',
    '{"a":"1","b":"1"}',
    '{"__proto__":"x"}',
    '{"a":"sha256:12"}',
    `{"a":"${'x'.repeat(5000)}"}`,
  ])('are not %j', (text) => {
    expect(parseConsumerKeys(text)).toBeNull();
  });

  it('overlap where one name goes on from another', () => {
    expect(overlappingConsumers(['a-b', 'a', 'ab', 'c'])).toEqual([['a', 'a-b']]);
  });
});
