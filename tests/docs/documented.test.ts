import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_CODES, ERRORS } from '../../src/contract/errors.ts';
import { errorsOf, type Operation, UNIVERSAL_ERRORS } from '../../src/contract/operation.ts';
import { OPERATION_LIST } from '../../src/contract/operations.ts';
import { TOOLS } from '../../src/contract/tools.ts';
import { REASONS } from '../../src/model/access.ts';
import { AclRulesSchema } from '../../src/model/acl-rules.ts';
import { BLOCK_TYPES } from '../../src/model/block.ts';
import { ChunkSchema } from '../../src/model/chunk.ts';
import { DocumentSchema } from '../../src/model/document.ts';
import { ChunkRefSchema, CitationSchema, EvidenceSourceSchema, FOUND_BY, HitSchema } from '../../src/model/evidence.ts';
import { FEEDBACK_KINDS, FeedbackItemSchema } from '../../src/model/feedback.ts';
import { EXTRACTORS, FORMATS } from '../../src/model/formats.ts';
import { ReadableEntrySchema, SkippedSchema, UnreadableEntrySchema } from '../../src/model/listing.ts';
import { REVISION_KINDS } from '../../src/model/structure.ts';
import { UsageCountersSchema } from '../../src/model/usage.ts';
import { WARNING_CODES } from '../../src/model/warning.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
const api = page('api');
const schema = page('schema');

