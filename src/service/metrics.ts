import { packageVersion } from '../config/version.ts';
import type { TenantFigures } from '../corpus/corpus.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import type { Traffic } from './traffic.ts';

export interface Measured {
  readonly desk: ReadingDesk;
  readonly traffic: Traffic;
  /** Null while nobody has asked for a tenant. */
  readonly openTenants: { figures(): TenantFigures } | null;
}

const NO_TENANTS: TenantFigures = { open: 0, files: 0, watches: 0, lost: 0 };

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];
const NO_LABELS = {};

/** Figures in the text format of Prometheus. No tenant, consumer, document or principal is named in them. */
export function metricsText({ desk, traffic, openTenants }: Measured): string {
  const { pool, counts } = desk;
  const requests = traffic.figures();
  const perRoute = (value: (figures: (typeof requests)[number]) => number): Sample[] =>
    requests.map((figures) => [{ method: figures.method, route: figures.route, status: `${figures.kind}xx` }, value(figures)]);
  const tenants = openTenants?.figures() ?? NO_TENANTS;
  const memory = process.memoryUsage();
  return [
    metric('geungeo_info', 'gauge', 'Version of the program.', [[{ version: packageVersion() }, 1]]),
    metric(
      'geungeo_requests_total',
      'counter',
      'Requests that were answered.',
      perRoute(({ calls }) => calls),
    ),
    metric(
      'geungeo_request_seconds_total',
      'counter',
      'Time that they took.',
      perRoute(({ seconds }) => seconds),
    ),
    metric(
      'geungeo_request_bytes_total',
      'counter',
      'Bytes of their bodies.',
      perRoute(({ bytesIn }) => bytesIn),
    ),
    metric('geungeo_parsing_now', 'gauge', 'Documents in reading.', [[NO_LABELS, desk.running]]),
    metric('geungeo_parsing_waiting', 'gauge', 'Readings that wait for a child.', [[NO_LABELS, pool.waiting]]),
    metric('geungeo_readings_total', 'counter', 'Readings that children ended, by how.', [
      [{ outcome: 'done' }, pool.counts.done],
      ...Object.entries(pool.counts.died).map(([reason, times]): Sample => [{ outcome: reason.toLowerCase() }, times]),
    ]),
    metric('geungeo_children_started_total', 'counter', 'Reading children that were started.', [
      [NO_LABELS, pool.counts.started],
    ]),
    metric('geungeo_cache_lookups_total', 'counter', 'Documents asked of the cache.', [
      [{ result: 'hit' }, counts.hits],
      [{ result: 'miss' }, counts.misses],
    ]),
    metric('geungeo_cache_damaged_total', 'counter', 'Cached documents that were found damaged.', [[NO_LABELS, desk.damaged]]),
    metric('geungeo_tenants_open', 'gauge', 'Tenants held in memory.', [[NO_LABELS, tenants.open]]),
    metric('geungeo_tenant_files', 'gauge', 'Files of these tenants.', [[NO_LABELS, tenants.files]]),
    metric('geungeo_watched_folders', 'gauge', 'Folders whose changes are followed.', [[NO_LABELS, tenants.watches]]),
    metric('geungeo_change_events_lost_total', 'counter', 'Times that folders had to be scanned anew.', [
      [NO_LABELS, tenants.lost],
    ]),
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory of the server.', [[NO_LABELS, memory.rss]]),
    metric('process_heap_bytes', 'gauge', 'JavaScript heap in use.', [[NO_LABELS, memory.heapUsed]]),
    metric('process_cpu_seconds_total', 'counter', 'Processor time of the server.', [[NO_LABELS, cpuSeconds()]]),
    metric('process_uptime_seconds', 'gauge', 'Time since the start.', [[NO_LABELS, process.uptime()]]),
  ].join('');
}

function metric(name: string, type: 'counter' | 'gauge', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
