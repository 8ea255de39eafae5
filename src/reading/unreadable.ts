import type { Reason } from '../model/access.ts';

/** Thrown anywhere below the pipeline when a file cannot be read for a reason that a person should be told. */
export class Unreadable extends Error {
  readonly reason: Reason;
  /** Wording for people in place of the reason's general one. */
  readonly text: string | undefined;
  readonly drmVendor: string | null;

  constructor(reason: Reason, detail: { text?: string; drmVendor?: string | null } = {}) {
    super(reason);
    this.name = 'Unreadable';
    this.reason = reason;
    this.text = detail.text;
    this.drmVendor = detail.drmVendor ?? null;
  }
}
