import { type MadeEntry, makeZip } from './zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES = [
  `xmlns:w="${W}"`,
  `xmlns:r="${RELATIONSHIPS}"`,
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:o="urn:schemas-microsoft-com:office:office"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
].join(' ');

/** Parts of a document to be made; each is the inside of its root element, in WordprocessingML. */
export interface MadeDocument {
  body: string;
  styles?: string;
  numbering?: string;
  settings?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  /** Headers and footers by the relationship id that the body names them with. */
  headers?: Record<string, string>;
  footers?: Record<string, string>;
  /** Further relationships of the main part. */
  relationships?: string;
  /** `Pages` of the properties that the laying-out program wrote. */
  pages?: number;
  /** Further entries of the package; one with a known name replaces the made part. */
  entries?: MadeEntry[];
}

/** A docx as Word would lay its package out. */
export function makeDocx(made: MadeDocument): Buffer {
  const parts = new Map<string, MadeEntry['data']>();
  const related: string[] = [];
  const relate = (id: string, kind: string, target: string): void => {
    related.push(`<Relationship Id="${id}" Type="${RELATIONSHIPS}/${kind}" Target="${target}"/>`);
  };
  const add = (kind: string, root: string, inside: string | undefined, id = kind, file = `${kind}.xml`): void => {
    if (inside === undefined) return;
    parts.set(`word/${file}`, `${XML}<w:${root} ${NAMESPACES}>${inside}</w:${root}>`);
    relate(id, kind, file);
  };
  add('styles', 'styles', made.styles);
  add('numbering', 'numbering', made.numbering);
  add('settings', 'settings', made.settings);
  add('footnotes', 'footnotes', made.footnotes);
  add('endnotes', 'endnotes', made.endnotes);
  add('comments', 'comments', made.comments);
  for (const [id, inside] of Object.entries(made.headers ?? {})) add('header', 'hdr', inside, id, `header-${id}.xml`);
  for (const [id, inside] of Object.entries(made.footers ?? {})) add('footer', 'ftr', inside, id, `footer-${id}.xml`);
  parts.set('word/document.xml', `${XML}<w:document ${NAMESPACES}><w:body>${made.body}</w:body></w:document>`);
  parts.set('word/_rels/document.xml.rels', relationshipsPart(related.join('') + (made.relationships ?? '')));
  let top = `<Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>`;
  if (made.pages !== undefined) {
    parts.set('docProps/app.xml', `${XML}<Properties><Pages>${made.pages}</Pages></Properties>`);
    top += `<Relationship Id="rId2" Type="${RELATIONSHIPS}/extended-properties" Target="docProps/app.xml"/>`;
  }
  parts.set('_rels/.rels', relationshipsPart(top));
  parts.set(
    '[Content_Types].xml',
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  );
  const replaced = new Set((made.entries ?? []).map((entry) => entry.name));
  const entries: MadeEntry[] = [...parts]
    .filter(([name]) => !replaced.has(name))
    .map(([name, data]) => ({ name, data: data as string }));
  return makeZip([...entries, ...(made.entries ?? [])]);
}

export function relationshipsPart(inside: string): string {
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A run of text; `properties` is the inside of w:rPr. */
export function run(text: string, properties = ''): string {
  const own = properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`;
  return `<w:r>${own}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

/** A paragraph; `content` is text, or runs where it begins with a tag; `properties` is the inside of w:pPr. */
export function paragraph(content: string, properties = ''): string {
  const own = properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`;
  return `<w:p>${own}${content === '' || content.startsWith('<') ? content : run(content)}</w:p>`;
}

/** A cell; `content` is text or blocks; `properties` is the inside of w:tcPr. */
export function cell(content: string, properties = ''): string {
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${content.startsWith('<w:') ? content : paragraph(content)}</w:tc>`;
}

export function row(cells: readonly string[], properties = ''): string {
  return `<w:tr><w:trPr>${properties}</w:trPr>${cells.join('')}</w:tr>`;
}

export function table(rows: readonly string[], properties = ''): string {
  return `<w:tbl><w:tblPr>${properties}</w:tblPr>${rows.join('')}</w:tbl>`;
}

/** A paragraph style; `properties` is the inside of w:pPr. */
export function style(id: string, name: string, properties = '', more = ''): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}<w:pPr>${properties}</w:pPr></w:style>`;
}

/** A list definition with one instance of the same id; levels are [format, text, further elements]. */
export function list(
  id: number,
  levels: readonly [format: string, text: string, more?: string][],
): { abstract: string; num: string } {
  const inside = levels
    .map(
      ([format, text, more], index) =>
        `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more ?? ''}<w:lvlText w:val="${text}"/></w:lvl>`,
    )
    .join('');
  return {
    abstract: `<w:abstractNum w:abstractNumId="${id}">${inside}</w:abstractNum>`,
    num: `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`,
  };
}

/** Properties that put a paragraph in a list. */
export function inList(num: number, level = 0): string {
  return `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`;
}
