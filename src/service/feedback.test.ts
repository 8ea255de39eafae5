import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestProblem } from '../contract/errors.ts';
import type { FeedbackRequest } from '../contract/feedback.ts';
import { FeedbackRecord } from './feedback.ts';
import type { Caller } from './key-ring.ts';

let place: string;
let file: string;
let record: FeedbackRecord;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'feedback-'));
  file = path.join(place, 'feedback.jsonl');
  record = new FeedbackRecord(file);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const ADMINISTRATOR: Caller = { consumer: 'default', administrator: true };
const alpha: Caller = { consumer: 'alpha', administrator: false };
const beta: Caller = { consumer: 'beta', administrator: false };
const sent = (more: Partial<FeedbackRequest> = {}): FeedbackRequest => ({ kind: 'missing', filename: 'a.hwp', ...more });
const problem = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: RequestProblem) => error.code,
  );

describe('feedback', () => {
  it('is recorded with who sent it and when, and listed, the latest first', async () => {
    const first = await record.send(alpha, sent({ note: '첫째' }));
    const second = await record.send(
      alpha,
      sent({ kind: 'wrong_value', field: 'issued_date', expected: '2026', tenant: 'alpha' }),
    );
    expect(first.recorded).toBe(true);
    const { total, items } = await record.list(alpha, 10);
    expect(total).toBe(2);
    expect(items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(items[1]).toEqual({
      id: first.id,
      at: expect.stringMatching(/Z$/),
      consumer: 'alpha',
      kind: 'missing',
      filename: 'a.hwp',
      note: '첫째',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is seen by its sender and by the administrator', async () => {
    await record.send(alpha, sent());
    await record.send(beta, sent({ note: '베타' }));
    await record.send(ADMINISTRATOR, sent());
    expect((await record.list(alpha, 10)).total).toBe(1);
    expect((await record.list(beta, 10)).items.map(({ note }) => note)).toEqual(['베타']);
    expect((await record.list(ADMINISTRATOR, 10)).total).toBe(3);
    expect((await record.list({ consumer: null, administrator: true }, 10)).total).toBe(3);
  });

  it('is cut at the limit, the total stays', async () => {
    for (let number = 0; number < 25; number++) await record.send(alpha, sent({ note: String(number) }));
    const { total, items } = await record.list(ADMINISTRATOR, 3);
    expect([total, items.map(({ note }) => note)]).toEqual([25, ['24', '23', '22']]);
  });

  it('names no tenant of another', async () => {
    expect(await problem(record.send(alpha, sent({ tenant: 'beta' })))).toBe('TENANT_FORBIDDEN');
    expect(await problem(record.send(alpha, sent({ tenant: '../x' })))).toBe('TENANT_INVALID');
    expect((await record.list(ADMINISTRATOR, 10)).total).toBe(0);
  });

  it('cannot set what is ours to say, nor bring a document along', async () => {
    const forged = {
      ...sent(),
      consumer: 'beta',
      id: 'mine',
      at: '1999-01-01T00:00:00Z',
      data_base64: 'AAAA',
    } as FeedbackRequest;
    const { id } = await record.send(alpha, forged);
    const [item] = (await record.list(alpha, 10)).items;
    expect(item?.id).toBe(id);
    expect(item?.id).not.toBe('mine');
    expect(item?.at.startsWith('1999')).toBe(false);
    expect(readFileSync(file, 'utf8')).not.toContain('AAAA');
  });

  it('survives a restart, a half line and lines of somebody else', async () => {
    await record.send(alpha, sent());
    appendFileSync(file, '{"id":"half');
    record = new FeedbackRecord(file);
    await record.send(alpha, sent());
    appendFileSync(file, 'nonsense\n{"id":1}\n\n');
    expect((await record.list(alpha, 10)).total).toBe(2);
  });

  it('takes many at once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => record.send(alpha, sent({ note: '글'.repeat(2000) }))));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(50);
    expect((await record.list(alpha, 1000)).items).toHaveLength(50);
  });

  it('is refused where there is no place for it, or the place is no file', async () => {
    expect(await problem(new FeedbackRecord(null).send(alpha, sent()))).toBe('FEEDBACK_NOT_CONFIGURED');
    expect(await problem(new FeedbackRecord(null).list(alpha, 1))).toBe('FEEDBACK_NOT_CONFIGURED');
    mkdirSync(file);
    expect(await problem(record.send(alpha, sent()))).toBe('STORAGE_UNAVAILABLE');
    expect(await problem(record.list(alpha, 1))).toBe('STORAGE_UNAVAILABLE');
    rmSync(file, { recursive: true });
    expect((await record.send(alpha, sent())).recorded).toBe(true);
    expect(await problem(new FeedbackRecord('/dev/full').send(alpha, sent()))).toBe('STORAGE_UNAVAILABLE');
  });
});
