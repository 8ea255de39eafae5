import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS, type ErrorCode, problemBody } from '../../src/contract/errors.ts';
import { openApiDescription } from '../../src/contract/openapi.ts';
import { unreadableAccess } from '../../src/model/access.ts';
import type { Document } from '../../src/model/document.ts';
import { emptyStructure } from '../../src/model/structure.ts';

interface Schema {
  [key: string]: unknown;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  additionalProperties?: unknown;
}
interface Described {
  operationId: string;
  summary: string;
  description: string;
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; headers?: object; content?: Record<string, { schema: Schema }> }>;
}
interface Description {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Record<string, string>> };
}

// As a client gets it: through JSON.
const api = JSON.parse(JSON.stringify(openApiDescription())) as Description;
const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation, label: `${method} ${path}` })),
);

function find(method: string, path: string): Described {
  const operation = api.paths[path]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not described`);
  return operation;
}

function everyObject(value: unknown, visit: (inside: Schema) => void): void {
  if (Array.isArray(value)) for (const inside of value) everyObject(inside, visit);
  else if (typeof value === 'object' && value !== null) {
    visit(value as Schema);
    for (const inside of Object.values(value)) everyObject(inside, visit);
  }
}

/** A reader of the described schema that knows nothing of the schema it was made from. */
function reader(schema: Schema): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: api.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text));
}

function answered(method: string, path: string, status: number, media = 'application/json'): z.ZodType {
  const schema = find(method, path).responses[status]?.content?.[media]?.schema;
  if (!schema) throw new Error(`${method} ${path} ${status} has no schema`);
  return reader(schema);
}

describe('the description of the interface', () => {
  it('is OpenAPI 3.1.0 of geungeo 0.1.0', () => {
    expect(api).toMatchObject({ openapi: '3.1.0', info: { title: 'geungeo', version: '0.1.0' } });
  });

  it.each(
    Object.entries({
      '/': ['get'],
      '/demo': ['get'],
      '/docs/{name}.md': ['get'],
      '/assets/{name}': ['get'],
      '/health': ['get'],
      '/metrics': ['get'],
      '/openapi.json': ['get'],
      '/try': ['get'],
      '/try/parse': ['post'],
      '/parse': ['post'],
      '/chunk': ['post'],
      '/documents': ['delete', 'get', 'post'],
      '/documents/upload': ['post'],
      '/search': ['post'],
      '/answer': ['post'],
      '/view': ['get', 'post'],
      '/context': ['post'],
      '/verify': ['post'],
      '/mcp': ['post'],
      '/feedback': ['get', 'post'],
      '/usage': ['get'],
    }),
  )('describes %s', (path, methods) => {
    expect(Object.keys(api.paths[path] ?? {}).sort()).toEqual(methods);
  });

  it('points only at what is in it', () => {
    const missing: string[] = [];
    everyObject(api, ({ $ref }) => {
      if (typeof $ref !== 'string') return;
      const name = $ref.replace('#/components/schemas/', '');
      if (!(name in api.components.schemas)) missing.push($ref);
    });
    expect(missing).toEqual([]);
  });

  it('has no schema that nothing points at', () => {
    const used = new Set<string>();
    everyObject(api, ({ $ref }) => {
      if (typeof $ref === 'string') used.add($ref.replace('#/components/schemas/', ''));
    });
    // Sent in a query string, where its fields are parameters; its schema is the input of a tool.
    used.add('DeleteRequest');
    expect(Object.keys(api.components.schemas).filter((name) => !used.has(name))).toEqual([]);
  });

  it('forbids no field that may be added later', () => {
    let objects = 0;
    everyObject(api.components.schemas, (schema) => {
      if (schema.type !== 'object') return;
      objects++;
      expect(schema.additionalProperties).not.toBe(false);
    });
    expect(objects).toBeGreaterThan(40);
  });

  it('offers the key as a bearer and as X-API-Key', () => {
    expect(Object.values(api.components.securitySchemes)).toEqual([
      { type: 'http', scheme: 'bearer' },
      { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    ]);
    expect(find('get', '/health').security).toEqual([]);
    expect(find('post', '/parse').security).toEqual([{ bearer: [] }, { apiKey: [] }, {}]);
    expect(find('post', '/documents/upload').security).toEqual([{ bearer: [] }, { apiKey: [] }]);
  });

  it('gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(operations)('$label says what it does and what each status means', ({ path, operation }) => {
    expect(operation.summary.length).toBeGreaterThan(5);
    expect(operation.description.length).toBeGreaterThan(20);
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^([1-5]\d\d|default)$/);
      expect(response.description).not.toBe('');
    }
    for (const [, name] of path.matchAll(/\{([^}]+)\}/g))
      expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }));
  });

  it.each([
    ['get', '/documents', ['tenant'], ['principal']],
    ['delete', '/documents', ['tenant', 'filename'], []],
    ['post', '/documents/upload', [], ['tenant', 'replace', 'filename']],
    ['post', '/parse', [], ['filename']],
    ['post', '/chunk', [], ['filename', 'budget']],
    ['post', '/try/parse', [], ['filename']],
    ['get', '/view', ['tenant', 'question'], ['limit', 'llm', 'principal']],
    ['get', '/feedback', [], ['limit']],
  ])('%s %s takes its query parameters', (method, path, required, optional) => {
    const query = (find(method, path).parameters ?? []).filter((one) => one.in === 'query');
    expect(query.filter((one) => one.required).map((one) => one.name)).toEqual(required);
    expect(
      query
        .filter((one) => !one.required)
        .map((one) => one.name)
        .sort(),
    ).toEqual([...optional].sort());
  });

  it('describes numbers of a query string as the numbers that they are', () => {
    const limit = find('get', '/view').parameters?.find((one) => one.name === 'limit');
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1 });
  });

  it.each(['/parse', '/chunk', '/documents/upload', '/try/parse'])('%s takes raw bytes and JSON', (path) => {
    const operation = find('post', path);
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(['application/octet-stream', 'application/json']);
    expect(operation.parameters).toContainEqual(expect.objectContaining({ name: 'X-Filename', in: 'header', required: false }));
  });

  it.each([
    ['post', '/parse', [200, 400, 401, 408, 413, 429, 503]],
    ['post', '/chunk', [200, 400, 401, 408, 413, 429, 503]],
    ['post', '/documents/upload', [201, 400, 401, 403, 408, 409, 413, 429, 503]],
    ['delete', '/documents', [200, 400, 401, 403, 404, 429, 503]],
    ['post', '/answer', [200, 400, 401, 403, 404, 408, 413, 429, 502, 503]],
    ['post', '/try/parse', [200, 400, 408, 413, 422, 429, 503]],
    ['post', '/mcp', [200, 202, 400, 401, 403, 408, 413, 429, 503]],
    ['post', '/feedback', [201, 400, 401, 403, 408, 413, 429, 503]],
    ['get', '/usage', [200, 401, 403, 429, 503]],
  ])('%s %s has its statuses', (method, path, statuses) => {
    expect(Object.keys(find(method, path).responses)).toEqual([...statuses.map(String), 'default']);
  });

  it('lists the codes that a status can carry, with the headers that come with them', () => {
    const { responses } = find('post', '/documents/upload');
    expect(responses[409]?.description).toBe('FILE_EXISTS: File exists');
    expect(JSON.stringify(responses[409]?.content)).toContain('"enum":["FILE_EXISTS"]');
    expect(responses[503]?.headers).toHaveProperty('Retry-After');
    expect(responses[429]?.headers).toHaveProperty('Retry-After');
    expect(responses[401]?.headers).toHaveProperty('WWW-Authenticate');
    expect(find('get', '/usage').responses[503]?.headers).toBeUndefined();
  });

  it('names the fields that a request must have, not those with a default', () => {
    expect(api.components.schemas.ContextRequest?.required).toEqual(['tenant', 'query']);
    expect(api.components.schemas.ContextRequest?.properties).toMatchObject({
      budget: { type: 'integer', minimum: 1, default: 4000 },
      limit: { type: 'integer', minimum: 1, default: 10 },
      query: { type: 'string', maxLength: 2000 },
    });
    expect(api.components.schemas.AnswerRequest?.required).toEqual(['tenant', 'question']);
  });

  it('describes a Document in full, its members in a zip included', () => {
    const { Document } = api.components.schemas;
    expect(Object.keys(Document?.properties ?? {}).sort()).toEqual(
      [
        'access',
        'acl',
        'blocks',
        'children',
        'doc_id',
        'metrics',
        'pages',
        'schema_version',
        'source',
        'structure',
        'tables',
        'warnings',
      ].sort(),
    );
    expect(Document?.properties?.children).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Document' } });
    expect(find('post', '/parse').responses[200]?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Document',
    });
  });
});

const sha256 = 'a'.repeat(64);
const doc_id = `sha256:${sha256}`;
const unreadable: Document = {
  doc_id,
  schema_version: '0.1',
  source: { filename: '빈.pdf', format: 'pdf', bytes: 0, pages: 0, sha256, container_path: ['묶음.zip'] },
  access: unreadableAccess('EMPTY'),
  structure: emptyStructure(),
  warnings: [],
  metrics: { parse_ms: 3, extractor_mix: {} },
  acl: null,
  pages: [],
  blocks: [],
  tables: [],
};

describe('answers fit their description', () => {
  it('a document, and one inside another', () => {
    const schema = answered('post', '/parse', 200);
    expect(schema.safeParse(unreadable).error).toBeUndefined();
    expect(schema.safeParse({ ...unreadable, children: [unreadable] }).error).toBeUndefined();
    expect(schema.safeParse({ ...unreadable, children: [{ ...unreadable, access: null }] }).success).toBe(false);
    expect(schema.safeParse({ ...unreadable, doc_id: sha256 }).success).toBe(false);
  });

  it('with a field that a later version adds', () => {
    expect(answered('post', '/parse', 200).safeParse({ ...unreadable, added_later: 1 }).success).toBe(true);
  });

  it('a listing of what was read and what was not', () => {
    const schema = answered('get', '/documents', 200);
    const skipped = {
      doc_id: null,
      filename: '빈.pdf',
      readable: false,
      chunks: 0,
      reason: 'EMPTY',
      reason_text: '내용이 없습니다.',
    };
    const read = {
      doc_id,
      filename: 'a',
      readable: true,
      chunks: 2,
      structure: emptyStructure(),
      review: false,
      review_reasons: [],
    };
    const listing = { tenant: 'room', readable: 1, unreadable: 1, needs_review: 1, chunks: 2, documents: [read, skipped] };
    expect(schema.safeParse(listing).error).toBeUndefined();
    expect(schema.safeParse({ ...listing, documents: [{ ...skipped, readable: true }] }).success).toBe(false);
    expect(schema.safeParse({ ...listing, documents: [{ ...skipped, drm_vendor: '' }] }).success).toBe(false);
  });

  it('health with names and with numbers', () => {
    const schema = answered('get', '/health', 200);
    const same = {
      ok: true,
      version: '0.1.0',
      auth: { required: true },
      endpoints: ['GET /health'],
      formats: ['hwpx'],
      max_upload: 104857600,
      limits: { rate_limit: null, max_parallel: 4, parsing_now: 0 },
      vectors: { enabled: false, reason: '모델이 없습니다.', model: null },
      ocr: { available: true, engine: 'tesseract', reason: null },
      llm: { configured: false, host: '', model: '', external: false },
    };
    const open = { ...same, tenants: ['room'], consumers: [], reading: [{ tenant: 'room', done: 1, total: 3 }] };
    const keyed = { ...same, tenant_count: 1, consumer_count: 2, reading: [{ done: 1, total: 3 }] };
    expect([schema.safeParse(open).error, schema.safeParse(keyed).error]).toEqual([undefined, undefined]);
    expect(schema.safeParse({ ...open, limits: {} }).success).toBe(false);
  });

  it.each(Object.keys(ERRORS) as ErrorCode[])('the refusal %s', (code) => {
    const schema = reader({ $ref: '#/components/schemas/Problem' });
    expect(schema.safeParse(problemBody(code)).error).toBeUndefined();
    expect(schema.safeParse({ ...problemBody(code), reason: undefined }).success).toBe(false);
  });

  it('a refusal with a code that the status does not have does not fit', () => {
    const schema = answered('delete', '/documents', 404, 'application/problem+json');
    expect(schema.safeParse(problemBody('FILE_NOT_FOUND')).error).toBeUndefined();
    expect(schema.safeParse(problemBody('FILE_EXISTS')).success).toBe(false);
  });
});
