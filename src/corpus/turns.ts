/** Work that must not overlap, one after the other in the order in which it was asked for. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    // Not the result: it would be held until the next turn, and may be a whole version of an index.
    this.last = done.then(
      () => {},
      () => {},
    );
    return done;
  }
}
