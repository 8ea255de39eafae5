import { gatewayOf } from '../config/gateway.ts';
import { packageVersion } from '../config/version.ts';
import type { HealthResponse } from '../contract/health.ts';
import { ENDPOINTS } from '../contract/operations.ts';
import { FORMATS } from '../model/formats.ts';
import type { Service } from './service.ts';
import { tenantNames } from './tenants.ts';

const NOT_YET = '이 버전에는 아직 없는 기능입니다.';
const VERSION = packageVersion();
const READ_FORMATS = FORMATS.filter((format) => format !== 'unknown');

/** What this server is, has and allows. With keys it tells how many tenants and consumers there are, and names none. */
export async function health({ settings, corpus, keys, desk }: Service): Promise<HealthResponse> {
  const tenants = await tenantNames(corpus).catch(() => null);
  const consumers = await keys.consumers();
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
    vectors: { enabled: false, reason: NOT_YET, model: null },
    ocr: { available: false, engine: null, reason: NOT_YET },
    llm: gatewayOf(settings),
    reading: [],
  };
}
