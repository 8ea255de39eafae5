import { describe, expect, it } from 'vitest';
import { StoreFailed } from '../object-store.ts';
import { parseListReply } from './list-reply.ts';

const reply = (inside: string) => `<?xml version="1.0"?><ListBucketResult><Prefix>p/</Prefix>${inside}</ListBucketResult>`;
const OBJECT =
  '<Contents><Key>p/a%20b%2B%EA%B0%80+c</Key><Size>7</Size><ETag>&quot;e-2&quot;</ETag><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>';

describe('the reply to a listing', () => {
  it('names objects, folders and where to go on', () => {
    const folders = '<CommonPrefixes><Prefix>p/%EA%B0%80/</Prefix></CommonPrefixes>';
    const rest = '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>';
    const { objects, folders: found, next } = parseListReply(reply(OBJECT + folders + rest));
    expect(objects).toEqual([{ key: 'p/a b+가 c', bytes: 7, tag: 'e-2', written: new Date('2026-01-02T03:04:05Z') }]);
    expect([found, next]).toEqual([['p/가/'], 't']);
    expect(parseListReply(reply('<IsTruncated>false</IsTruncated>'))).toEqual({ objects: [], folders: [], next: null });
  });

  it.each([
    ['says that more follows and not where', reply(`${OBJECT}<IsTruncated>true</IsTruncated>`)],
    ['does not say whether more follows', reply(OBJECT)],
    ['breaks off', reply(`${OBJECT}<IsTruncated>false</IsTruncated>`).slice(0, -20)],
    ['is somebody else’s page', '<html><body>Sign in</body></html>'],
    ['is empty', ''],
    ['has a key that cannot be', reply('<Contents><Key>%E0%</Key></Contents><IsTruncated>false</IsTruncated>')],
  ])('is none where it %s: what is not listed counts as removed', (_, text) => {
    expect(() => parseListReply(text)).toThrow(StoreFailed);
  });
});
