import { inflateRawSync } from 'node:zlib';

/**
 * An hwpx file by a second way that shares no code with the reader: its own walk over the zip's directory and a scan of the
 * raw XML by regular expression. White space is removed from all text.
 */
export interface SourceFragment {
  readonly kind: FragmentKind;
  readonly text: string;
  /** Inside the click-here field that a form names 본문 (the body of an official letter). */
  readonly inBodyField: boolean;
}

export type FragmentKind =
  | 'body'
  | 'cell'
  | 'text box'
  | 'header'
  | 'footer'
  | 'footnote'
  | 'endnote'
  | 'caption'
  | 'memo'
  | 'hidden comment'
  | 'master page'
  | 'equation'
  | 'word art'
  | 'form'
  | 'gloss';

export interface SourceTable {
  readonly rows: number;
  readonly cols: number;
  /** `row,col+rowSpan×colSpan` and a header mark, sorted. */
  readonly cells: string[];
  /** Letters of each cell by its address, sorted so that order does not matter; null where a list label would be added. */
  readonly letters: Map<string, string | null>;
  /** Grid of the table whose cell holds this one, and that cell's address. */
  readonly parent: string | null;
  readonly caption: string;
}

export interface HwpxSource {
  readonly fragments: SourceFragment[];
  readonly tables: SourceTable[];
  /** Paragraphs before which the reader writes a number or bullet. */
  readonly labelled: number;
}

const KINDS: Readonly<Record<string, FragmentKind>> = {
  tc: 'cell',
  drawText: 'text box',
  header: 'header',
  footer: 'footer',
  footNote: 'footnote',
  endNote: 'endnote',
  caption: 'caption',
  fieldBegin: 'memo',
  hiddenComment: 'hidden comment',
  masterPage: 'master page',
};

