import { text } from 'node:stream/consumers';
import { RequestProblem } from '../../contract/errors.ts';
import { OPERATIONS, type ToolName } from '../../contract/operations.ts';
import { parseInput } from '../../contract/validate.ts';
import { chunk } from '../../service/chunk.ts';
import { context } from '../../service/context.ts';
import { deleteDocument } from '../../service/delete-document.ts';
import type { Caller } from '../../service/key-ring.ts';
import { listDocuments } from '../../service/list-documents.ts';
import { usableName } from '../../service/named-file.ts';
import type { Upload } from '../../service/receive.ts';
import { search } from '../../service/search.ts';
import type { Service } from '../../service/service.ts';
import { uploadDocument } from '../../service/upload-document.ts';
import { verify } from '../../service/verify.ts';

/** One call of a tool that has been let in, and what it may use. */
export interface ToolCall {
  readonly service: Service;
  readonly caller: Caller;
  /** The file of the arguments' `data_base64`, where there is one. */
  readonly upload: Upload | null;
  readonly signal: AbortSignal;
}

type Run = (call: ToolCall, given: unknown) => Promise<string>;

/** What each tool does: the operation of its route, with the body's fields as arguments. The text is the route's JSON. */
const TOOLS: Record<ToolName, Run> = {
  read_document: async ({ service: { desk }, upload, signal }, given) => {
    const { filename, budget } = parseInput(OPERATIONS.chunk.body, given);
    const { json } = await chunk(desk, { upload: needed(upload), filename: usableName(filename), signal }, budget);
    return text(json);
  },
  list_documents: async ({ service, caller, signal }, given) => {
    const request = parseInput(OPERATIONS.listDocumentsByBody.body, given);
    const listing = await listDocuments(await service.tenants(), caller, request, signal);
    return JSON.stringify(listing.value());
  },
  search_documents: async ({ service, caller, signal }, given) => {
    const request = parseInput(OPERATIONS.search.body, given);
    return JSON.stringify(await search(await service.tenants(), caller, request, signal));
  },
  get_evidence: async ({ service, caller, signal }, given) => {
    const request = parseInput(OPERATIONS.context.body, given);
    return JSON.stringify(await context(await service.tenants(), caller, request, signal));
  },
  verify_answer: async ({ service, caller, signal }, given) => {
    const request = parseInput(OPERATIONS.verify.body, given);
    return JSON.stringify(await verify(await service.tenants(), caller, request, signal));
  },
  add_document: async ({ service, caller, upload }, given) => {
    refuseWithoutKeys(service);
    const { tenant, filename, replace = false } = parseInput(OPERATIONS.uploadDocument.body, given);
    const places = { corpus: await service.tenants(), desk: service.desk };
    const file = { tenant, filename: usableName(filename), replace, upload: needed(upload) };
    return JSON.stringify(await uploadDocument(places, caller, file));
  },
  remove_document: async ({ service, caller }, given) => {
    refuseWithoutKeys(service);
    const wanted = parseInput(OPERATIONS.deleteDocument.query, given);
    return JSON.stringify(await deleteDocument(await service.tenants(), caller, wanted));
  },
};

/** Null: there is no such tool. Throws RequestProblem. */
export function toolNamed(name: string): Run | null {
  return Object.hasOwn(TOOLS, name) ? TOOLS[name as ToolName] : null;
}

function refuseWithoutKeys({ keys }: Service): void {
  if (!keys.required) throw new RequestProblem('KEY_REQUIRED');
}

/** The field was checked to be a text, and every such text has been taken in. */
function needed(upload: Upload | null): Upload {
  if (upload === null) throw new Error('a file without bytes');
  return upload;
}
