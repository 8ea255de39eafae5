import { z } from 'zod';
import { INTERFACE_VERSION } from '../model/versions.ts';
import { DESCRIPTIONS } from './descriptions.ts';
import { ERRORS, type ErrorCode, PROBLEM_MEDIA_TYPE, ProblemSchema } from './errors.ts';
import { errorsOf, type Operation, type Output } from './operation.ts';
import { OPERATION_LIST, type OperationName } from './operations.ts';

type Json = Record<string, unknown>;

const JSON_MEDIA_TYPE = 'application/json';
const BYTES_MEDIA_TYPE = 'application/octet-stream';
const COMPONENTS = '#/components/schemas/';

/** Statuses whose meaning the operation's summary does not tell. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  202: 'A notification was taken; no body',
  403: 'A JSON-RPC error whose message holds the reason code',
};

const RETRY_AFTER: Json = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };
const BEARER: Json = { 'WWW-Authenticate': { description: 'Always `Bearer`', schema: { type: 'string' } } };
const HEADERS: Readonly<Partial<Record<ErrorCode, Json>>> = {
  KEY_MISSING: BEARER,
  KEY_INVALID: BEARER,
  RATE_LIMITED: RETRY_AFTER,
  BUSY: RETRY_AFTER,
  INDEXING: RETRY_AFTER,
};

/** The OpenAPI 3.1 description of the interface, made from the table of operations. */
export function openApiDescription(): Json {
  const sent = described('input', ({ params, query, body }) => ({ path: params, query, body }));
  const given = described('output', ({ output }) => output, { 'problem body': ProblemSchema });
  const paths: Record<string, Json> = {};
  for (const [name, operation] of OPERATION_LIST) {
    const item = operationObject(name, operation, sent, given.schemaOf);
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: item };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'geungeo',
      version: INTERFACE_VERSION,
      description:
        'Reads official documents into structured JSON and small chunks that carry where they stand, and finds and checks evidence in them. ' +
        'Fields may be added to any answer; clients ignore those that they do not know.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: merged(sent.schemas, given.schemas),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  };
}

type SchemaOf = (name: OperationName | 'problem', part: string | number) => Json;

interface Described {
  /** The named schemas, to become components. */
  readonly schemas: Readonly<Record<string, Json>>;
  readonly schemaOf: SchemaOf;
}

/**
 * Converts all schemas of one direction at once, so that what they share is described once. Wrapping them in an object keeps the
 * root anonymous: recursion then points at the named schema and not at the root.
 */
function described(
  io: 'input' | 'output',
  parts: (operation: Operation) => Readonly<Record<string, Output | undefined>>,
  further: Readonly<Record<string, z.ZodType>> = {},
): Described {
  const shape: Record<string, z.ZodType> = { ...further };
  for (const [name, operation] of OPERATION_LIST)
    for (const [part, schema] of Object.entries(parts(operation)))
      if (schema instanceof z.ZodType) shape[`${name} ${part}`] = schema;
  const json = z.toJSONSchema(z.object(shape), {
    io,
    override: ({ jsonSchema }) => {
      // A field may be added to any object without breaking a client that validates.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.id;
    },
  });
  const moved = withRefsMoved(json) as { $defs?: Record<string, Json>; properties: Record<string, Json> };
  return {
    schemas: moved.$defs ?? {},
    schemaOf: (name, part) => {
      const schema = moved.properties[`${name} ${part}`];
      if (schema === undefined) throw new Error(`no schema for ${name} ${part}`);
      return schema;
    },
  };
}

function withRefsMoved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRefsMoved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key,
      key === '$ref' && typeof inside === 'string' ? inside.replace('#/$defs/', COMPONENTS) : withRefsMoved(inside),
    ]),
  );
}

function merged(sent: Described['schemas'], given: Described['schemas']): Json {
  for (const name of Object.keys(sent))
    if (name in given && JSON.stringify(sent[name]) !== JSON.stringify(given[name]))
      throw new Error(`${name} is described in one way where it is sent and in another where it is given`);
  const all = { ...sent, ...given };
  return Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((name) => [name, all[name]]),
  );
}

function operationObject(name: OperationName, operation: Operation, sent: Described, given: SchemaOf): Json {
  const parameters = [
    ...(operation.params ? parametersOf(sent, name, 'path') : []),
    ...(operation.query ? parametersOf(sent, name, 'query') : []),
    ...(operation.file ? [FILENAME_HEADER] : []),
  ];
  return {
    operationId: name,
    summary: operation.summary,
    description: DESCRIPTIONS[name],
    security: operation.access === 'open' ? [] : [{ bearer: [] }, { apiKey: [] }, ...(operation.access === 'key' ? [{}] : [])],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body ? { requestBody: requestBody(operation, sent.schemaOf(name, 'body')) } : {}),
    responses: responses(name, operation, given),
  };
}

const FILENAME_HEADER: Json = {
  name: 'X-Filename',
  in: 'header',
  required: false,
  description: 'Name of the raw bytes, percent-encoded UTF-8; without it the query `filename` names them',
  schema: { type: 'string' },
};

function parametersOf(sent: Described, name: OperationName, where: 'path' | 'query'): Json[] {
  const schema = sent.schemaOf(name, where);
  const named = typeof schema.$ref === 'string' ? sent.schemas[schema.$ref.slice(COMPONENTS.length)] : schema;
  const inline = named as { properties: Record<string, Json>; required?: string[] };
  return Object.entries(inline.properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: inline.required?.includes(name) ?? false,
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}

function requestBody(operation: Operation, schema: Json): Json {
  const bytes = { [BYTES_MEDIA_TYPE]: { schema: { type: 'string', format: 'binary' } } };
  return { required: true, content: { ...(operation.file ? bytes : {}), [JSON_MEDIA_TYPE]: { schema } } };
}

function responses(name: OperationName, operation: Operation, given: SchemaOf): Json {
  const all: Record<string, { description: string; headers?: Json; content?: Json }> = {};
  for (const [status, output] of Object.entries(operation.output)) {
    const content = contentOf(output, () => given(name, status));
    all[status] = { description: STATUS_TEXTS[Number(status)] ?? operation.summary, ...(content ? { content } : {}) };
  }
  for (const [status, codes] of byStatus(errorsOf(operation))) {
    const headers: Json = Object.assign({}, ...codes.map((code) => HEADERS[code]));
    const content = { ...all[status]?.content, [PROBLEM_MEDIA_TYPE]: { schema: problemOf(codes, given) } };
    const said = all[status] ? `${all[status].description}; or ` : '';
    const description = said + codes.map((code) => `${code}: ${ERRORS[code].title}`).join('; ');
    all[status] = { description, ...(Object.keys(headers).length > 0 ? { headers } : {}), content };
  }
  all.default = {
    description: 'Any other refusal, such as INTERNAL',
    content: { [PROBLEM_MEDIA_TYPE]: { schema: given('problem', 'body') } },
  };
  return all;
}

function contentOf(output: Output, schema: () => Json): Json | undefined {
  if (output === null) return undefined;
  if (output instanceof z.ZodType) return { [JSON_MEDIA_TYPE]: { schema: schema() } };
  return { [output.media]: { schema: { type: 'string' } } };
}

function byStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

function problemOf(codes: readonly ErrorCode[], given: SchemaOf): Json {
  return { allOf: [given('problem', 'body'), { type: 'object', properties: { reason: { enum: codes } } }] };
}
