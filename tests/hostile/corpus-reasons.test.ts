import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';
import { TestServer } from '../support/server.ts';
import { expectedFor } from './expected-reasons.ts';

/** Longest that one hostile file may take. */
const MOST_MS = 10_000;
/** Where a page is read from pixels, or a bundle holds many documents. */
const MOST_MS_LARGE = 60_000;
const LARGE = /png_named|mixed_bad_inside|malformed_932|의안원문|blank_page/;

describeWithCorpus('hostile, damaged and foreign files of the corpus', (root) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await server.stop();
  });

  const files = ['bad', 'unsupported', 'zip', 'hwpx', 'docx', 'xlsx', 'pdf', 'image']
    .flatMap((folder) => corpusFiles(folder))
    .filter((file) => expectedFor(path.relative(root, file)) !== undefined);

  for (const file of files) {
    const name = path.relative(root, file);
    const expected = expectedFor(name) as string;
    const most = LARGE.test(name) ? MOST_MS_LARGE : MOST_MS;
    it(`${name}: ${expected}`, { timeout: 2 * most }, async () => {
      const started = performance.now();
      const answer = await server.file('/parse', path.basename(file), readFileSync(file));
      const took = performance.now() - started;
      expect(answer.status).toBe(200);
      expect(outcome(answer.body, expected)).toBe(expected);
      expect(took).toBeLessThan(most);
    });
  }

  it('leave the server as it was: alive, its spool empty, nothing written outside', async () => {
    expect((await server.send('GET', '/health')).body).toMatchObject({ ok: true, limits: { parsing_now: 0 } });
    const left = readdirSync(server.cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('parsed'))
      .map((entry) => entry.name);
    expect(left.filter((name) => !name.startsWith('.') && !/owner|pid|lock/.test(name))).toEqual([]);
    for (const outside of ['evil.txt', 'slip.txt', 'passwd']) expect(existsSync(path.join(tmpdir(), outside))).toBe(false);
  });
});

interface Answered {
  access: { readable: boolean; reason: string | null; reason_text?: string; drm_vendor: string | null };
  warnings: { code: string }[];
}

/** The outcome in the words of the table: the reason (and DRM product), or `read` and the warning that the table asks for. */
function outcome(document: Answered, expected: string): string {
  const { access } = document;
  if (!access.readable) {
    expect(access.reason_text).toMatch(/[가-힣]/);
    return access.drm_vendor ? `${access.reason} ${access.drm_vendor}` : String(access.reason);
  }
  const wanted = expected.split(' ')[1];
  return wanted && document.warnings.some((warning) => warning.code === wanted) ? `read ${wanted}` : 'read';
}
