import { childrenOf, firstChild, type XmlElement } from '../../container/xml.ts';
import { paragraphLines } from './drawing.ts';

/** The words of a diagram (SmartArt): the points of its data that hold text, not those that only connect or present. */
export function diagramText(root: XmlElement): string {
  const points = firstChild(root, 'ptLst');
  const lines: string[] = [];
  for (const point of points ? childrenOf(points, 'pt') : []) {
    const type = point.attributes.type ?? 'node';
    const text = firstChild(point, 't');
    if (text && (type === 'node' || type === 'asst')) lines.push(...paragraphLines(text));
  }
  return lines.join('\n');
}

/** A chart's titles, then its data as the file keeps them: one line a category, one field a series. */
export function chartText(root: XmlElement): string {
  const lines: string[] = [];
  const series: { name: string; categories: string[]; values: string[] }[] = [];
  const visit = (element: XmlElement): void => {
    for (const child of childrenOf(element)) {
      if (child.name === 'title') lines.push(...paragraphLines(child));
      else if (child.name === 'ser') {
        series.push({
          name: points(firstChild(child, 'tx')).join(' '),
          categories: points(firstChild(child, 'cat') ?? firstChild(child, 'xVal')),
          values: points(firstChild(child, 'val') ?? firstChild(child, 'yVal')),
        });
      } else visit(child);
    }
  };
  visit(root);
  if (series.some((one) => one.name !== '')) lines.push(['', ...series.map((one) => one.name)].join('\t'));
  const categories = series.find((one) => one.categories.length > 0)?.categories ?? [];
  const length = Math.max(categories.length, ...series.map((one) => one.values.length), 0);
  for (let i = 0; i < length; i++) lines.push([categories[i] ?? '', ...series.map((one) => one.values[i] ?? '')].join('\t'));
  return lines.join('\n');
}

/** Cached points in their places; a place without a point stays empty. */
function points(element: XmlElement | undefined): string[] {
  const out: string[] = [];
  const visit = (parent: XmlElement): void => {
    for (const child of childrenOf(parent)) {
      if (child.name === 'pt') {
        const value = firstChild(child, 'v');
        const index = Number(child.attributes.idx ?? out.length);
        // A cache claims its places; more than a chart can show is not text.
        if (value && Number.isInteger(index) && index >= 0 && index < 10_000) {
          while (out.length < index) out.push('');
          out[index] = value.children.filter((text) => typeof text === 'string').join('');
        }
      } else visit(child);
    }
  };
  if (element) visit(element);
  return out;
}
