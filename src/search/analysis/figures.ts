import { fold } from './folding.ts';
import { references } from './references.ts';

/*
 * What kind of figure a question asks for, and which kinds stand in a text. A question that asks when is seldom answered by a text
 * without any time, one that asks how much by a text without any amount, however many of its words stand there.
 */

/** n: an amount; t: a point or a span of time. */
export type Figure = 'n' | 't';

const TIME = '년|개년|월|개월|주|일|시|시간|분|초|분기|반기|학기';
const MONEY = '원|달러|엔|유로|위안';
const SHARE = '%|퍼센트|프로|포인트|배|점|위';
const COUNTED = '명|인|개|건|회|번|차|차례|대|권|매|부|장|곳|군데|종|가지|쪽|세|살|필지|세대|가구|동|층|호|면';
const MEASURE = '톤|평|m|km|cm|mm|m2|km2|m3|kg|g|mg|ha|l|ml|kw|mw';
const LARGE = '조|억|만|천|백';
/** Not the number of an article or an item: 제3조, 제2호. */
const NUMBER = '(?<![\\d.,])(?<!제 ?)\\d[\\d,.]{0,20} ?[조억만천백십]{0,3} ?';
const AMOUNT = new RegExp(`${NUMBER}(?:${[TIME, MONEY, SHARE, COUNTED, MEASURE, LARGE].join('|')})`);
const SPAN = new RegExp(`${NUMBER}(?:${TIME})`);

const ASKS_WHEN = /^(?:언제|며칠)/;
const ASKS_HOW_MUCH = /^(?:얼마|몇)/;

/** The kinds that stand in a text, a letter each. */
export function figuresIn(text: string): string {
  const folded = fold(text);
  const found: string[] = [];
  references(folded, found);
  const hasTime = found.some((reference) => reference.startsWith('@')) || SPAN.test(folded);
  return `${AMOUNT.test(folded) ? 'n' : ''}${hasTime ? 't' : ''}`;
}

/** Null where it asks for none, or for something else. */
export function figureAsked(question: string): Figure | null {
  const words = fold(question).split(/[^가-힣]+/);
  if (words.some((word) => ASKS_WHEN.test(word))) return 't';
  return words.some((word) => ASKS_HOW_MUCH.test(word)) ? 'n' : null;
}
