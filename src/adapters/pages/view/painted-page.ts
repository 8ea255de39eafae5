import type { Box } from '../../../model/geometry.ts';
import type { Mark, PaintedPage } from '../../../service/painted-pages.ts';
import { type Html, html } from '../html.ts';

/** Room for a number beside a mark, in shares of the page's width. */
const BADGE = 0.032;

/** A page with its marks. Places are the page's own units, so that nothing is rounded to dots. */
export function paintedPage(painted: PaintedPage, name: string): Html {
  const { width, height, png, marks, page } = painted;
  const size = width * BADGE;
  const numbers = [...new Set(marks.map(({ citation }) => citation))];
  const alt = `${painted.filename} ${page}쪽. 근거 ${numbers.join(', ')}번의 자리에 번호와 테두리가 있습니다.`;
  const shown = new Set<string>();
  const drawn = byPlace(marks).map(({ box: [x0, y0, x1, y1], citations }) => {
    const label = citations.join('·');
    const badge = shown.has(label) ? '' : numberBadge(label, x0, y0, size);
    shown.add(label);
    return html`<rect class="mark" data-n="${citations.join(' ')}" x="${number(x0)}" y="${number(y0)}" width="${number(x1 - x0)}" height="${number(y1 - y0)}"/>${badge}`;
  });
  return html`<figure id="${name}">
<svg viewBox="0 0 ${number(width)} ${number(height)}" role="img" aria-label="${alt}">
<image href="data:image/png;base64,${png.toString('base64')}" x="0" y="0" width="${number(width)}" height="${number(height)}"/>
${drawn}
</svg>
<figcaption>${painted.filename} · ${page}쪽 · 근거 ${numbers.map((n) => html`<a href="#c${n}">[${n}]</a> `)}</figcaption>
</figure>`;
}

/** Lines of one chunk are cited apart and stand in one box: it is drawn once, with all their numbers. */
function byPlace(marks: readonly Mark[]): { readonly box: Box; readonly citations: readonly number[] }[] {
  const places = new Map<string, { box: Box; citations: number[] }>();
  for (const { box, citation } of marks) {
    const place = places.get(box.join(' ')) ?? { box, citations: [] };
    if (!place.citations.includes(citation)) place.citations.push(citation);
    places.set(box.join(' '), place);
  }
  return [...places.values()];
}

/** Left of the mark, or on its corner where the margin is too narrow. */
function numberBadge(label: string, x0: number, y0: number, size: number): Html {
  const width = size * (0.55 + 0.45 * label.length);
  const x = Math.max(0, x0 - width - size * 0.1);
  const y = Math.max(0, y0);
  return html`<g class="badge"><rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(size)}" rx="${number(size / 5)}"/><text x="${number(x + width / 2)}" y="${number(y + size * 0.74)}" font-size="${number(size * 0.72)}" text-anchor="middle">${label}</text></g>`;
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}
