import type { Access } from '../../contract/operation.ts';

/** Pages load their style and script from this server and nothing from anywhere else. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** What every answer carries; `access` undefined for one that belongs to no operation. */
export function securityHeaders(access: Access | undefined): Record<string, string> {
  return access === 'open' ? ALWAYS : { ...ALWAYS, 'cache-control': 'no-store' };
}
