import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { isOn, unwrapped, valOf } from './markup.ts';

/** An OMML formula as one line of text, in the manner of Unicode's linear format (22.1 of ECMA-376 part 1). */
export function mathText(element: XmlElement): string {
  return children(element);
}

function children(element: XmlElement | undefined): string {
  if (!element) return '';
  let out = '';
  let structured = false;
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    const text = one(child);
    // Where a fraction, a function or an index meets a letter or digit, a blank says where it begins or ends.
    if ((structured || WIDE.has(child.name)) && WORD_END.test(out.slice(-2)) && WORD_START.test(text)) out += ' ';
    out += text;
    if (text !== '') structured = STRUCTURES.has(child.name);
  }
  return out;
}

const STRUCTURES = new Set(['f', 'sSup', 'sSub', 'sSubSup', 'sPre', 'rad', 'nary', 'func', 'limLow', 'limUpp']);
/** Reaches back over more than the sign before it unless a blank stands between. */
const WIDE = new Set(['f', 'func']);
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

function one(element: XmlElement): string {
  switch (element.name) {
    case 'r':
      return run(element);
    case 'f':
      return fraction(element);
    case 'sSup':
      return `${base(element)}^${part(element, 'sup')}`;
    case 'sSub':
      return `${base(element)}_${part(element, 'sub')}`;
    case 'sSubSup':
      return `${base(element)}_${part(element, 'sub')}^${part(element, 'sup')}`;
    case 'sPre':
      return `_${part(element, 'sub')}^${part(element, 'sup')}${base(element)}`;
    case 'rad':
      return radical(element);
    case 'nary':
      return nary(element);
    case 'd':
      return delimited(element);
    case 'func':
      return `${children(firstChild(element, 'fName'))} ${children(firstChild(element, 'e'))}`;
    case 'limLow':
      return `${base(element)}_${part(element, 'lim')}`;
    case 'limUpp':
      return `${base(element)}^${part(element, 'lim')}`;
    case 'acc':
      return `${base(element)}${property(element, 'accPr', 'chr') ?? '\u0302'}`;
    case 'bar':
      return `${base(element)}${property(element, 'barPr', 'pos') === 'top' ? '\u0305' : '\u0332'}`;
    case 'groupChr':
      return `${base(element)}${property(element, 'groupChrPr', 'chr') ?? '⏟'}`;
    case 'm':
      return childrenOf(element, 'mr')
        .map((row) => childrenOf(row, 'e').map(children).join(' '))
        .join('; ');
    case 'eqArr':
      return childrenOf(element, 'e').map(children).join('\n');
    case 'oMath':
    case 'e':
    case 'box':
    case 'borderBox':
    case 'phant':
    case 'oMathPara':
    case 'fldSimple':
    case 'hyperlink':
      return children(element);
    default: {
      const inner = unwrapped(element);
      return inner ? children(inner) : '';
    }
  }
}

function run(element: XmlElement): string {
  let out = '';
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    if (child.name === 't') for (const text of child.children) out += typeof text === 'string' ? text : '';
    else if (child.name === 'br' || child.name === 'cr') out += '\n';
    else if (child.name === 'tab') out += '\t';
    // A tracked deletion in a formula is a property of its run.
    else if (child.name === 'rPr' && firstChild(child, 'del')) return '';
  }
  return out;
}

function fraction(element: XmlElement): string {
  return `${part(element, 'num')}${property(element, 'fPr', 'type') === 'noBar' ? '¦' : '/'}${part(element, 'den')}`;
}

function radical(element: XmlElement): string {
  const properties = firstChild(element, 'radPr');
  const degree = properties && isOn(firstChild(properties, 'degHide')) ? '' : children(firstChild(element, 'deg'));
  return degree === '' ? `√${part(element, 'e')}` : `√(${degree}&${children(firstChild(element, 'e'))})`;
}

function nary(element: XmlElement): string {
  const sub = part(element, 'sub');
  const sup = part(element, 'sup');
  const sign = property(element, 'naryPr', 'chr') ?? '∫';
  return `${sign}${sub === '' ? '' : `_${sub}`}${sup === '' ? '' : `^${sup}`} ${children(firstChild(element, 'e'))}`;
}

function delimited(element: XmlElement): string {
  const inner = childrenOf(element, 'e').map(children);
  const open = property(element, 'dPr', 'begChr') ?? '(';
  const close = property(element, 'dPr', 'endChr') ?? ')';
  return `${open}${inner.join(property(element, 'dPr', 'sepChr') ?? '|')}${close}`;
}

function property(element: XmlElement, properties: string, name: string): string | undefined {
  return valOf(firstChild(element, properties), name);
}

function base(element: XmlElement): string {
  return part(element, 'e');
}

/** In brackets unless it is one sign, one number or one word: only then is its reach clear in a line. */
function part(element: XmlElement, name: string): string {
  const text = children(firstChild(element, name));
  if (text === '' || [...text].length === 1 || /^(?:\p{L}+|\d+(?:[.,]\d+)?)$/u.test(text)) return text;
  return /^\([^()]*\)$/.test(text) ? text : `(${text})`;
}
