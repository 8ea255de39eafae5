import { describe, expect, it } from 'vitest';
import { READABLE, unreadableAccess } from '../model/access.ts';
import type { Chunk } from '../model/chunk.ts';
import { emptyStructure } from '../model/structure.ts';
import type { ParsedRecord } from '../shared/parsed-file.ts';
import { documentsOf } from './desk-reader.ts';
import type { ReadDocument } from './ports.ts';

const record = (id: string, filename: string, more: Partial<ParsedRecord> = {}, containers: string[] = []): ParsedRecord =>
  ({
    head: {
      doc_id: `sha256:${id}`,
      source: { filename, format: 'docx', container_path: containers },
      access: READABLE,
      warnings: [],
    },
    children: null,
    ...more,
  }) as unknown as ParsedRecord;
const chunk = (doc: string, number: number) => ({ id: `c${number}`, doc_id: `sha256:${doc}`, text: `${doc}${number}` }) as Chunk;
const read = async (root: ParsedRecord, chunks: Chunk[], filename = 'a.zip') => {
  const documents: ReadDocument[] = [];
  const stream = (async function* () {
    yield* chunks;
  })();
  for await (const document of documentsOf({ root, structure: async () => emptyStructure() }, stream, filename))
    documents.push(document);
  return documents.map(({ inner, docId, chunks: own }) => [inner, docId.slice(7), own.map(({ text }) => text).join(' ')]);
};

describe('the documents of a file', () => {
  it('are the file itself where it holds no others', async () => {
    expect(await read(record('x', ''), [chunk('x', 1), chunk('x', 2)])).toEqual([['', 'x', 'x1 x2']]);
    expect(await read(record('x', ''), [])).toEqual([['', 'x', '']]);
    expect(await read(record('x', '', { children: [] }), [])).toEqual([['', 'x', '']]);
  });

  it('are the members of a bundle, each with its own chunks, nested ones too', async () => {
    const root = record('z', '', {
      children: [
        record('a', '가.docx'),
        record('b', '빈.docx'),
        record('n', '안.zip', { children: [record('c', '깊은.docx', {}, ['안.zip'])] }),
        record('d', '폴더/라.docx'),
      ],
    });
    expect(await read(root, [chunk('a', 1), chunk('c', 1), chunk('c', 2), chunk('d', 1)])).toEqual([
      ['가.docx', 'a', 'a1'],
      ['빈.docx', 'b', ''],
      ['안.zip/깊은.docx', 'c', 'c1 c2'],
      ['폴더/라.docx', 'd', 'd1'],
    ]);
  });

  it('are told apart where two members have the same bytes', async () => {
    const root = record('z', '', { children: [record('a', '1'), record('a', '2'), record('b', '3'), record('a', '4')] });
    const twice = [chunk('a', 1), chunk('a', 2)];
    expect(await read(root, [...twice, ...twice, chunk('b', 1), ...twice])).toEqual([
      ['1', 'a', 'a1 a2'],
      ['2', 'a', 'a1 a2'],
      ['3', 'b', 'b1'],
      ['4', 'a', 'a1 a2'],
    ]);
  });

  it('carry a word where the file’s name claims another format', async () => {
    const documents: ReadDocument[] = [];
    const given = { root: record('x', ''), structure: async () => emptyStructure() };
    for await (const document of documentsOf(given, (async function* () {})(), 'a.pdf')) documents.push(document);
    expect(documents[0]?.warnings.map(({ code }) => code)).toEqual(['EXTENSION_MISMATCH']);
  });

  it('may be unreadable', async () => {
    const bad = record('x', 'a', {});
    const root = record('z', '', { children: [{ ...bad, head: { ...bad.head, access: unreadableAccess('CORRUPTED') } }] });
    expect(await read(root, [])).toEqual([['a', 'x', '']]);
  });
});
