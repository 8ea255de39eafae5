import { RequestProblem } from '../contract/errors.ts';
import { cleanTenantName } from '../shared/names.ts';
import type { Caller } from './key-ring.ts';

/** The tenant that a request names, if the caller may use it; whether it exists is told to nobody else. */
export function tenantFor(caller: Caller, given: string): string {
  const tenant = cleanTenantName(given);
  if (tenant === null) throw new RequestProblem('TENANT_INVALID');
  if (!owns(caller, tenant)) throw new RequestProblem('TENANT_FORBIDDEN');
  return tenant;
}

/** A consumer's own tenant, and those that are called after it: `name` and `name-suffix`. */
function owns({ consumer, administrator }: Caller, tenant: string): boolean {
  if (administrator) return true;
  if (consumer === null) return false;
  return tenant === consumer || (tenant.startsWith(`${consumer}-`) && tenant.length > consumer.length + 1);
}
