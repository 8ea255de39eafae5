import { type MadeEntry, makeZip } from './zip.ts';

export interface MadeSheet {
  name: string;
  /** Inside of `sheetData`. */
  data: string;
  /** Elements of the worksheet before and after `sheetData`. */
  before?: string;
  after?: string;
  state?: 'hidden' | 'veryHidden';
  /** Relationships of the sheet's part. */
  related?: { id: string; type: string; target: string }[];
}

export interface MadeWorkbook {
  sheets: MadeSheet[];
  /** Shared strings, or the whole part as it is to stand there; left out, there is none. */
  strings?: string[] | { xml: string };
  /** Number format codes: style n has the nth of them. Names of style parts are not needed otherwise. */
  formats?: string[];
  /** The styles part as it is to stand there. */
  styles?: string;
  workbook?: { properties?: string; names?: string };
  extra?: MadeEntry[];
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A workbook with exactly the parts given. */
export function makeXlsx(workbook: MadeWorkbook): Buffer {
  const { sheets, strings, extra = [] } = workbook;
  const entries: MadeEntry[] = [
    { name: '[Content_Types].xml', data: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>` },
    { name: '_rels/.rels', data: relationships([{ id: 'r1', type: 'officeDocument', target: 'xl/workbook.xml' }]) },
    {
      name: 'xl/workbook.xml',
      data: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbook.workbook?.properties ?? ''}<sheets>${sheets
        .map(
          (sheet, i) =>
            `<sheet name="${xmlText(sheet.name)}" sheetId="${i + 1}"${sheet.state ? ` state="${sheet.state}"` : ''} r:id="s${i}"/>`,
        )
        .join('')}</sheets>${workbook.workbook?.names ?? ''}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relationships([
        ...sheets.map((_, i) => ({ id: `s${i}`, type: 'worksheet', target: `worksheets/sheet${i + 1}.xml` })),
        { id: 'strings', type: 'sharedStrings', target: 'sharedStrings.xml' },
        { id: 'styles', type: 'styles', target: 'styles.xml' },
      ]),
    },
    { name: 'xl/styles.xml', data: workbook.styles ?? styles(workbook.formats ?? []) },
  ];
  if (strings)
    entries.push({ name: 'xl/sharedStrings.xml', data: Array.isArray(strings) ? sharedStrings(strings) : strings.xml });
  sheets.forEach((sheet, i) => {
    entries.push({ name: `xl/worksheets/sheet${i + 1}.xml`, data: worksheet(sheet) });
    if (sheet.related) entries.push({ name: `xl/worksheets/_rels/sheet${i + 1}.xml.rels`, data: relationships(sheet.related) });
  });
  const replaced = new Set(extra.map((entry) => entry.name));
  return makeZip([...entries.filter((entry) => !replaced.has(entry.name)), ...extra]);
}

/** Rows of texts and numbers as `sheetData` of inline strings, from the address A1. */
export function rowsOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row.map((value, x) => (value === null ? '' : inlineCell(column(x) + (y + 1), value))).join('')}</row>`,
    )
    .join('');
}

export function inlineCell(address: string, value: string | number): string {
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
}

function worksheet(sheet: Pick<MadeSheet, 'data' | 'before' | 'after'>): string {
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${sheet.before ?? ''}<sheetData>${sheet.data}</sheetData>${sheet.after ?? ''}</worksheet>`;
}

function relationships(list: readonly { id: string; type: string; target: string }[]): string {
  const lines = list.map(({ id, type, target }) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}">${lines.join('')}</Relationships>`;
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function column(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : column(Math.floor(index / 26) - 1) + column(index % 26);
}

function sharedStrings(texts: readonly string[]): string {
  return `${XML}<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('')}</sst>`;
}

function styles(formats: readonly string[]): string {
  const codes = formats.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${xmlText(code)}"/>`).join('');
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${codes}</numFmts><fonts><font/></fonts><cellXfs>${formats
    .map((_, i) => `<xf numFmtId="${164 + i}" fontId="0"/>`)
    .join('')}</cellXfs></styleSheet>`;
}
