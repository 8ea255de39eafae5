import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AnswerRequest } from './answer.ts';
import { ERROR_CODES } from './errors.ts';
import { errorsOf, UNIVERSAL_ERRORS } from './operation.ts';
import { type BodyOf, ENDPOINTS, OPERATION_LIST, OPERATIONS, type OutputOf, type QueryOf } from './operations.ts';
import type { SearchResponse } from './search.ts';
import { TOOLS } from './tools.ts';

describe('the table of operations', () => {
  it('holds every route of the interface, each once', () => {
    expect([...ENDPOINTS].sort()).toEqual(
      [
        'DELETE /documents',
        'GET /',
        'GET /assets/{name}',
        'GET /demo',
        'GET /docs/{name}.md',
        'GET /documents',
        'GET /feedback',
        'GET /health',
        'GET /metrics',
        'GET /openapi.json',
        'GET /try',
        'GET /usage',
        'GET /view',
        'POST /answer',
        'POST /chunk',
        'POST /context',
        'POST /documents',
        'POST /documents/upload',
        'POST /feedback',
        'POST /mcp',
        'POST /parse',
        'POST /search',
        'POST /try/parse',
        'POST /verify',
        'POST /view',
      ].sort(),
    );
  });

  it('says who may call', () => {
    const by = (access: string) =>
      OPERATION_LIST.filter(([, operation]) => operation.access === access)
        .map(([, { method, path }]) => `${method} ${path}`)
        .sort();
    expect(by('open')).toEqual(
      [
        'GET /',
        'GET /assets/{name}',
        'GET /demo',
        'GET /docs/{name}.md',
        'GET /health',
        'GET /openapi.json',
        'GET /try',
        'POST /try/parse',
      ].sort(),
    );
    expect(by('key-configured')).toEqual(['DELETE /documents', 'GET /usage', 'POST /documents/upload']);
    expect(by('admin')).toEqual(['GET /metrics']);
  });

  it('takes a file where the specification does', () => {
    const files = OPERATION_LIST.filter(([, operation]) => operation.file).map(([, { path }]) => path);
    expect(files.sort()).toEqual(['/chunk', '/documents/upload', '/parse', '/try/parse']);
  });

  it('gives every code of the table of errors somewhere', () => {
    const given = new Set([...UNIVERSAL_ERRORS, ...OPERATION_LIST.flatMap(([, operation]) => errorsOf(operation))]);
    expect(ERROR_CODES.filter((code) => !given.has(code))).toEqual([]);
  });

  it('derives the codes that follow from who may call and what is sent', () => {
    expect(errorsOf(OPERATIONS.health)).toEqual([]);
    expect(errorsOf(OPERATIONS.usage).sort()).toEqual([
      'KEYS_UNREADABLE',
      'KEY_INVALID',
      'KEY_MISSING',
      'KEY_REQUIRED',
      'RATE_LIMITED',
    ]);
    expect(errorsOf(OPERATIONS.metrics)).toContain('ADMIN_KEY_REQUIRED');
    expect(errorsOf(OPERATIONS.listDocuments)).toEqual(
      expect.arrayContaining(['BODY_INVALID', 'TENANT_INVALID', 'TENANT_FORBIDDEN']),
    );
    expect(errorsOf(OPERATIONS.listDocuments)).not.toContain('TOO_LARGE');
    expect(errorsOf(OPERATIONS.sendFeedback)).toEqual(
      expect.arrayContaining(['BODY_INVALID', 'FEEDBACK_INVALID', 'TENANT_FORBIDDEN']),
    );
    expect(errorsOf(OPERATIONS.tryParse)).not.toContain('KEY_MISSING');
  });

  it('gives the types of what is sent and answered', () => {
    expectTypeOf<BodyOf<'answer'>>().toEqualTypeOf<AnswerRequest>();
    expectTypeOf<BodyOf<'viewByBody'>>().toEqualTypeOf<QueryOf<'view'>>();
    expectTypeOf<OutputOf<'search'>>().toEqualTypeOf<SearchResponse>();
    expectTypeOf<OutputOf<'home'>>().toBeNever();
    expectTypeOf<BodyOf<'usage'>>().toBeNever();
  });
});

describe('the tools', () => {
  const required = { tenant: ['tenant'], file: ['filename', 'data_base64'] };
  it.each([
    ['read_document', 'chunk', ['filename', 'data_base64', 'budget'], required.file],
    ['list_documents', 'listDocumentsByBody', ['tenant', 'principal'], required.tenant],
    ['search_documents', 'search', ['tenant', 'query', 'limit', 'principal'], ['tenant', 'query']],
    ['get_evidence', 'context', ['tenant', 'query', 'budget', 'limit', 'principal'], ['tenant', 'query']],
    ['verify_answer', 'verify', ['tenant', 'answer', 'sources', 'citations', 'principal'], ['tenant', 'answer']],
    ['add_document', 'uploadDocument', ['tenant', 'filename', 'data_base64', 'replace'], ['tenant', ...required.file]],
    ['remove_document', 'deleteDocument', ['tenant', 'filename'], ['tenant', 'filename']],
  ])('%s takes what its route takes', (name, operation, fields, needed) => {
    const tool = TOOLS.find((one) => one.name === name);
    expect(tool?.operation).toBe(operation);
    expect(tool?.inputSchema).toMatchObject({ type: 'object', required: needed });
    expect(Object.keys(tool?.inputSchema.properties ?? {}).sort()).toEqual([...fields].sort());
  });

  it('are seven, and only two of them change anything', () => {
    expect(TOOLS).toHaveLength(7);
    expect(TOOLS.filter(({ reads }) => !reads).map(({ name }) => name)).toEqual(['add_document', 'remove_document']);
  });
});
