import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../src/model/document.ts';
import { Budget } from '../../src/reading/container/budget.ts';
import { readDocument } from '../../src/reading/pipeline.ts';

const read = (bytes: Buffer): Promise<Document> => readDocument(bytes, { budget: new Budget(), paginate: false, ocrPages: 1 });

/** Objects numbered from 1, with a right table of them. */
function pdf(...objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    offsets.push(at);
    parts.push(part);
    at += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const page = (more = '') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R ${more} >>`;
const stream = (body: Buffer | string, more = '') => {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${more} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
};
const TEXT = stream('BT /F 12 Tf 20 200 Td (Hello evidence) Tj ET');
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

describe('hostile PDFs', () => {
  it('the made file itself is read', async () => {
    expect((await read(pdf(CATALOG, PAGES, page(), TEXT, FONT))).blocks.map((block) => block.text)).toEqual(['Hello evidence']);
  });

  it('a tree of pages that goes in a circle ends with a reason', { timeout: 30_000 }, async () => {
    const circle = await read(pdf(CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>', page(), TEXT, FONT));
    expect(circle.access.readable).toBe(false);
  });

  it('a million pages that are only claimed are refused', { timeout: 60_000 }, async () => {
    const many = await read(pdf(CATALOG, '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>', page(), TEXT, FONT));
    expect(many.access.readable ? many.source.pages : many.access.reason).toSatisfy(
      (found: unknown) => found === 1 || found === 'LIMIT_EXCEEDED',
    );
  });

  it('a sheet as large as a town is read without being drawn whole', { timeout: 60_000 }, async () => {
    const huge = page().replace('[0 0 300 300]', '[0 0 9000000 9000000]');
    const document = await read(pdf(CATALOG, PAGES, huge, TEXT, FONT));
    expect(document.access.readable ? 'read' : document.access.reason).toMatch(/^(read|LIMIT_EXCEEDED|CORRUPTED)$/);
  });

  it('a form that draws itself ends', { timeout: 30_000 }, async () => {
    const form = stream(
      'q /X Do Q BT /F 12 Tf 20 100 Td (again) Tj ET',
      '/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /X 6 0 R >> /Font << /F 5 0 R >> >>',
    );
    const caller = page().replace('/Font <<', '/XObject << /X 6 0 R >> /Font <<');
    const document = await read(pdf(CATALOG, PAGES, caller, stream('/X Do BT /F 12 Tf 20 200 Td (Hello) Tj ET'), FONT, form));
    expect(document.blocks.map((block) => block.text).join(' ')).toContain('Hello');
  });

  it('a stream that unpacks to 100 million bytes costs no more than its reason', { timeout: 60_000 }, async () => {
    const bomb = deflateSync(Buffer.alloc(100_000_000, 0x20), { level: 9 });
    const document = await read(pdf(CATALOG, PAGES, page(), stream(bomb, '/Filter /FlateDecode'), FONT));
    expect(document.access.readable).toBe(false);
  });

  it('programs, forms in XML and attached files in it are left alone', async () => {
    const catalog =
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /XFA 6 0 R >> >>';
    const xfa = stream('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xdp>&e;</xdp>');
    const document = await read(pdf(catalog, PAGES, page(), TEXT, FONT, xfa));
    expect(document.blocks.map((block) => block.text)).toEqual(['Hello evidence']);
  });
});
