import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { RequestProblem } from '../contract/errors.ts';
import type { FeedbackList, FeedbackRequest, FeedbackResponse } from '../contract/feedback.ts';
import { type FeedbackItem, FeedbackItemSchema } from '../model/feedback.ts';
import type { Caller } from './key-ring.ts';
import { appendLines } from './line-file.ts';
import { tenantFor } from './tenant-access.ts';

/** Reports of documents that were not read or read wrongly, one a line in a file of the operator's. */
export class FeedbackRecord {
  private readonly file: string | null;
  private last: Promise<unknown> = Promise.resolve();

  /** Null: there is no place for them. */
  constructor(file: string | null) {
    this.file = file;
  }

  /** Is on disk when it is answered. */
  async send(caller: Caller, sent: FeedbackRequest): Promise<FeedbackResponse> {
    const tenant = sent.tenant === undefined ? undefined : tenantFor(caller, sent.tenant);
    const { file } = this;
    if (file === null) throw new RequestProblem('FEEDBACK_NOT_CONFIGURED');
    const item: FeedbackItem = {
      ...sent,
      ...(tenant === undefined ? {} : { tenant }),
      id: randomUUID(),
      at: new Date().toISOString(),
      consumer: caller.consumer,
    };
    const line = JSON.stringify(FeedbackItemSchema.parse(item));
    // One after the other: a line is looked at before the next is put behind it.
    const written = this.last.then(() => appendLines(file, [line], { sync: true }));
    this.last = written.catch(() => {});
    await written.catch((error) => {
      throw writeTrouble(error);
    });
    return { recorded: true, id: item.id };
  }

  /** The latest first; an administrative key sees all, another its own. */
  async list({ consumer, administrator }: Caller, limit: number): Promise<FeedbackList> {
    if (this.file === null) throw new RequestProblem('FEEDBACK_NOT_CONFIGURED');
    let total = 0;
    let latest: FeedbackItem[] = [];
    for await (const item of itemsOf(this.file)) {
      if (!administrator && item.consumer !== consumer) continue;
      total++;
      latest.push(item);
      if (latest.length >= 2 * limit) latest = latest.slice(-limit);
    }
    return { total, items: latest.slice(-limit).reverse() };
  }
}

async function* itemsOf(file: string): AsyncGenerator<FeedbackItem> {
  try {
    const handle = await open(file, 'r');
    try {
      for await (const line of handle.readLines({ encoding: 'utf8' })) {
        const item = itemOf(line);
        if (item !== null) yield item;
      }
    } finally {
      await handle.close().catch(() => {});
    }
  } catch (error) {
    // Nothing was sent yet, or the file was moved away.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new RequestProblem('STORAGE_UNAVAILABLE', { cause: error });
  }
}

/** Null for a line that is no item: half of one after a crash, or somebody else's. */
function itemOf(line: string): FeedbackItem | null {
  try {
    return FeedbackItemSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function writeTrouble(error: NodeJS.ErrnoException): RequestProblem {
  const code = error.code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return new RequestProblem('STORAGE_FULL', { cause: error });
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return new RequestProblem('STORAGE_READ_ONLY', { cause: error });
  return new RequestProblem('STORAGE_UNAVAILABLE', { cause: error });
}
