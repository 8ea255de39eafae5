import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call.
 * - `open`: anybody, never counted.
 * - `key`: on a server with keys whoever has one, on a server without keys anybody.
 * - `key-configured`: as `key`, and a server without keys answers 403 KEY_REQUIRED.
 * - `admin`: the administrative key alone; on a server without keys the loopback address.
 */
export type Access = 'open' | 'key' | 'key-configured' | 'admin';

/** What a status carries: JSON of a schema, a media type that is not described further, or no body at all (null). */
export type Output = z.ZodType | { readonly media: string } | null;

export interface Tool {
  readonly name: string;
  readonly input: z.ZodObject;
  /** Whether a call changes nothing. */
  readonly reads: boolean;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As OpenAPI writes it: `/docs/{name}.md`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** The JSON body. */
  readonly body?: z.ZodObject;
  /** The body may be raw bytes as well, named by the header `X-Filename` or the query `filename`. */
  readonly file?: true;
  /** The code for a body that does not fit its schema where it is not BODY_INVALID. */
  readonly invalid?: ErrorCode;
  /** What success looks like, by status. */
  readonly output: Readonly<Record<number, Output>>;
  /** Codes of its own, besides those that follow from who may call and what is sent. */
  readonly errors: readonly ErrorCode[];
  readonly tool?: Tool;
}

/** Codes that any request can meet before or beyond its operation. */
export const UNIVERSAL_ERRORS: readonly ErrorCode[] = ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'INTERNAL'];
export const KEYED_ERRORS: readonly ErrorCode[] = ['KEY_MISSING', 'KEY_INVALID', 'KEYS_UNREADABLE', 'RATE_LIMITED'];
export const BODY_ERRORS: readonly ErrorCode[] = ['BODY_INVALID', 'REQUEST_TIMEOUT', 'TOO_LARGE'];
export const FILE_ERRORS: readonly ErrorCode[] = [
  'FILENAME_MISSING',
  'FILENAME_INVALID',
  'BASE64_INVALID',
  'BUSY',
  'STORAGE_FULL',
  'STORAGE_UNAVAILABLE',
];
export const TENANT_ERRORS: readonly ErrorCode[] = ['TENANT_INVALID', 'TENANT_FORBIDDEN'];

/** Every code that the operation can give, save the universal ones. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const takesTenant = [operation.query, operation.body].some((schema) => schema !== undefined && 'tenant' in schema.shape);
  const codes: ErrorCode[] = [
    ...(operation.query ? (['BODY_INVALID'] as const) : []),
    ...(operation.body ? BODY_ERRORS : []),
    ...(operation.file ? FILE_ERRORS : []),
    ...(takesTenant ? TENANT_ERRORS : []),
    ...(operation.access === 'open' ? [] : KEYED_ERRORS),
    ...(operation.access === 'key-configured' ? (['KEY_REQUIRED'] as const) : []),
    ...(operation.access === 'admin' ? (['ADMIN_KEY_REQUIRED'] as const) : []),
    ...operation.errors,
  ];
  return [...new Set(codes)];
}
