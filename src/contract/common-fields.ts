import { z } from 'zod';
import { boundedInteger, boundedIntegerText } from './bounded-integer.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_QUERY } from './limits.ts';

/** Whether it is a single directory name, whose it is and whether it exists is for the service to say, in that order. */
export const TenantSchema = z
  .string()
  .meta({ description: 'Name of one directory under the corpus root; no `..`, no separators' });

export const PrincipalSchema = z
  .string()
  .optional()
  .meta({ description: 'Only documents that this principal may see; left out, only those that everybody may see' });

/** The service refuses a longer one with QUERY_TOO_LONG. */
export const QueryTextSchema = z
  .string()
  .meta({ maxLength: MAX_QUERY, description: `At most ${MAX_QUERY} characters (code points), else 400 QUERY_TOO_LONG` });

const bounds = { min: 1, max: MAX_LIMIT };
const what = `Most results, ${DEFAULT_LIMIT} unless told`;

/** `limit` of /search, /answer, /context and /view, in a body and in a query string. */
export const LimitSchema = boundedInteger(bounds, what).prefault(DEFAULT_LIMIT);
export const LimitTextSchema = boundedIntegerText(bounds, what).default(DEFAULT_LIMIT);
