import { z } from 'zod';
import { DocumentSchema } from '../model/document.ts';
import { AnswerQuerySchema, AnswerRequestSchema, AnswerResponseSchema } from './answer.ts';
import { ContextRequestSchema, ContextResponseSchema } from './context.ts';
import {
  DeleteRequestSchema,
  DeleteResponseSchema,
  DocumentsRequestSchema,
  DocumentsResponseSchema,
  UploadBodySchema,
  UploadQuerySchema,
  UploadResponseSchema,
} from './documents.ts';
import type { ErrorCode } from './errors.ts';
import { FeedbackListSchema, FeedbackQuerySchema, FeedbackRequestSchema, FeedbackResponseSchema } from './feedback.ts';
import { HealthResponseSchema } from './health.ts';
import { McpMessageSchema, McpReplySchema } from './mcp.ts';
import type { Operation } from './operation.ts';
import { AssetParamsSchema, DocParamsSchema } from './pages.ts';
import { ChunkBodySchema, ChunkQuerySchema, ChunkResponseSchema, FileBodySchema, FileQuerySchema } from './parse.ts';
import { SearchRequestSchema, SearchResponseSchema } from './search.ts';
import { TryResponseSchema } from './try.ts';
import { UsageResponseSchema } from './usage.ts';
import { VerifyRequestSchema, VerifyResponseSchema } from './verify.ts';

const HTML = { media: 'text/html' };

/** A tenant that is read to be searched or listed. */
const READING: readonly ErrorCode[] = ['TENANT_NOT_FOUND', 'INDEXING', 'STORAGE_FULL', 'STORAGE_UNAVAILABLE'];
const ANSWERING: readonly ErrorCode[] = [...READING, 'QUERY_TOO_LONG', 'LLM_NOT_CONFIGURED', 'LLM_GATEWAY_FAILED'];

/**
 * The one table of the interface: routes, validation, the OpenAPI description, MCP tools and the tests of the documentation are
 * made from it. A name is the operationId.
 */
