import { describe, expect, it } from 'vitest';
import { ConfigError, loadSettings } from './load.ts';
import { corpusDirectory, isInBucket, refuseCacheInCorpus } from './places.ts';
import { sharedPlaces } from './shared-places.ts';

const KEYS = { AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' };
const placesOf = (env: Record<string, string>) => sharedPlaces(loadSettings({ ...KEYS, ...env }).settings);

describe('a corpus in a bucket', () => {
  it('is an address, and everything else a path', () => {
    const { settings } = loadSettings({ SERVICE_CORPUS: 's3://bucket/a/b/' });
    expect(corpusDirectory(settings)).toBe('s3://bucket/a/b');
    expect(isInBucket('s3://bucket/a/b')).toBe(true);
    for (const directory of ['/s3://bucket', '/corpus', 'file:/corpus']) expect(isInBucket(directory)).toBe(false);
    expect(() => refuseCacheInCorpus('/anywhere', 's3://bucket')).not.toThrow();
    expect(() => loadSettings({ SERVICE_CORPUS: 's3://Not A Bucket' })).toThrow('s3://bucket/prefix');
  });

  it('needs keys, which a directory does not', () => {
    expect(placesOf({ SERVICE_CORPUS: 's3://bucket/a' })).toMatchObject({
      corpus: { kind: 's3', bucket: 'bucket', prefix: 'a' },
      access: { accessKeyId: 'name' },
    });
    expect(placesOf({ SERVICE_CORPUS: '/corpus' })).toMatchObject({ corpus: null, access: null });
    expect(() => sharedPlaces(loadSettings({ SERVICE_CORPUS: 's3://bucket/a' }).settings)).toThrow(ConfigError);
  });

  it.each([
    ['s3://bucket', 's3://bucket/index', true],
    ['s3://bucket/a', 's3://bucket/a', true],
    ['s3://bucket/a', 's3://bucket/a/index', true],
    ['s3://bucket/a/b', 's3://bucket/a', true],
    ['s3://bucket/a', 's3://bucket', true],
    ['s3://bucket/a', 's3://bucket/ab', false],
    ['s3://bucket/a', 's3://other/a', false],
    ['s3://bucket/a', 'file:/index', false],
  ])('%s and what is kept at %s: refused %s', (corpus, other, refused) => {
    for (const variable of ['SERVICE_INDEX_URI', 'SERVICE_BLOBS_URI']) {
      const places = () => placesOf({ SERVICE_CORPUS: corpus, [variable]: other });
      if (refused) expect(places).toThrow('outside the corpus');
      else expect(places).not.toThrow();
    }
  });
});
