import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Unreadable } from '../unreadable.ts';
import { Budget } from './budget.ts';
import { childrenOf, decodeXml, forEachSubtree, parseXmlTree, type XmlElement } from './xml.ts';

const read = (xml: string): XmlElement => parseXmlTree(xml, new Budget());
const reasonOf = (xml: string): string => {
  try {
    read(xml);
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    return (error as Unreadable).reason;
  }
};

describe('hostile XML', () => {
  it('is refused when it declares a document type, so that no entity is ever expanded', () => {
    expect(reasonOf('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>')).toBe('CORRUPTED');
    expect(reasonOf('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toBe('CORRUPTED');
  });

  it('is refused when an entity is not one of the five', () => {
    expect(reasonOf('<a>&nbsp;</a>')).toBe('CORRUPTED');
    expect(read('<a>&lt;&amp;&#44032;</a>').children.join('')).toBe('<&가');
  });

  it('ends at the depth limit', () => {
    expect(reasonOf('<a>'.repeat(200_000))).toBe('LIMIT_EXCEEDED');
  });

  it('ends at the attribute limit', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => `a${i}="1"`).join(' ');
    expect(reasonOf(`<a ${many}/>`)).toBe('LIMIT_EXCEEDED');
  });

  it('is corrupted when it breaks off, is empty or is not XML', () => {
    for (const broken of ['<a><b>', '<a></b>', '', 'plain', '<a/><b/>', '<a b=1/>']) expect(reasonOf(broken)).toBe('CORRUPTED');
  });

  it('keeps names such as __proto__ as plain attributes', () => {
    const element = read('<a __proto__="x" constructor="y"/>');
    expect(Object.entries(element.attributes)).toContainEqual(['__proto__', 'x']);
    expect(element.attributes.constructor).toBe('y');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe('XML', () => {
  it('gives names without their prefix, and both values where two prefixes share a name', () => {
    const element = read('<w:p xmlns:w="u" w:id="1" r:id="2"><w:t>글</w:t></w:p>');
    expect(element.name).toBe('p');
    expect(element.attributes.id).toBe('1');
    expect(element.attributes['r:id']).toBe('2');
    expect(childrenOf(element, 't')[0]?.children).toEqual(['글']);
  });

  it('is decoded by its byte order mark', () => {
    expect(decodeXml(Buffer.from('\ufeff<a>가</a>', 'utf16le'))).toBe('<a>가</a>');
    expect(decodeXml(Buffer.from('<a>가</a>', 'utf16le'))).toBe('<a>가</a>');
    expect(decodeXml(Buffer.from('\ufeff<a>가</a>'))).toBe('<a>가</a>');
  });

  it('hands over only the wanted subtrees, each whole', () => {
    const seen: string[] = [];
    forEachSubtree(
      '<s><p>1<p>2</p></p><x><p>3</p></x></s>',
      (name) => name === 'p',
      (element, parents) => seen.push(`${parents.join('/')}:${textOf(element)}`),
      new Budget(),
    );
    expect(seen).toEqual(['s:12', 's/x:3']);
  });

  it('gives back any tree that was written', () => {
    const name = fc.constantFrom('p', 'run', 't', 'tbl', '표');
    const text = fc.string({ unit: 'grapheme' }).filter((s) => !/[\p{Cc}\uFFFE\uFFFF]/u.test(s) && s !== '');
    const tree = fc.letrec<{ node: XmlElement }>((tie) => ({
      node: fc.record({
        name,
        attributes: fc.dictionary(fc.constantFrom('a', 'b', 'c'), text, { noNullPrototype: true }),
        children: fc.array(fc.oneof({ depthSize: 'small' }, text, tie('node')), { maxLength: 4 }),
      }) as fc.Arbitrary<XmlElement>,
    })).node;
    fc.assert(
      fc.property(tree, (element) => {
        expect(plain(read(write(element)))).toEqual(plain(element));
      }),
      { numRuns: Number(process.env.RUNS ?? 200) },
    );
  });
});

function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function write(element: XmlElement): string {
  const escaped = (s: string) => s.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const attributes = Object.entries(element.attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const children = element.children.map((child) => (typeof child === 'string' ? escaped(child) : write(child)));
  return `<${element.name}${attributes.join('')}>${children.join('')}</${element.name}>`;
}

/** Neighbouring texts joined: how many pieces a parser gives a text in is its own affair. */
function plain(element: XmlElement): unknown {
  const children: unknown[] = [];
  for (const child of element.children) {
    const last = children.at(-1);
    if (typeof child === 'string' && typeof last === 'string') children[children.length - 1] = last + child;
    else children.push(typeof child === 'string' ? child : plain(child));
  }
  return { name: element.name, attributes: { ...element.attributes }, children };
}