export const OPERATIONS = {
  home: {
    method: 'GET',
    path: '/',
    access: 'open',
    summary: 'Home page for developers',
    output: { 200: HTML },
    errors: [],
  },
  demo: { method: 'GET', path: '/demo', access: 'open', summary: 'One-page demonstration', output: { 200: HTML }, errors: [] },
  doc: {
    method: 'GET',
    path: '/docs/{name}.md',
    access: 'open',
    summary: 'A document of the repository as it is',
    params: DocParamsSchema,
    output: { 200: { media: 'text/markdown' } },
    errors: ['FILE_NOT_FOUND'],
  },
  asset: {
    method: 'GET',
    path: '/assets/{name}',
    access: 'open',
    summary: 'A static file of the pages',
    params: AssetParamsSchema,
    output: { 200: { media: '*/*' } },
    errors: ['FILE_NOT_FOUND'],
  },
  health: {
    method: 'GET',
    path: '/health',
    access: 'open',
    summary: 'What this server is, has and allows',
    output: { 200: HealthResponseSchema },
    errors: [],
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    access: 'open',
    summary: 'This description',
    output: { 200: z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }) },
    errors: [],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    access: 'admin',
    summary: 'Figures for monitoring (Prometheus text format)',
    output: { 200: { media: 'text/plain' } },
    errors: [],
  },
  tryPage: {
    method: 'GET',
    path: '/try',
    access: 'open',
    summary: 'Page to try the reading of a file',
    output: { 200: HTML },
    errors: [],
  },
  tryParse: {
    method: 'POST',
    path: '/try/parse',
    access: 'open',
    summary: 'Try the reading of a file without a key',
    query: FileQuerySchema,
    body: FileBodySchema,
    file: true,
    output: { 200: TryResponseSchema },
    errors: ['TRY_TOO_LARGE', 'TRY_TIMEOUT', 'RATE_LIMITED'],
  },
  parse: {
    method: 'POST',
    path: '/parse',
    access: 'key',
    summary: 'Read a file into document JSON',
    query: FileQuerySchema,
    body: FileBodySchema,
    file: true,
    output: { 200: DocumentSchema },
    errors: [],
  },
  chunk: {
    method: 'POST',
    path: '/chunk',
    access: 'key',
    summary: 'Read a file into document JSON and chunks',
    query: ChunkQuerySchema,
    body: ChunkBodySchema,
    file: true,
    output: { 200: ChunkResponseSchema },
    errors: [],
    tool: { name: 'read_document', input: ChunkBodySchema, reads: true },
  },
  listDocuments: {
    method: 'GET',
    path: '/documents',
    access: 'key',
    summary: "List a tenant's documents",
    query: DocumentsRequestSchema,
    output: { 200: DocumentsResponseSchema },
    errors: READING,
  },
  listDocumentsByBody: {
    method: 'POST',
    path: '/documents',
    access: 'key',
    summary: "List a tenant's documents (request in the body)",
    body: DocumentsRequestSchema,
    output: { 200: DocumentsResponseSchema },
    errors: READING,
    tool: { name: 'list_documents', input: DocumentsRequestSchema, reads: true },
  },
  uploadDocument: {
    method: 'POST',
    path: '/documents/upload',
    access: 'key-configured',
    summary: 'Store a file in a tenant and read it',
    query: UploadQuerySchema,
    body: UploadBodySchema,
    file: true,
    output: { 201: UploadResponseSchema },
    errors: ['FILENAME_RESERVED', 'FILE_EXISTS', 'STORAGE_READ_ONLY'],
    tool: { name: 'add_document', input: UploadBodySchema, reads: false },
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/documents',
    access: 'key-configured',
    summary: 'Remove a file from a tenant',
    query: DeleteRequestSchema,
    output: { 200: DeleteResponseSchema },
    errors: [
      'FILENAME_MISSING',
      'FILENAME_RESERVED',
      'TENANT_NOT_FOUND',
      'FILE_NOT_FOUND',
      'STORAGE_READ_ONLY',
      'STORAGE_UNAVAILABLE',
    ],
    tool: { name: 'remove_document', input: DeleteRequestSchema, reads: false },
  },
  search: {
    method: 'POST',
    path: '/search',
    access: 'key',
    summary: 'Find chunks',
    body: SearchRequestSchema,
    output: { 200: SearchResponseSchema },
    errors: [...READING, 'QUERY_TOO_LONG'],
    tool: { name: 'search_documents', input: SearchRequestSchema, reads: true },
  },
  context: {
    method: 'POST',
    path: '/context',
    access: 'key',
    summary: 'A numbered bundle of evidence to paste into a prompt',
    body: ContextRequestSchema,
    output: { 200: ContextResponseSchema },
    errors: [...READING, 'QUERY_TOO_LONG'],
    tool: { name: 'get_evidence', input: ContextRequestSchema, reads: true },
  },
  answer: {
    method: 'POST',
    path: '/answer',
    access: 'key',
    summary: 'Answer a question from the documents, with citations',
    body: AnswerRequestSchema,
    output: { 200: AnswerResponseSchema },
    errors: ANSWERING,
  },
  view: {
    method: 'GET',
    path: '/view',
    access: 'key',
    summary: 'The answer as a page, with the evidence marked on the original',
    query: AnswerQuerySchema,
    output: { 200: HTML },
    errors: ANSWERING,
  },
  viewByBody: {
    method: 'POST',
    path: '/view',
    access: 'key',
    summary: 'The answer as a page (request in the body)',
    body: AnswerRequestSchema,
    output: { 200: HTML },
    errors: ANSWERING,
  },
  verify: {
    method: 'POST',
    path: '/verify',
    access: 'key',
    summary: 'Check an answer against its evidence',
    body: VerifyRequestSchema,
    output: { 200: VerifyResponseSchema },
    errors: READING,
    tool: { name: 'verify_answer', input: VerifyRequestSchema, reads: true },
  },
  mcp: {
    method: 'POST',
    path: '/mcp',
    access: 'key',
    summary: 'Model Context Protocol (Streamable HTTP, JSON-RPC 2.0)',
    body: McpMessageSchema,
    // The ownership check of a tool's tenant is 403 with a JSON-RPC error, so that both kinds of clients understand it.
    output: { 200: McpReplySchema, 202: null, 403: McpReplySchema },
    errors: ['ORIGIN_FORBIDDEN', 'TENANT_FORBIDDEN'],
  },
  sendFeedback: {
    method: 'POST',
    path: '/feedback',
    access: 'key',
    summary: 'Report a document that was not read or read wrongly',
    body: FeedbackRequestSchema,
    invalid: 'FEEDBACK_INVALID',
    output: { 201: FeedbackResponseSchema },
    errors: ['FEEDBACK_INVALID', 'FEEDBACK_NOT_CONFIGURED', 'STORAGE_FULL', 'STORAGE_READ_ONLY', 'STORAGE_UNAVAILABLE'],
  },
  listFeedback: {
    method: 'GET',
    path: '/feedback',
    access: 'key',
    summary: 'Reports that were sent',
    query: FeedbackQuerySchema,
    output: { 200: FeedbackListSchema },
    errors: ['FEEDBACK_NOT_CONFIGURED', 'STORAGE_UNAVAILABLE'],
  },
  usage: {
    method: 'GET',
    path: '/usage',
    access: 'key-configured',
    summary: 'Counts of requests by consumer and route',
    output: { 200: UsageResponseSchema },
    errors: [],
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

/** The table with its literal types widened, to walk over. */
export const OPERATION_LIST = Object.entries(OPERATIONS) as [OperationName, Operation][];

/** `METHOD /path` of every operation, as `endpoints` of /health gives them. */
export const ENDPOINTS: readonly string[] = OPERATION_LIST.map(([, { method, path }]) => `${method} ${path}`);

type Table = typeof OPERATIONS;
export type ToolName = Extract<Table[OperationName], { readonly tool: unknown }>['tool']['name'];
type Infer<T> = T extends z.ZodType ? z.output<T> : never;
type Field<N extends OperationName, K extends string> = Table[N] extends Readonly<Record<K, infer S>> ? Infer<S> : never;

/** What an operation's body is after `parseInput`. */
export type BodyOf<N extends OperationName> = Field<N, 'body'>;
export type QueryOf<N extends OperationName> = Field<N, 'query'>;
/** The JSON of an operation's answers. */
export type OutputOf<N extends OperationName> = Infer<Table[N]['output'][keyof Table[N]['output']]>;
