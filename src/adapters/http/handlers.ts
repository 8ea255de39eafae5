import type { OperationName } from '../../contract/operations.ts';
import type { Handler } from './call.ts';
import { answerQuestion, contextOf, verifyAnswer } from './evidence-handlers.ts';
import { chunkFile, parseFile } from './file-handlers.ts';
import { mcp } from './mcp-handler.ts';
import { asset, demo, doc, home, tryIt } from './page-handlers.ts';
import { listFeedback, metrics, sendFeedback, usageCounts } from './record-handlers.ts';
import {
  deleteTenantDocument,
  listTenantDocuments,
  listTenantDocumentsByBody,
  searchTenant,
  uploadTenantDocument,
} from './tenant-handlers.ts';
import { tryFile } from './try-handler.ts';
import { viewAnswer, viewAnswerByBody } from './view-handler.ts';

/** What answers each operation. */
export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  home,
  demo,
  tryPage: tryIt,
  doc,
  asset,
  health: async ({ service }) => (await import('../../service/health.ts')).health(service),
  openapi: async ({ reply }) =>
    reply.type('application/json; charset=utf-8').send((await import('./openapi-text.ts')).openApiText()),
  parse: parseFile,
  chunk: chunkFile,
  tryParse: tryFile,
  listDocuments: listTenantDocuments,
  listDocumentsByBody: listTenantDocumentsByBody,
  uploadDocument: uploadTenantDocument,
  deleteDocument: deleteTenantDocument,
  search: searchTenant,
  context: contextOf,
  answer: answerQuestion,
  view: viewAnswer,
  viewByBody: viewAnswerByBody,
  verify: verifyAnswer,
  mcp,
  sendFeedback,
  listFeedback,
  usage: usageCounts,
  metrics,
};
