import { UNKNOWN_CONSUMER } from '../config/keys.ts';
import type { UsageByConsumer, UsageCounters } from '../model/usage.ts';
import { type Log, SILENT } from '../shared/log.ts';
import { LineLog } from './line-file.ts';

/** One request that is over. */
export interface Served {
  /** Whose key it was; null for an open route and on a server without keys, undefined for a wrong or missing key. */
  readonly consumer: string | null | undefined;
  /** The template of the path: no name, query or document is in it. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly bytesIn: number;
  readonly ms: number;
}

export interface RouteFigures {
  readonly route: string;
  readonly method: string;
  /** First digit of the status: 2, 3, 4 or 5. */
  readonly kind: number;
  readonly calls: number;
  readonly seconds: number;
  readonly bytesIn: number;
}

type Counters = { -readonly [K in keyof UsageCounters]: number };

/** Counts of requests since the start, by consumer and in all; one line each in the usage log where there is one. */
export class Traffic {
  private readonly consumers = new Map<string, Map<string, Counters>>();
  private readonly routes = new Map<
    string,
    { route: string; method: string; kind: number; calls: number; seconds: number; bytesIn: number }
  >();
  private readonly lines: LineLog | null;

  constructor(usageLog: string | null, log: Log = SILENT) {
    this.lines = usageLog === null ? null : new LineLog(usageLog, log);
  }

  record(served: Served): void {
    const { route, method, status, bytesIn } = served;
    const consumer = served.consumer === undefined ? UNKNOWN_CONSUMER : served.consumer;
    const ms = Math.round(served.ms);
    if (consumer !== null) {
      const counters = this.countersOf(consumer, route);
      counters.calls++;
      counters.errors += status >= 400 ? 1 : 0;
      counters.bytes_in += bytesIn;
      counters.ms += ms;
    }
    this.total(served);
    this.lines?.add({ at: new Date().toISOString(), consumer, method, route, status, bytes_in: bytesIn, ms });
  }

  /** Counts of all consumers, or of one. */
  usage(consumer: string | null): UsageByConsumer {
    const shown = [...this.consumers].filter(([name]) => consumer === null || name === consumer);
    return Object.fromEntries(
      shown.map(([name, routes]) => [name, Object.fromEntries([...routes].map(([route, counts]) => [route, { ...counts }]))]),
    );
  }

  figures(): RouteFigures[] {
    return [...this.routes.values()].map((figures) => ({ ...figures }));
  }

  async close(): Promise<void> {
    await this.lines?.flush();
  }

  private countersOf(consumer: string, route: string): Counters {
    const routes = this.consumers.get(consumer) ?? new Map<string, Counters>();
    this.consumers.set(consumer, routes);
    const counters = routes.get(route) ?? { calls: 0, errors: 0, bytes_in: 0, ms: 0 };
    routes.set(route, counters);
    return counters;
  }

  private total({ route, method, status, bytesIn, ms }: Served): void {
    const kind = Math.floor(status / 100);
    const key = `${method} ${route} ${kind}`;
    const figures = this.routes.get(key) ?? { route, method, kind, calls: 0, seconds: 0, bytesIn: 0 };
    this.routes.set(key, figures);
    figures.calls++;
    figures.seconds += ms / 1000;
    figures.bytesIn += bytesIn;
  }
}
