/** One reading for all who ask for the same thing at the same time; it is given up when the last of them has left. */
export class SharedReadings<T> {
  private readonly underWay = new Map<string, Reading<T>>();

  /**
   * `read` starts the work unless it is under way. `take` is called for each caller that is still there when it is done;
   * what nobody takes is for `discard`.
   */
  join<R>(key: string, signal: AbortSignal | undefined, does: Does<T, R>): Promise<R> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    let reading = this.underWay.get(key);
    if (!reading) {
      const controller = new AbortController();
      const begun: Reading<T> = { controller, callers: 0, result: does.read(controller.signal) };
      reading = begun;
      this.underWay.set(key, begun);
      const over = () => this.remove(key, begun);
      begun.result.then((result) => {
        over();
        if (begun.callers === 0) does.discard(result);
      }, over);
    }
    const joined = reading;
    joined.callers++;
    return new Promise((resolve, reject) => {
      let here = true;
      const leave = () => {
        if (!here) return;
        here = false;
        reject(signal?.reason);
        if (--joined.callers > 0) return;
        // Who asks from now on starts anew.
        this.remove(key, joined);
        joined.controller.abort();
      };
      signal?.addEventListener('abort', leave, { once: true });
      joined.result.then(
        (result) => {
          signal?.removeEventListener('abort', leave);
          if (here) resolve(does.take(result));
        },
        (error) => {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      );
    });
  }

  private remove(key: string, reading: Reading<T>): void {
    if (this.underWay.get(key) === reading) this.underWay.delete(key);
  }
}

interface Reading<T> {
  readonly controller: AbortController;
  readonly result: Promise<T>;
  callers: number;
}

export interface Does<T, R> {
  read(signal: AbortSignal): Promise<T>;
  take(result: T): R;
  discard(result: T): void;
}
