import { inflateRawSync } from 'node:zlib';

/**
 * A second way into a docx that shares no code with the reader: its own unzipping, its own XML parser and its own walk,
 * so that a mistake in one is not repeated in the other. For trusted files of the corpus only.
 */
export interface RawElement {
  name: string;
  attributes: Record<string, string>;
  children: (RawElement | string)[];
}

export function rawParts(bytes: Buffer): Map<string, Buffer> {
  const out = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = bytes.readUInt32LE(end + 16);
  for (let i = bytes.readUInt16LE(end + 10); i > 0; i--) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    if (!name.endsWith('/')) out.set(name, bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return out;
}

export function rawXml(bytes: Buffer): RawElement {
  const source = bytes.toString('utf8');
  const token = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([^\s/>]+)([^>]*?)(\/?)>|([^<]+)/g;
  const root: RawElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, name, attributes, empty, text] of source.matchAll(token)) {
    const parent = open.at(-1) as RawElement;
    if (text !== undefined) parent.children.push(entities(text));
    else if (closing) open.pop();
    else if (name) {
      const element: RawElement = { name, attributes: {}, children: [] };
      for (const [, key, value] of (attributes ?? '').matchAll(/([^\s=]+)\s*=\s*["']([^"']*)["']/g)) {
        element.attributes[key as string] = entities(value as string);
      }
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  return root.children.find((child): child is RawElement => typeof child !== 'string') as RawElement;
}

function entities(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text.replace(/&(#x?)?(\w+);/g, (whole, numeric: string | undefined, value: string) =>
    numeric ? String.fromCodePoint(Number.parseInt(value, numeric === '#x' ? 16 : 10)) : (named[value] ?? whole),
  );
}

export const elementsOf = (element: RawElement): RawElement[] =>
  element.children.filter((child): child is RawElement => typeof child !== 'string');

export const childOf = (element: RawElement | undefined, name: string): RawElement | undefined =>
  element && elementsOf(element).find((child) => child.name === name);

/** All elements of this name below, in order. */
export function descendants(element: RawElement, name: string): RawElement[] {
  return elementsOf(element).flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);
}

export interface RawText {
  /** Texts of w:t and m:t in order, without those of text boxes. */
  main: string[];
  boxes: string[];
  /** Paragraphs that a list or their style may give a label. */
  numbered: number;
}

/** Every text that a person sees in a part: not deleted, not an instruction of a field, each alternative once. */
export function rawText(root: RawElement, skipPageNumbers = false): RawText {
  const out: RawText = { main: [], boxes: [], numbered: 0 };
  const fields: { code: boolean; instruction: string }[] = [];
  const visible = (): boolean =>
    fields.every((field) => !field.code && !(skipPageNumbers && /^\s*(PAGE|NUMPAGES)\b/.test(field.instruction)));
  const walk = (element: RawElement, box: boolean): void => {
    for (const child of elementsOf(element)) {
      switch (child.name) {
        case 'w:del':
        case 'w:moveFrom':
        case 'w:pPrChange':
        case 'w:rPrChange':
        case 'w:instrText':
          if (child.name === 'w:instrText' && fields.length > 0) {
            (fields.at(-1) as { instruction: string }).instruction += child.children.join('');
          }
          break;
        case 'w:tr':
          if (!childOf(childOf(child, 'w:trPr'), 'w:del')) walk(child, box);
          break;
        case 'mc:AlternateContent':
          walk(childOf(child, 'mc:Choice') ?? (childOf(child, 'mc:Fallback') as RawElement), box);
          break;
        case 'w:txbxContent':
          walk(child, true);
          break;
        case 'w:fldChar': {
          const type = child.attributes['w:fldCharType'];
          if (type === 'begin') fields.push({ code: true, instruction: '' });
          else if (type === 'separate') (fields.at(-1) as { code: boolean }).code = false;
          else fields.pop();
          break;
        }
        case 'w:fldSimple':
          if (!(skipPageNumbers && /^\s*(PAGE|NUMPAGES)\b/.test(child.attributes['w:instr'] ?? ''))) walk(child, box);
          break;
        case 'w:t':
        case 'm:t': {
          const text = child.children.join('').replace(/\s+/g, '');
          if (text !== '' && visible()) (box ? out.boxes : out.main).push(text);
          break;
        }
        case 'w:noBreakHyphen':
          (box ? out.boxes : out.main).push('-');
          break;
        case 'w:pPr':
          out.numbered += childOf(child, 'w:numPr') || childOf(child, 'w:pStyle') ? 1 : 0;
          break;
        default:
          walk(child, box);
      }
    }
  };
  walk(root, false);
  return out;
}

export interface Alignment {
  found: number;
  missing: string[];
  /** What stands in the text between and after the fragments: labels, or text that was read twice or made up. */
  extra: string[];
}

/** Finds the fragments one after another in a text, both without white space. */
export function align(text: string, fragments: readonly string[]): Alignment {
  const plain = text.replace(/\s+/g, '');
  const out: Alignment = { found: 0, missing: [], extra: [] };
  let at = 0;
  for (const fragment of fragments) {
    const next = plain.indexOf(fragment, at);
    if (next < 0) out.missing.push(fragment);
    else {
      out.found++;
      if (next > at) out.extra.push(plain.slice(at, next));
      at = next + fragment.length;
    }
  }
  if (at < plain.length) out.extra.push(plain.slice(at));
  return out;
}
