import type { Section } from '../../src/model/structure.ts';
import { fold } from './fold.ts';
import type { LabelledSection, StructureLabels } from './labels.ts';
import { Share } from './share.ts';

type Labelled = Section & { label: string };

export class SectionScores {
  readonly precision = new Share();
  readonly recall = new Share();
  readonly titles = new Share();
  readonly levels = new Share();
  files = 0;

  get f1(): number {
    const [p, r] = [this.precision.value, this.recall.value];
    return p + r === 0 ? 0 : (2 * p * r) / (p + r);
  }

  add(labels: StructureLabels, sections: readonly Section[]): string[] {
    if (labels.sections === null) return [];
    this.files++;
    const stated = labels.sections;
    let found = sections.filter((section): section is Labelled => section.label !== null);
    const matches = commonSubsequence(stated, found);
    const matched = new Set(matches.map(([, at]) => at));
    if (labels.sections_complete === false) found = found.slice(0, Math.max(-1, ...matched) + 1);
    const optional = new Set(labels.sections_optional_labels.map(labelKey));
    const counted = found.filter((section, at) => matched.has(at) || !isOptional(optional, section.label));
    for (let i = 0; i < counted.length; i++) this.precision.add(i < matches.length);
    for (let i = 0; i < stated.length; i++) this.recall.add(i < matches.length);
    for (const [a, b] of matches) this.titles.add(fold(stated[a]?.title ?? '') === fold(found[b]?.title ?? ''));
    const statedRanks = ranks(matches.map(([a]) => stated[a]?.level ?? 0));
    const foundRanks = ranks(matches.map(([, b]) => found[b]?.level ?? 0));
    for (const [i, rank] of statedRanks.entries()) this.levels.add(rank === foundRanks[i]);
    if (matches.length === stated.length && matches.length === counted.length) return [];
    const statedMatched = new Set(matches.map(([at]) => at));
    return [
      `sections: ${matches.length} of ${stated.length}, ${counted.length} counted`,
      `  missed: ${shown(stated.filter((_, at) => !statedMatched.has(at)))}`,
      `  too much: ${shown(counted.filter((section) => !matched.has(found.indexOf(section))))}`,
    ];
  }
}

function shown(sections: readonly { label: string; title: string | null }[]): string {
  return sections
    .slice(0, 12)
    .map(({ label, title }) => `${label} ${title ?? ''}`)
    .join(' | ');
}

/** Pairs of indexes with equal labels in order, as many as there are; among equals those with equal titles. */
function commonSubsequence(a: readonly LabelledSection[], b: readonly Labelled[]): [number, number][] {
  const worth = (i: number, j: number): number =>
    labelKey(a[i]?.label ?? '') === labelKey(b[j]?.label ?? '')
      ? 1000 + (fold(a[i]?.title ?? '') === fold(b[j]?.title ?? '') ? 1 : 0)
      : 0;
  const best = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const here = worth(i, j);
      (best[i] as number[])[j] = Math.max(at(i + 1, j), at(i, j + 1), here > 0 ? here + at(i + 1, j + 1) : 0);
    }
  const matches: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const here = worth(i, j);
    if (here > 0 && at(i, j) === here + at(i + 1, j + 1)) matches.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return matches;
}

/** The numeral one and the letter I look alike and are typed for one another. */
function labelKey(label: string): string {
  return fold(label).replace(/\.$/, '').replace(/^I$/, 'Ⅰ');
}

/** Labels that stand for their whole class: `가.` for any syllable, `1.` for any number, `제N조` for any article. */
const CLASSES: readonly (readonly [name: string, members: RegExp])[] = [
  ['제N조', /^제[0-9]+조/],
  ['1', /^[0-9]+$/],
  ['1)', /^[0-9]+\)$/],
  ['가', /^[가나다라마바사아자차카타파하]$/],
  ['가)', /^[가나다라마바사아자차카타파하]\)$/],
  ['①', /^[①-⑳]$/],
  ['Ⅰ', /^[Ⅰ-Ⅻ]$/],
];

function isOptional(optional: ReadonlySet<string>, label: string): boolean {
  const bare = labelKey(label);
  return optional.has(bare) || CLASSES.some(([name, members]) => optional.has(name) && members.test(bare));
}

function ranks(levels: readonly number[]): number[] {
  const order = [...new Set(levels)].sort((a, b) => a - b);
  return levels.map((level) => order.indexOf(level));
}
