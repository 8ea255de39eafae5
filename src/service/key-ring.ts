import { createHash, timingSafeEqual } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ADMINISTRATOR, type ConsumerKeys, keyDigest, parseConsumerKeys } from '../config/keys.ts';
import { isKeyed } from '../config/places.ts';
import type { Settings } from '../config/settings.ts';
import { RequestProblem } from '../contract/errors.ts';
import type { Log } from '../shared/log.ts';

/** Whose request it is. On a server without keys nobody is named and everything that works there is allowed. */
export interface Caller {
  readonly consumer: string | null;
  readonly administrator: boolean;
}

const EVERYBODY: Caller = { consumer: null, administrator: true };
const MAX_FILE_BYTES = 1024 * 1024;
/** A file system's clock may stand still this long: a younger file can change and look the same. */
const SETTLED_MS = 2000;
const NO_KEYS: ConsumerKeys = new Map();

/** Who the keys belong to: the administrative one, those given at start, and those of a file that may change at any time. */
export class KeyRing {
  readonly required: boolean;
  private readonly administrator: Buffer | null;
  private readonly fixed: ConsumerKeys;
  private readonly file: string | null;
  private readonly log: Log;
  /** The last reading of the file, good as long as the file looks the same; `keys` null when it was broken. */
  private last: { readonly looks: string; readonly keys: ConsumerKeys | null } | null = null;
  private reported = '';

  constructor(settings: Settings, log: Log) {
    this.required = isKeyed(settings);
    this.administrator = settings.apiKey === null ? null : keyDigest(settings.apiKey);
    this.fixed = settings.apiKeys ?? NO_KEYS;
    this.file = settings.apiKeysFile;
    this.log = log;
  }

  /** Throws KEY_MISSING, KEY_INVALID, or KEYS_UNREADABLE where the key may be one of a file that cannot be read. */
  async callerOf(key: string | null): Promise<Caller> {
    if (!this.required) return EVERYBODY;
    if (key === null) throw new RequestProblem('KEY_MISSING');
    const fromFile = await this.fileKeys();
    // Node gives header bytes as latin1: this way a key outside ASCII is compared by the bytes that were sent.
    const digest = createHash('sha256').update(key, 'latin1').digest();
    let consumer: string | null = null;
    // Every key is compared, so that the time tells nothing about which one came close.
    for (const keys of [fromFile ?? NO_KEYS, this.fixed]) {
      for (const [name, known] of keys) if (timingSafeEqual(digest, known)) consumer = name;
    }
    if (this.administrator !== null && timingSafeEqual(digest, this.administrator)) consumer = ADMINISTRATOR;
    if (consumer !== null) return { consumer, administrator: consumer === ADMINISTRATOR };
    throw new RequestProblem(fromFile === null ? 'KEYS_UNREADABLE' : 'KEY_INVALID');
  }

  /** Names of all consumers; those of a file that cannot be read are missing. */
  async consumers(): Promise<string[]> {
    const names = new Set([...this.fixed.keys(), ...((await this.fileKeys()) ?? NO_KEYS).keys()]);
    if (this.administrator !== null) names.add(ADMINISTRATOR);
    return [...names].sort();
  }

  /** Null: there is a file, and it cannot be read. */
  private async fileKeys(): Promise<ConsumerKeys | null> {
    if (this.file === null) return NO_KEYS;
    try {
      // Without O_NONBLOCK a pipe in the file's place would hold every request.
      const handle = await open(this.file, constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        const stat = await handle.stat({ bigint: true });
        const looks = `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
        if (this.last?.looks === looks) return this.told(this.last.keys);
        const sane = stat.isFile() && stat.size <= MAX_FILE_BYTES;
        const keys = sane ? parseConsumerKeys(await handle.readFile('utf8')) : null;
        const settled = Date.now() - Number(stat.ctimeNs / 1_000_000n) > SETTLED_MS;
        this.last = settled ? { looks, keys } : null;
        return this.told(keys);
      } finally {
        await handle.close();
      }
    } catch (error) {
      return this.told(null, (error as NodeJS.ErrnoException).code);
    }
  }

  /** A broken file is logged once, and its repair too. */
  private told(keys: ConsumerKeys | null, code = 'not of the form'): ConsumerKeys | null {
    const state = keys === null ? code : '';
    if (state !== this.reported) {
      this.reported = state;
      if (keys === null)
        this.log.error({ setting: 'SERVICE_API_KEYS_FILE', why: code }, 'keys file cannot be read: its keys are refused');
      else this.log.info({ setting: 'SERVICE_API_KEYS_FILE', consumers: keys.size }, 'keys file can be read again');
    }
    return keys;
  }
}