export function hwpxSource(bytes: Buffer): HwpxSource {
  const parts = unzip(bytes);
  const head = parts.get('Contents/header.xml')?.toString('utf8') ?? '';
  const lists = new Set<string>();
  for (const [, id, inner] of head.matchAll(/<hh:paraPr id="(\d+)"([\s\S]*?)<\/hh:paraPr>/g)) {
    if (/<hh:heading type="(?!NONE)/.test(inner as string)) lists.add(id as string);
  }
  const out: HwpxSource & { labelled: number } = { fragments: [], tables: [], labelled: 0 };
  for (const [name, data] of parts) if (/(?:section|masterpage)\d+\.xml$/i.test(name)) scan(data.toString('utf8'), lists, out);
  return out;
}

interface OpenTable {
  rows: number;
  cols: number;
  cells: string[];
  letters: Map<string, string | null>;
  parent: { table: OpenTable; cell: OpenCell } | null;
  caption: string;
}

interface OpenCell {
  address: string;
  span: string;
  header: boolean;
  text: string;
  labelled: boolean;
}

function scan(xml: string, lists: ReadonlySet<string>, out: HwpxSource & { labelled: number }): void {
  const path: string[] = [];
  const tables: { open: OpenTable; depth: number; cell: OpenCell | null }[] = [];
  const finished: OpenTable[] = [];
  let deletions = 0;
  /** What the hp:t (or script, or gloss) that is open holds so far. */
  const now: { text: string | null } = { text: null };
  let bodyField: string | null = null;

  const add = (kind: FragmentKind, raw: string) => {
    const clean = raw.replace(/\s+/g, '');
    if (clean === '') return;
    out.fragments.push({ kind, text: clean, inBodyField: bodyField !== null });
    const caption = path.lastIndexOf('caption');
    // A cell's text holds its nested tables' text, but not what is a block of its own.
    for (const table of tables) {
      const below = path.slice(table.depth + 1);
      if (caption === table.depth + 1) table.open.caption += clean;
      if (table.cell && !below.some((name) => name !== 'tc' && name in KINDS) && kind !== 'word art') table.cell.text += clean;
    }
  };
  const kindHere = (): FragmentKind => {
    for (let at = path.length - 1; at >= 0; at--) {
      const kind = KINDS[path[at] as string];
      if (kind) return kind;
    }
    return 'body';
  };

  const open = (name: string, a: (key: string) => string | undefined) => {
    switch (name) {
      case 'deleteBegin':
        deletions++;
        break;
      case 'deleteEnd':
        deletions--;
        break;
      case 't':
      case 'script':
        now.text = '';
        break;
      case 'mainText':
      case 'subText':
        now.text = '';
        break;
      case 'hyphen':
      case 'hypen':
        if (now.text !== null && deletions === 0) now.text += '-';
        break;
      case 'textart':
        add('word art', (a('text') ?? '').replace(/[␍␊]/g, ' '));
        break;
      case 'compose':
        add(kindHere(), a('composeText') ?? '');
        break;
      // A box to tick is shown as a sign before its caption.
      case 'checkBtn':
        add('form', `${a('value') === 'CHECKED' ? '☑' : '☐'}${(a('caption') ?? '').replaceAll('&&', '&')}`);
        break;
      case 'btn':
        add('form', a('caption') ?? '');
        break;
      case 'fieldBegin':
        if (a('name') === '본문') bodyField = a('id') ?? '';
        break;
      case 'fieldEnd':
        if (a('beginIDRef') === bodyField) bodyField = null;
        break;
      case 'p':
        if (lists.has(a('paraPrIDRef') ?? '')) {
          out.labelled++;
          for (const table of tables) if (table.cell) table.cell.labelled = true;
        }
        break;
      case 'tbl': {
        const outer = tables.at(-1);
        // Only a table that stands in the cell itself is nested, not one in a text box or note in it.
        const direct = outer?.cell && !path.slice(outer.depth + 1).some((step) => step !== 'tc' && step in KINDS);
        tables.push({
          open: {
            rows: Number(a('rowCnt')),
            cols: Number(a('colCnt')),
            cells: [],
            letters: new Map(),
            parent: direct && outer.cell ? { table: outer.open, cell: outer.cell } : null,
            caption: '',
          },
          depth: path.length,
          cell: null,
        });
        break;
      }
      case 'tc': {
        const table = tables.at(-1);
        if (table) table.cell = { address: '', span: '', header: a('header') === '1', text: '', labelled: false };
        break;
      }
      case 'cellAddr': {
        const cell = tables.at(-1)?.cell;
        if (cell) cell.address = `${a('rowAddr')},${a('colAddr')}`;
        break;
      }
      case 'cellSpan': {
        const cell = tables.at(-1)?.cell;
        if (cell) cell.span = `${a('rowSpan')}×${a('colSpan')}`;
        break;
      }
    }
  };

  const close = (name: string) => {
    if ((name === 't' || name === 'script' || name === 'mainText' || name === 'subText') && now.text !== null) {
      const raw = now.text;
      now.text = null;
      add(name === 't' ? kindHere() : name === 'script' ? 'equation' : 'gloss', raw);
    } else if (name === 'tc') {
      const table = tables.at(-1);
      const cell = table?.cell;
      if (table && cell) {
        table.open.cells.push(`${cell.address}+${cell.span}${cell.header ? ' header' : ''}`);
        table.open.letters.set(cell.address, cell.labelled ? null : sorted(cell.text));
        table.cell = null;
      }
    } else if (name === 'tbl') {
      const table = tables.pop();
      if (table) finished.push(table.open);
    }
  };

  for (const [, closing, name, attributes, selfClosing, plain] of xml.matchAll(TOKENS)) {
    if (plain !== undefined) {
      if (now.text !== null && deletions === 0) now.text += decode(plain);
      continue;
    }
    if (name === undefined) continue;
    const local = name.replace(/^[^:]*:/, '');
    if (closing) {
      path.pop();
      close(local);
      continue;
    }
    const read = (key: string) => {
      const found = new RegExp(`(?:^|\\s)${key}="([^"]*)"`).exec(attributes as string);
      return found ? decode(found[1] as string) : undefined;
    };
    open(local, read);
    if (selfClosing) close(local);
    else path.push(local);
  }
  for (const table of finished) {
    out.tables.push({
      rows: table.rows,
      cols: table.cols,
      cells: table.cells.sort(),
      letters: table.letters,
      parent: table.parent ? `${table.parent.table.rows}x${table.parent.table.cols} at ${table.parent.cell.address}` : null,
      caption: table.caption,
    });
  }
}

const TOKENS = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*"[^"]*")*)\s*(\/?)>|([^<]+)|<[?!][^>]*>/g;

/** Letters of a text in a fixed order. */
export function sorted(text: string): string {
  return [...text.replace(/\s+/g, '')].sort().join('');
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, dec, named) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (dec) return String.fromCodePoint(Number(dec));
    return ({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" } as Record<string, string>)[named] ?? '';
  });
}

export function unzip(bytes: Buffer): Map<string, Buffer> {
  const out = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replaceAll('\\', '/');
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    if (name.endsWith('.xml')) out.set(name, method === 8 ? inflateRawSync(packed) : packed);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return out;
}
