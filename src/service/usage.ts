import type { UsageResponse } from '../contract/usage.ts';
import type { Caller } from './key-ring.ts';
import type { Traffic } from './traffic.ts';

/** Counts of requests: all for the administrative key, a consumer's own for its key. */
export function usage(traffic: Traffic, { consumer, administrator }: Caller): UsageResponse {
  return { consumers: traffic.usage(administrator ? null : consumer) };
}
