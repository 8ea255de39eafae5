import { setTimeout } from 'node:timers/promises';
import { gatewayOf } from '../config/gateway.ts';
import { packageVersion } from '../config/version.ts';
import type { HealthResponse } from '../contract/health.ts';
import { ENDPOINTS } from '../contract/operations.ts';
import { FORMATS } from '../model/formats.ts';
import { probeOcr } from '../shared/ocr-probe.ts';
import type { Service } from './service.ts';

const VERSION = packageVersion();
const READ_FORMATS = FORMATS.filter((format) => format !== 'unknown');

/** Whoever asks takes a late answer for a dead server; a corpus that has told nothing by then is out of reach. */
const PATIENCE_MS = 5000;

/** What this server is, has and allows. With keys it tells how many tenants and consumers there are, and names none. */
export async function health({ settings, tenantNames, keys, desk, openTenants, vectors }: Service): Promise<HealthResponse> {
  const tenants = await soon(tenantNames()).catch(() => null);
  const consumers = await keys.consumers();
  const { available, engine, reason } = await probeOcr();
  return {
    // A corpus that is out of reach answers nothing, whatever else works.
    ok: tenants !== null,
    version: VERSION,
    ...(keys.required
      ? { tenant_count: tenants?.length ?? 0, consumer_count: consumers.length }
      : { tenants: tenants ?? [], consumers }),
    auth: { required: keys.required },
    endpoints: [...ENDPOINTS],
    formats: [...READ_FORMATS],
    max_upload: settings.maxUpload,
    limits: {
      rate_limit: settings.rateLimit || null,
      max_parallel: settings.maxParallel || null,
      parsing_now: desk.running,
    },
    vectors: await vectors.status(),
    ocr: { available, engine, reason },
    llm: gatewayOf(settings),
    reading: (openTenants?.reading() ?? []).map(({ tenant, done, total }) =>
      keys.required ? { done, total } : { tenant, done, total },
    ),
  };
}

async function soon<T>(work: Promise<T>): Promise<T | null> {
  const ending = new AbortController();
  const { signal } = ending;
  try {
    return await Promise.race([work, setTimeout(PATIENCE_MS, null, { signal, ref: false })]);
  } finally {
    ending.abort();
  }
}