/** The text below a heading that matches, up to the next heading of the same depth or above. */
function section(text: string, depth: number, heading: (line: string) => boolean): string | undefined {
  const lines = text.split('\n');
  const mark = `${'#'.repeat(depth)} `;
  const start = lines.findIndex((line) => line.startsWith(mark) && heading(line.slice(mark.length)));
  if (start < 0) return undefined;
  const end = lines.findIndex((line, i) => i > start && /^#+ /.test(line) && line.indexOf(' ') <= depth);
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

const named = (text: string, depth: number, heading: string) => section(text, depth, (line) => line === heading) ?? '';

/** What stands in backticks in the first cell of each row of a table. */
function firstCells(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /^\| (<a id="\w+"><\/a>)?`/.test(line))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? ''));
}

const mentions = (text: string | undefined, word: string) => text?.includes(`\`${word}\``) ?? false;

describe('docs/api.md', () => {
  const operations = OPERATION_LIST.map(([, operation]) => ({ route: `${operation.method} ${operation.path}`, operation }));
  const sectionOf = (route: string) => section(api, 3, (line) => mentions(line, route));

  it.each(operations)('$route stands in the table of routes and has a section', ({ route }) => {
    expect(firstCells(named(api, 2, 'Routes'))).toContain(route);
    expect(sectionOf(route)).toBeDefined();
  });

  it('describes no route that is not there', () => {
    expect(firstCells(named(api, 2, 'Routes')).sort()).toEqual(operations.map(({ route }) => route).sort());
  });

  it.each(operations)('$route: every input is named', ({ route, operation }) => {
    const fields = [operation.params, operation.query, operation.body].flatMap((part) => Object.keys(part?.shape ?? {}));
    expect(fields.filter((field) => !mentions(sectionOf(route), field))).toEqual([]);
  });

  it.each(operations)('$route: every field of its answer is named', ({ route, operation }) => {
    const text = sectionOf(route) ?? '';
    const fields = outputs(operation).flatMap((output) => {
      if (output === DocumentSchema) return text.includes('(schema.md#document)') ? [] : ['a link to Document'];
      return Object.keys(output.shape).filter((field) => !mentions(text, field));
    });
    expect(fields).toEqual([]);
  });

  it.each(operations)('$route: every status and every code of its own is named', ({ route, operation }) => {
    const text = sectionOf(route) ?? '';
    expect(operation.errors.filter((code) => !mentions(text, code))).toEqual([]);
    const statuses = Object.entries(operation.output).filter(([, output]) => output === null || output instanceof z.ZodType);
    expect(statuses.map(([status]) => status).filter((status) => status !== '200' && !text.includes(status))).toEqual([]);
  });

  it('says which codes a route can give without naming them', () => {
    const common = named(api, 2, 'Errors');
    const unnamed = [
      ...UNIVERSAL_ERRORS,
      ...OPERATION_LIST.flatMap(([, one]) => errorsOf(one).filter((code) => !one.errors.includes(code))),
    ];
    const paragraph = common.slice(common.indexOf('Any request can meet'));
    const own = ['KEY_REQUIRED', 'ADMIN_KEY_REQUIRED'];
    expect([...new Set(unnamed)].filter((code) => !own.includes(code) && !mentions(paragraph, code))).toEqual([]);
    for (const [, one] of OPERATION_LIST)
      for (const code of own.filter((code) => (errorsOf(one) as string[]).includes(code)))
        expect(mentions(sectionOf(`${one.method} ${one.path}`), code)).toBe(true);
  });

  it.each(ERROR_CODES)('%s has a row with its status and the anchor that `type` points at', (code) => {
    expect(api).toContain(`| <a id="${code}"></a>\`${code}\` | ${ERRORS[code].status} |`);
  });

  it('has no row for a code that is not there', () => {
    expect(firstCells(named(api, 2, 'Errors')).sort()).toEqual([...ERROR_CODES].sort());
  });

  it('has every reason of a document and no other', () => {
    expect(firstCells(named(api, 3, 'Reasons of documents')).sort()).toEqual([...REASONS].sort());
  });

  it('has every code of a warning and no other', () => {
    expect(firstCells(named(api, 3, 'Warnings and reasons to review')).sort()).toEqual([...WARNING_CODES].sort());
  });

  it.each(TOOLS)('$name is listed with its arguments', ({ name, input }) => {
    const row = api.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
    expect(Object.keys(input.shape).filter((field) => !mentions(row, field))).toEqual([]);
  });
});

function outputs(operation: Operation): z.ZodObject[] {
  return Object.values(operation.output).filter((output) => output instanceof z.ZodObject);
}

describe('docs/schema.md', () => {
  const resources = z.object({
    document: DocumentSchema,
    chunk: ChunkSchema,
    ref: ChunkRefSchema,
    hit: HitSchema,
    source: EvidenceSourceSchema,
    citation: CitationSchema,
    skipped: SkippedSchema,
    readable: ReadableEntrySchema,
    unreadable: UnreadableEntrySchema,
    feedback: FeedbackItemSchema,
    usage: UsageCountersSchema,
    rules: AclRulesSchema,
  });
  // Every named object that they are made of, however deep.
  const objects = Object.entries(z.toJSONSchema(resources).$defs ?? {})
    .filter(([, one]) => one.properties !== undefined)
    .map(([name, one]) => ({ name, fields: Object.keys(one.properties ?? {}) }));

  it('is checked against the resources and what they are made of', () => {
    const names = objects.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Document', 'Block', 'Table', 'Cell', 'Anchor', 'Chunk', 'Structure', 'Access', 'Page']),
    );
  });

  it.each(objects)('$name has a row for each field and for nothing else', ({ name, fields }) => {
    expect(firstCells(named(schema, 2, name)).sort()).toEqual([...fields].sort());
  });

  it.each([
    ['Block', BLOCK_TYPES],
    ['Block', EXTRACTORS],
    ['Source', FORMATS],
    ['Revision', REVISION_KINDS],
    ['Hit', FOUND_BY],
    ['FeedbackItem', FEEDBACK_KINDS],
  ])('%s names every value', (name, values) => {
    expect(values.filter((value) => !mentions(named(schema, 2, name), value))).toEqual([]);
  });
});

describe('links between the pages', () => {
  const anchors = (text: string) => new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => slug(title ?? '')));
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-');

  it.each([
    ['api.md', api],
    ['schema.md', schema],
  ])('%s leads to headings that exist', (name, text) => {
    const targets: Record<string, Set<string>> = { 'api.md': anchors(api), 'schema.md': anchors(schema) };
    const links = [...text.matchAll(/\]\((api\.md|schema\.md)?#([\w-]+)\)/g)];
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(([, file, anchor]) => !targets[file ?? name]?.has(anchor ?? '')).map(([link]) => link)).toEqual([]);
  });
});
