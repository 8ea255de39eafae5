import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';
import { TestServer } from '../support/server.ts';
import { mutate, seeded } from './mutations.ts';

const COUNT = Number(process.env.MUTATIONS ?? (process.env.GEUNGEO_NIGHTLY ? 2000 : 300));
const SEED = Number(process.env.SEED ?? 20260101);
/** Longest that one file may take, and the largest file that is taken: time goes into variety, not size. */
const MOST_MS = 15_000;
const MOST_BYTES = 400_000;
const ENDINGS = ['.hwp', '.hwpx', '.docx', '.xlsx', '.zip', '.pdf', '.png', '.jpg', '.tif', '.gif', '.webp', '.bmp'];
/** Damaged pages are to end well, not to be read well: a page from pixels each tells as much as all of them. */
const OCR_PAGES = process.env.GEUNGEO_NIGHTLY ? '1' : '0';

describeWithCorpus('a sweep of damaged documents', (root) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start({ flags: ['--no-cache'], env: { SERVICE_OCR_PAGES: OCR_PAGES } });
  });
  afterAll(async () => {
    await server.stop();
  });

  it(`of ${COUNT} files all give text or a reason, in time, and no reader dies unexplained`, { timeout: 3_600_000 }, async () => {
    const random = seeded(SEED);
    const sources = ['hwp', 'hwpx', 'docx', 'xlsx', 'zip', 'pdf', 'image']
      .map((folder) =>
        corpusFiles(folder, ...ENDINGS).filter((file) => statSync(file).size < MOST_BYTES && !/bomb|poc/.test(file)),
      )
      .filter((files) => files.length > 0);
    const outcomes = new Map<string, number>();
    const failures: string[] = [];
    let slowest = 0;
    for (let n = 0; n < COUNT; n++) {
      const files = sources[n % sources.length] as string[];
      const file = files[Math.floor(random() * files.length)] as string;
      const seed = Math.floor(random() * 2 ** 31);
      const { bytes, how } = mutate(readFileSync(file), seed);
      const label = `${path.relative(root, file)} ${how} seed ${seed}`;
      const started = performance.now();
      const answer = await server.file('/parse', path.basename(file), bytes);
      const took = performance.now() - started;
      slowest = Math.max(slowest, took);
      const reason: string = answer.body?.access?.readable ? 'read' : (answer.body?.access?.reason ?? 'no document');
      outcomes.set(reason, (outcomes.get(reason) ?? 0) + 1);
      if (answer.status !== 200) failures.push(`${label}: status ${answer.status}`);
      else if (took > MOST_MS) failures.push(`${label}: ${Math.round(took)} ms`);
      else if (reason === 'PARSER_FAILED' || reason === 'TIMEOUT' || reason === 'no document')
        failures.push(`${label}: ${reason}`);
    }
    console.log(`mutation sweep, ${COUNT} files, slowest ${Math.round(slowest)} ms`, Object.fromEntries(outcomes));
    const deaths = server.log.filter((line) => /died|failed/.test(String(line.msg)));
    if (failures.length > 0) console.log(deaths.slice(0, 20));
    expect(failures).toEqual([]);
    expect((await server.send('GET', '/health')).body.ok).toBe(true);
  });
});
