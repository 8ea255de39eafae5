import { describe, expect, it } from 'vitest';
import { makeDocx, paragraph, relationshipsPart, run } from '../../../../tests/makers/docx.ts';
import { makeZip, packedSpaces } from '../../../../tests/makers/zip.ts';
import { linesOf, readDocxBytes, readMade, warningCodes } from '../../../../tests/support/read-docx.ts';

const KIND = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = (body: string): string => `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`;
const related = (kind: string, target: string, mode = ''): string =>
  `<Relationship Id="r-${kind}" Type="${KIND}/${kind}" Target="${target}" ${mode}/>`;

async function reason(bytes: Buffer): Promise<unknown> {
  return readDocxBytes(bytes).then(
    () => 'read',
    (error) => error.reason ?? error,
  );
}

describe('the package', () => {
  it('is followed by its relationships, whatever the parts are called', async () => {
    const bytes = makeZip([
      { name: '_rels/.rels', data: relationshipsPart(related('officeDocument', '/odd/본문.xml')) },
      { name: 'odd/본문.xml', data: main(paragraph('글', '<w:pStyle w:val="a"/>')) },
      { name: 'odd/_rels/본문.xml.rels', data: relationshipsPart(related('styles', '../x/../Looks.XML')) },
      {
        name: 'looks.xml',
        data: '<w:styles><w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 1"/></w:style></w:styles>',
      },
    ]);
    expect(linesOf(await readDocxBytes(bytes))).toEqual(['heading1 글']);
  });

  it('is found by content type, or by the usual name, where relationships are missing', async () => {
    const types =
      '<Types><Override PartName="/a/b.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>';
    const byType = makeZip([
      { name: '[Content_Types].xml', data: types },
      { name: 'a/b.xml', data: main(paragraph('가')) },
    ]);
    expect(linesOf(await readDocxBytes(byType))).toEqual(['paragraph 가']);
    expect(linesOf(await readDocxBytes(makeZip([{ name: 'word\\document.xml', data: main(paragraph('나')) }])))).toEqual([
      'paragraph 나',
    ]);
  });

  it('of a strict file reads the same', async () => {
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument';
    const bytes = makeZip([
      { name: '_rels/.rels', data: relationshipsPart(`<Relationship Id="a" Type="${strict}" Target="word/document.xml"/>`) },
      { name: 'word/document.xml', data: main(paragraph('글')) },
    ]);
    expect(linesOf(await readDocxBytes(bytes))).toEqual(['paragraph 글']);
  });

  it('names what it would take in from elsewhere and follows nothing', async () => {
    const content = await readMade({
      body: `${paragraph('글')}<w:altChunk r:id="r-aFChunk"/>${paragraph('<w:subDoc r:id="r-subDocument"/>')}`,
      relationships:
        related('aFChunk', 'inside.html') + related('subDocument', 'http://192.0.2.1/x.docx', 'TargetMode="External"'),
      entries: [{ name: 'word/inside.html', data: '<p>끼움</p>' }],
    });
    expect(linesOf(content)).toEqual(['paragraph 글']);
    expect(content.warnings.find((warning) => warning.code === 'PARTIAL_READ')?.text).toContain('2곳');
  });

  it('goes on without a damaged side part, and says which', async () => {
    const content = await readMade({
      body: paragraph(`${run('글')}<w:r><w:footnoteReference w:id="1"/></w:r>`),
      styles: '',
      footnotes: '',
      entries: [
        { name: 'word/styles.xml', data: '<w:styles><w:style>' },
        { name: 'word/footnotes.xml', data: '<!DOCTYPE x [<!ENTITY a "b">]><w:footnotes/>' },
      ],
    });
    expect(linesOf(content)).toEqual(['paragraph 글']);
    expect(content.warnings.find((warning) => warning.code === 'PARTIAL_READ')?.text).toContain('스타일, 각주');
  });
});

describe('a package with parts missing', () => {
  it('is read, and what is missing is named', async () => {
    const content = await readMade({
      body: `${paragraph(`${run('글')}<w:r><w:footnoteReference w:id="1"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r>`)}<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:footerReference w:type="default" r:id="none"/></w:sectPr>`,
      relationships: `${related('footnotes', 'footnotes.xml')}<Relationship Id="h" Type="${KIND}/header" Target="header9.xml"/>`,
    });
    expect(linesOf(content)).toEqual(['paragraph 글']);
    expect(content.warnings.find((warning) => warning.code === 'PARTIAL_READ')?.text).toContain('각주, 미주, 머리말, 꼬리말');
  });
});

describe('a file that cannot be read', () => {
  const entry = (data: string) => makeDocx({ body: '', entries: [{ name: 'word/document.xml', data }] });

  it('is corrupted without its main part, with broken XML, a DTD or another root', async () => {
    expect(await reason(makeZip([{ name: 'a.txt', data: 'x' }]))).toBe('CORRUPTED');
    expect(await reason(Buffer.from('no zip'))).toBe('CORRUPTED');
    expect(await reason(entry('<w:document><w:body><w:p></w:body></w:document>'))).toBe('CORRUPTED');
    expect(await reason(entry('<!DOCTYPE a SYSTEM "file:///etc/passwd"><w:document><w:body/></w:document>'))).toBe('CORRUPTED');
    expect(await reason(entry('<workbook/>'))).toBe('CORRUPTED');
    expect(await reason(entry(''))).toBe('CORRUPTED');
  });

  it('is corrupted where the packed bytes do not fit their checksum', async () => {
    expect(
      await reason(makeDocx({ body: '', entries: [{ name: 'word/document.xml', data: main(paragraph('글')), crc: 1 }] })),
    ).toBe('CORRUPTED');
  });

  it('is over the limit where it would unpack without end, is too deep, or a side part is a bomb', async () => {
    const bomb = { packed: packedSpaces(64), size: 100 };
    expect(await reason(makeDocx({ body: '', entries: [{ name: 'word/document.xml', ...bomb }] }))).toBe('LIMIT_EXCEEDED');
    expect(await reason(makeDocx({ body: paragraph('글'), styles: '', entries: [{ name: 'word/styles.xml', ...bomb }] }))).toBe(
      'LIMIT_EXCEEDED',
    );
    const deep = '<w:sdt><w:sdtContent>'.repeat(400) + paragraph('글') + '</w:sdtContent></w:sdt>'.repeat(400);
    expect(await reason(entry(main(deep)))).toBe('LIMIT_EXCEEDED');
  });

  it('is protected where its parts are encrypted in the archive', async () => {
    expect(await reason(makeDocx({ body: '', entries: [{ name: 'word/document.xml', data: main(''), flags: 1 }] }))).toBe(
      'PASSWORD_PROTECTED',
    );
  });
});

describe('a document without text of its own', () => {
  it('is corrupted, not empty, where a part that may hold text is damaged', async () => {
    const made = (data: string): Buffer =>
      makeDocx({
        body: '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>',
        headers: { h: '' },
        entries: [{ name: 'word/header-h.xml', data }],
      });
    expect(await reason(made('<w:hdr>'))).toBe('CORRUPTED');
    expect(await reason(made('<w:hdr/>'))).toBe('read');
  });
});

describe('an empty document', () => {
  it('has no blocks and one page', async () => {
    const content = await readMade(paragraph('') + paragraph('<w:r><w:t xml:space="preserve">   </w:t></w:r>'));
    expect(content.blocks).toEqual([]);
    expect(content.pages).toHaveLength(1);
    expect(warningCodes(content)).toEqual(['PAGES_UNKNOWN']);
  });
});
