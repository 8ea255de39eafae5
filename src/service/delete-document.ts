import type { DeleteRequest, DeleteResponse } from '../contract/documents.ts';
import { RequestProblem } from '../contract/errors.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { IndexSnapshot } from '../corpus/ports.ts';
import { isAccessRulesName } from '../shared/names.ts';
import type { Caller } from './key-ring.ts';
import { tenantFor } from './tenant-access.ts';

/** Removes a file from a tenant by the name under which it is listed. */
export async function deleteDocument<S extends IndexSnapshot>(
  corpus: Corpus<S>,
  caller: Caller,
  { tenant: given, filename: listed }: DeleteRequest,
): Promise<DeleteResponse> {
  const tenant = tenantFor(caller, given);
  const parts = listed.normalize('NFC').split('/');
  const filename = parts.filter((part) => part !== '' && part !== '.').join('/');
  if (filename === '') throw new RequestProblem('FILENAME_MISSING');
  if (isAccessRulesName(parts.at(-1) ?? '')) throw new RequestProblem('FILENAME_RESERVED');
  await corpus.remove(tenant, filename);
  return { tenant, filename, deleted: true };
}
