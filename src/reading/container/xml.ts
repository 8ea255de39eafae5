import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Unreadable } from '../unreadable.ts';
import { type Budget, LIMITS } from './budget.ts';

/**
 * Hostile XML: no DTD (so no entities of the file's own), capped depth, attributes and elements. Names come without
 * their namespace prefix, because writers choose prefixes freely and the formats read here never differ by them alone.
 */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** Attribute values by local name. Where two prefixes share a local name, `prefix:name` is kept as well. */
export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly children: (XmlElement | string)[];
}

/** A push parser: write() any number of times, then end(). Throws Unreadable('CORRUPTED' | 'LIMIT_EXCEEDED'). */
export class XmlReader {
  private readonly parser: SaxesParser<{ xmlns: false }>;
  private depth = 0;

  constructor(handler: XmlHandler, budget: Budget) {
    const parser = new SaxesParser({ xmlns: false, position: false });
    this.parser = parser;
    // An entity that is not one of XML's five has no meaning without a DTD, and a DTD is refused.
    parser.on('doctype', () => {
      throw new Unreadable('CORRUPTED', {
        text: '문서 안의 XML에 허용되지 않는 선언(DTD)이 있습니다. 원본 프로그램에서 다시 저장해 주세요.',
      });
    });
    parser.on('error', () => {
      throw new Unreadable('CORRUPTED');
    });
    let attributes = 0;
    parser.on('attribute', () => {
      if (++attributes > LIMITS.xmlAttributes) throw new Unreadable('LIMIT_EXCEEDED');
    });
    parser.on('opentag', (tag: SaxesTagPlain) => {
      attributes = 0;
      budget.spend('xmlElements');
      if (++this.depth > LIMITS.xmlDepth)
        throw new Unreadable('LIMIT_EXCEEDED', { text: '문서 안의 XML이 너무 깊게 겹쳐 있습니다.' });
      handler.open(localName(tag.name), localAttributes(tag.attributes));
    });
    parser.on('closetag', (tag: SaxesTagPlain) => {
      this.depth--;
      handler.close(localName(tag.name));
    });
    parser.on('text', (text) => handler.text(text));
    parser.on('cdata', (text) => handler.text(text));
  }

  write(chunk: string): void {
    this.parser.write(chunk);
  }

  end(): void {
    this.parser.close();
  }
}

export function parseXml(source: string, handler: XmlHandler, budget: Budget): void {
  const reader = new XmlReader(handler, budget);
  reader.write(source);
  reader.end();
}

export function parseXmlTree(source: string, budget: Budget): XmlElement {
  let root: XmlElement | undefined;
  forEachSubtree(
    source,
    () => true,
    (element) => (root = element),
    budget,
  );
  if (!root) throw new Unreadable('CORRUPTED');
  return root;
}

/**
 * Builds only the subtrees whose root `wanted` picks (outermost first) and hands each over when it is complete, so that
 * a long section is never held as one tree.
 */
export function forEachSubtree(
  source: string,
  wanted: (name: string, attributes: XmlAttributes, parents: readonly string[]) => boolean,
  visit: (element: XmlElement, parents: readonly string[]) => void,
  budget: Budget,
): void {
  const parents: string[] = [];
  const open: XmlElement[] = [];
  parseXml(
    source,
    {
      open(name, attributes) {
        const parent = open.at(-1);
        if (!parent && !wanted(name, attributes, parents)) {
          parents.push(name);
          return;
        }
        const element: XmlElement = { name, attributes, children: [] };
        parent?.children.push(element);
        open.push(element);
      },
      text(text) {
        open.at(-1)?.children.push(text);
      },
      close() {
        const element = open.pop();
        if (!element) parents.pop();
        else if (open.length === 0) visit(element, parents);
      },
    },
    budget,
  );
}

/** XML parts are UTF-8 or UTF-16 by their byte order mark or their first bytes; anything else declared is read as UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0x3c && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0 && bytes[1] === 0x3c) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

export function childrenOf(element: XmlElement, name?: string): XmlElement[] {
  const out: XmlElement[] = [];
  for (const child of element.children)
    if (typeof child !== 'string' && (name === undefined || child.name === name)) out.push(child);
  return out;
}

export function firstChild(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

function localAttributes(attributes: Record<string, string>): XmlAttributes {
  let prefixed = false;
  for (const name in attributes) if (name.includes(':')) prefixed = true;
  // The parser's own object has no prototype and belongs to nobody else.
  if (!prefixed) return attributes;
  const out: Record<string, string> = Object.create(null);
  for (const name in attributes) {
    const value = attributes[name] as string;
    const local = localName(name);
    if (local in out) out[name] = value;
    else out[local] = value;
  }
  return out;
}
