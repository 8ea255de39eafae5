import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { AccessRules } from './access-rules.ts';
import { lookAt, type Reach } from './directory.ts';
import { diskPath } from './disk-name.ts';
import { isRacy, signatureOf } from './signature.ts';

const NAME = 'ACL.json';
const MAX_BYTES = 1024 * 1024;

/** `ACL.json` of one tenant: looked at on every call, read when it looks different. */
export class RulesFile {
  private readonly path: Buffer;
  private known: Known | null = null;

  constructor(root: string) {
    this.path = diskPath(root, NAME);
  }

  /** The rules in force. Not there: public. There, and anything but a regular file of the form: locked. Never throws. */
  async load(reach: Reach): Promise<AccessRules> {
    try {
      const entry = await lookAt(this.path, reach);
      const { known } = this;
      if (entry !== null && known?.signature === entry.signature && !isRacy(entry.ctimeMs, known.began)) return known.rules;
      return await this.read();
    } catch (error) {
      this.known = null;
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? AccessRules.PUBLIC : AccessRules.LOCKED;
    }
  }

  /** A link, a directory or a pipe in its place is no absence: opening it fails with another code, or it is no file. */
  private async read(): Promise<AccessRules> {
    const began = Date.now();
    const handle = await open(this.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stat = await handle.stat({ bigint: true });
      const sane = stat.isFile() && stat.size <= MAX_BYTES;
      const rules = sane ? AccessRules.parse(await handle.readFile()) : AccessRules.LOCKED;
      // The same object for the same rules, so that what was worked out from them holds on.
      const same = this.known?.rules.id === rules.id ? this.known.rules : rules;
      this.known = { signature: signatureOf(stat), began, rules: same };
      return same;
    } finally {
      await handle.close();
    }
  }
}

interface Known {
  readonly signature: string;
  readonly began: number;
  readonly rules: AccessRules;
}
