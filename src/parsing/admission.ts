/** Counts the readings that are let in at once (SERVICE_MAX_PARALLEL); who finds no place is turned away, not queued. */
export class Admission {
  private readonly limit: number | null;
  private taken = 0;

  /** Null or 0 is no limit. */
  constructor(limit: number | null) {
    this.limit = limit || null;
  }

  /** Gives the way out, which may be called more than once, or null when full. */
  tryEnter(): (() => void) | null {
    if (this.limit !== null && this.taken >= this.limit) return null;
    this.taken++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.taken--;
    };
  }

  /** Readings that were let in and have not left. */
  get inside(): number {
    return this.taken;
  }
}
