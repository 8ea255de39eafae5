/** How many files are read at once for all tenants together, so that a large tenant does not stand in everybody's way. */
export class ReadingSlots {
  readonly size: number;
  private free: number;
  private readonly waiting: { readonly urgent: boolean; take(): void }[] = [];

  constructor(size: number) {
    this.size = Math.max(1, size);
    this.free = this.size;
  }

  /** Urgent work is next in line. */
  async run<T>(urgent: boolean, work: () => Promise<T>): Promise<T> {
    await this.enter(urgent);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(urgent: boolean): Promise<void> | undefined {
    if (this.free > 0) {
      this.free--;
      return undefined;
    }
    return new Promise((take) => {
      const others = urgent ? this.waiting.findIndex((each) => !each.urgent) : -1;
      this.waiting.splice(others < 0 ? this.waiting.length : others, 0, { urgent, take });
    });
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next.take();
  }
}
