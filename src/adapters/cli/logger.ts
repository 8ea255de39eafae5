import { type Logger, pino } from 'pino';
import type { Settings } from '../../config/settings.ts';

/** JSON lines on stderr, UTC. Written beside the work, so that a reader of the log who stops does not stop the server. */
export function createLogger(level: Settings['logLevel']): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    pino.destination({ fd: 2, sync: false }),
  );
}
