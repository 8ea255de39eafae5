import type { UploadResponse } from '../contract/documents.ts';
import { RequestProblem } from '../contract/errors.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { IndexSnapshot } from '../corpus/ports.ts';
import type { ReadingDesk } from '../parsing/reading-desk.ts';
import { isAccessRulesName } from '../shared/names.ts';
import type { Caller } from './key-ring.ts';
import { admitted, type Upload } from './receive.ts';
import { tenantFor } from './tenant-access.ts';

export interface DocumentUpload {
  readonly tenant: string;
  /** A name that `cleanFileName` gave. */
  readonly filename: string;
  readonly replace: boolean;
  readonly upload: Upload;
}

/** Refuses what need not be received: a tenant that is not the caller's, the name of the access rules. */
export function refuseUpload(caller: Caller, { tenant, filename }: { tenant?: string | undefined; filename?: string }): void {
  if (tenant !== undefined) tenantFor(caller, tenant);
  if (filename !== undefined && isAccessRulesName(filename)) throw new RequestProblem('FILENAME_RESERVED');
}

/** Stores a file in a tenant and reads it at once. One that cannot be read is stored all the same, with the reason. */
export async function uploadDocument<S extends IndexSnapshot>(
  { corpus, desk }: { readonly corpus: Corpus<S>; readonly desk: ReadingDesk },
  caller: Caller,
  { tenant: given, filename, replace, upload }: DocumentUpload,
): Promise<UploadResponse> {
  const tenant = tenantFor(caller, given);
  refuseUpload(caller, { filename });
  const { file, sha256, bytes } = upload;
  const read = await admitted(desk, () => corpus.add(tenant, { name: filename, file, sha256, bytes }, { replace }));
  const { readable, reason, chunks } = read;
  return { tenant, filename, bytes, stored: true, doc_id: `sha256:${sha256}`, readable, reason, chunks };
}
