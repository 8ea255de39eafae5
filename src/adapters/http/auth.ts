import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../config/places.ts';
import { RequestProblem } from '../../contract/errors.ts';
import type { Access } from '../../contract/operation.ts';
import type { Caller, KeyRing } from '../../service/key-ring.ts';

/**
 * The key of a request, from `Authorization: Bearer` or `X-API-Key`; null for none. Two that differ are a wrong key:
 * which of them counts is not for us to guess.
 */
function keyOf(headers: IncomingHttpHeaders): string | null {
  const bearer = /^Bearer +(\S.*)$/.exec(headers.authorization ?? '')?.[1] ?? null;
  const given = headers['x-api-key'];
  const plain = typeof given === 'string' && given !== '' ? given : null;
  if (bearer !== null && plain !== null && bearer !== plain) throw new RequestProblem('KEY_INVALID');
  return bearer ?? plain;
}

/** Who calls, when the operation is for them; throws the problem otherwise. Open operations are not to be asked about. */
export async function authorize(
  keys: KeyRing,
  access: Exclude<Access, 'open'>,
  headers: IncomingHttpHeaders,
  address: string,
): Promise<Caller> {
  if (!keys.required) {
    if (access === 'key-configured') throw new RequestProblem('KEY_REQUIRED');
    if (access === 'admin' && !isLoopback(address)) throw new RequestProblem('ADMIN_KEY_REQUIRED');
  }
  const caller = await keys.callerOf(keyOf(headers));
  if (access === 'admin' && !caller.administrator) throw new RequestProblem('ADMIN_KEY_REQUIRED');
  return caller;
}
