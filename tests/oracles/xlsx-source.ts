import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

/** One cell as the raw XML states it, found without any code of the reader. */
export interface RawCell {
  sheet: string;
  page: number;
  address: string;
  type: string;
  /** Stored value: the text of strings, the digits of numbers. */
  value: string;
  /** Number format code, or the built-in number as `#14`. */
  format: string;
  formula: boolean;
}

const XML_ENTITY: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function unzip(file: string): Map<string, Buffer> {
  const bytes = readFileSync(file);
  const out = new Map<string, Buffer>();
  let at = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (at < 0) throw new Error(`no archive: ${file}`);
  const count = bytes.readUInt16LE(at + 10);
  at = bytes.readUInt32LE(at + 16);
  for (let i = 0; i < count; i++) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + packed);
    out.set(bytes.toString('utf8', at + 46, at + 46 + name), method === 0 ? body : inflateRawSync(body));
    at += 46 + name + extra + comment;
  }
  return out;
}

/** Every cell of every sheet that stores something, by regular expressions over the raw XML. */
export function rawCells(parts: Map<string, Buffer>): RawCell[] {
  const part = (name: string) => parts.get(name)?.toString('utf8') ?? '';
  const strings = all(part('xl/sharedStrings.xml'), /<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g).map((match) =>
    itemText(match[1] ?? ''),
  );
  const formats = cellFormats(part('xl/styles.xml'));
  const targets = new Map(
    all(part('xl/_rels/workbook.xml.rels'), /<Relationship\s[^>]*>/g).map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  );
  const out: RawCell[] = [];
  all(part('xl/workbook.xml'), /<(?:\w+:)?sheet\s[^>]*>/g).forEach(([tag], index) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? '';
    const xml = part(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    const sheet = unescaped(attribute(tag, 'name') ?? '');
    for (const match of xml.matchAll(/<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g)) {
      const [, attributes = '', inside = ''] = match;
      const type = attribute(attributes, 't') ?? 'n';
      const formula = /<(?:\w+:)?f[\s>/]/.test(inside);
      const stored = /<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inside)?.[1];
      let value = unescaped(stored ?? '');
      if (type === 's') value = strings[Number(value)] ?? '';
      else if (type === 'inlineStr') value = itemText(inside);
      else if (type === 'str') value = xstring(value);
      if (formula && value === '' && type !== 'str')
        value = `=${unescaped(/<(?:\w+:)?f[^>]*>([\s\S]*?)<\/(?:\w+:)?f>/.exec(inside)?.[1] ?? '')}`;
      if (value.trim() === '') continue;
      const style = Number(attribute(attributes, 's') ?? 0);
      out.push({
        sheet,
        page: index + 1,
        address: attribute(attributes, 'r') ?? '?',
        type,
        value,
        format: formats[style] ?? '#0',
        formula,
      });
    }
  });
  return out;
}

function cellFormats(styles: string): string[] {
  const codes = new Map(
    all(styles, /<(?:\w+:)?numFmt\s[^>]*>/g).map(([tag]) => [
      attribute(tag, 'numFmtId'),
      unescaped(attribute(tag, 'formatCode') ?? ''),
    ]),
  );
  const list = /<(?:\w+:)?cellXfs[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  return all(list, /<(?:\w+:)?xf\s[^>]*>/g).map(
    ([tag]) => codes.get(attribute(tag, 'numFmtId')) ?? `#${attribute(tag, 'numFmtId') ?? 0}`,
  );
}

function itemText(xml: string): string {
  const spoken = xml.replace(/<(?:\w+:)?rPh[\s>][\s\S]*?<\/(?:\w+:)?rPh>/g, '');
  return xstring(
    all(spoken, /<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)
      .map((match) => unescaped(match[1] ?? ''))
      .join(''),
  );
}

function xstring(text: string): string {
  return text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/\r\n?/g, '\n');
}

function unescaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#x([0-9A-Fa-f]+)|#(\d+)|(\w+));/g, (whole, hex: string, dec: string, name: string) =>
      hex
        ? String.fromCodePoint(Number.parseInt(hex, 16))
        : dec
          ? String.fromCodePoint(Number(dec))
          : (XML_ENTITY[name] ?? whole),
    );
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
}

function all(text: string, pattern: RegExp): RegExpMatchArray[] {
  return [...text.matchAll(pattern)];
}

const DAY = 86_400_000;

/** What a value shows in the formats simple enough to be worked out here; null for the others. */
export function simpleExpectation(cell: RawCell, date1904: boolean): string | null {
  const number = Number(cell.value);
  const digits = (places: number, group: boolean) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      useGrouping: group,
      roundingMode: 'halfExpand',
    } as Intl.NumberFormatOptions).format(number);
  switch (cell.format.toLowerCase()) {
    case '#1':
    case '0':
      return digits(0, false);
    case '#2':
    case '0.00':
      return digits(2, false);
    case '#3':
    case '#,##0':
      return digits(0, true);
    case '#4':
    case '#,##0.00':
      return digits(2, true);
    case '#9':
    case '0%':
      return `${Math.round(number * 100)}%`;
    case '#14':
    case 'yyyy-mm-dd':
    case 'yyyy\\-mm\\-dd':
      return new Date(Date.UTC(date1904 ? 1904 : 1899, date1904 ? 0 : 11, date1904 ? 1 : 30) + Math.floor(number) * DAY)
        .toISOString()
        .slice(0, 10);
    default:
      return null;
  }
}
