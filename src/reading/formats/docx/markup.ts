import { firstChild, type XmlElement } from '../../container/xml.ts';

/** Elements that only wrap what a person reads: their content stands where they stand. */
const TRANSPARENT = new Set(['sdtContent', 'customXml', 'smartTag', 'ins', 'moveTo', 'dir', 'bdo', 'Choice', 'Fallback']);

/** Namespaces whose drawings and text this reader understands; others are read from the fallback that comes with them. */
const UNDERSTOOD = /^(wps|wpg|wpc|wpi|wp14|w14|w15|w16\w*|c14|c16\w*|cx\w*|aink|am3d|a14|v|o|w|wp|a|pic|m|mc)$/;

/** The markup that counts: one branch of each alternative (ECMA-376 part 3), read once. */
export function chosenBranch(alternate: XmlElement): XmlElement | undefined {
  let choice: XmlElement | undefined;
  for (const child of alternate.children) {
    if (typeof child === 'string' || child.name !== 'Choice') continue;
    choice ??= child;
    const requires = (child.attributes.Requires ?? '').split(' ').filter((prefix) => prefix !== '');
    if (requires.every((prefix) => UNDERSTOOD.test(prefix))) return child;
  }
  return firstChild(alternate, 'Fallback') ?? choice;
}

/** The content of an element that only wraps, else undefined. `onWrapper` sees each one (tracked insertions). */
export function unwrapped(element: XmlElement): XmlElement | undefined {
  if (TRANSPARENT.has(element.name)) return element;
  if (element.name === 'sdt') return firstChild(element, 'sdtContent');
  if (element.name === 'AlternateContent') return chosenBranch(element);
  return undefined;
}

/** ST_OnOff: an element that is there without a value is on. */
export function isOn(element: XmlElement | undefined): boolean {
  if (!element) return false;
  const value = element.attributes.val;
  return value === undefined || !(value === '0' || value === 'false' || value === 'off');
}

export function valOf(parent: XmlElement | undefined, name: string): string | undefined {
  return parent && firstChild(parent, name)?.attributes.val;
}

/** A whole number of at least `least`, else undefined: attributes of real files hold anything. */
export function wholeNumber(value: string | undefined, least = 0): number | undefined {
  if (value === undefined || !/^\+?\d{1,9}$/.test(value.trim())) return undefined;
  const number = Number(value);
  return number >= least ? number : undefined;
}

const POINTS: Record<string, number> = { pt: 1, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, pc: 12, pi: 12 };

/** Twentieths of a point, or in strict files a number with its unit; in points. */
export function pointsOf(measure: string | undefined): number | null {
  const match = /^(\d+(?:\.\d+)?)(pt|in|cm|mm|pc|pi)?$/.exec(measure?.trim() ?? '');
  if (!match) return null;
  const number = Number(match[1]);
  const points = match[2] ? number * (POINTS[match[2]] as number) : number / 20;
  return points > 0 ? Math.round(points * 100) / 100 : null;
}
