import { Readable } from 'node:stream';
import { RequestProblem } from '../../contract/errors.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { deleteDocument } from '../../service/delete-document.ts';
import type { Caller } from '../../service/key-ring.ts';
import { listDocuments } from '../../service/list-documents.ts';
import { search } from '../../service/search.ts';
import { refuseUpload, uploadDocument } from '../../service/upload-document.ts';
import type { Call, Handler } from './call.ts';
import { intake, leaving, streamed } from './file-handlers.ts';
import { jsonBody } from './json-body.ts';
import { receiveFile } from './upload/file-request.ts';

export const listTenantDocuments: Handler = (call) => listing(call, call.request.query);

export const listTenantDocumentsByBody: Handler = async (call) => listing(call, await jsonBody(call.request));

export const searchTenant: Handler = async (call) => {
  const request = parseInput(OPERATIONS.search.body, await jsonBody(call.request));
  return search(await call.service.tenants(), callerOf(call), request, leaving(call));
};

export const uploadTenantDocument: Handler = async (call) => {
  const { request, service } = call;
  const { query, body } = OPERATIONS.uploadDocument;
  const given = parseInput(query, request.query);
  const caller = callerOf(call);
  refuseUpload(caller, { tenant: given.tenant });
  // A body that names no tenant is for the one in the query.
  const accept = body.partial({ tenant: true });
  const sent = await receiveFile(request, { body: accept, queryName: given.filename, ...intake(call) });
  try {
    const { filename, upload } = sent;
    const tenant = sent.body?.tenant ?? given.tenant;
    if (tenant === undefined) throw new RequestProblem('BODY_INVALID', { detail: NO_TENANT });
    refuseUpload(caller, { tenant, filename });
    if (given.tenant !== undefined && tenant !== given.tenant) throw new RequestProblem('BODY_INVALID', { detail: TWO_TENANTS });
    const replace = given.replace ?? sent.body?.replace ?? false;
    const corpus = await service.tenants();
    const stored = await uploadDocument({ corpus, desk: service.desk }, caller, { tenant, filename, replace, upload });
    call.reply.code(201);
    return stored;
  } finally {
    await sent.upload.remove();
  }
};

export const deleteTenantDocument: Handler = async (call) => {
  const wanted = parseInput(OPERATIONS.deleteDocument.query, call.request.query);
  return deleteDocument(await call.service.tenants(), callerOf(call), wanted);
};

/** On a keyed route there is always one. */
export function callerOf({ caller }: Call): Caller {
  if (caller === null) throw new RequestProblem('KEY_MISSING');
  return caller;
}

async function listing(call: Call, asked: unknown) {
  const request = parseInput(OPERATIONS.listDocuments.query, asked);
  const found = await listDocuments(await call.service.tenants(), callerOf(call), request, leaving(call));
  return streamed(call, { json: Readable.from(found.json(), { objectMode: false }) });
}

const NO_TENANT = "'tenant' 항목이 없습니다. 넣어서 다시 보내 주세요.";
const TWO_TENANTS = "주소와 본문의 'tenant'가 서로 다릅니다. 한 곳에만 넣어 주세요.";
