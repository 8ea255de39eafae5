import { fold } from './folding.ts';
import { references } from './references.ts';

/*
 * What kind of figure a question asks for, and which kinds stand in a text. A question that asks when is seldom answered by a text
 * without any time, one that asks how much by a text without any amount, however many of its words stand there.
 */

/** n: an amount; t: a point or a span of time. */
export type Figure = 'n' | 't';

const TIME = '년|년도|학년도|개년|해|월|개월|달|주|주일|일|시|시간|분(?!의)|초|분기|반기|학기';
const MONEY = '원|달러|엔|유로|위안';
const SHARE = '%|퍼센트|프로|포인트|배|점|위|분의';
const COUNTED = '명|인|개|건|회|번|차|차례|대|권|매|부|장|곳|군데|종|가지|쪽|세|살|필지|세대|가구|동|층|호|면|개소|마리|그루';
const MEASURE = '톤|평|제곱미터|미터|킬로미터|킬로그램|그램|리터|m|km|cm|mm|m2|km2|m3|kg|g|mg|ha|l|ml|kw|mw|도';
const LARGE = '조|억|만|천|백';
/** Neither the number of an article (제3조, 제2조의2) nor the rest of another number; it ends with a digit, as that of an item does not (1. 개요). */
const NUMBER = '(?<![\\d.,:/-])(?<!제 ?)(?<!조의 ?)\\d(?:[\\d,.]{0,20}\\d)? ?여? ?[조억만천백십]{0,3} ?';
/** A unit stands alone or before a particle: 3개를, not 3 개정. */
const EDGE = '(?![가-힣])|(?=[은는이가을를의에로와과도만씩당까부간동전후내중미초상하])';
const numbered = (units: string) => new RegExp(`${NUMBER}(?:${units})(?:${EDGE})`);

const AMOUNTS: readonly RegExp[] = [
  numbered([TIME, MONEY, SHARE, COUNTED, MEASURE, LARGE].join('|')),
  // As in the cell of a table, whose head has the unit.
  /(?<![\d.,])\d{1,3}(?:,\d{3}){1,6}(?![\d,])/,
  /[₩$€¥] ?\d/,
  /[일이삼사오육칠팔구십백천만억]{2,12} ?원/,
];
const TIMES: readonly RegExp[] = [
  numbered(TIME),
  /(?<!\d)[0-2]?\d:[0-5]\d(?!\d)/,
  // 5. 31.까지
  /(?<![\d.])(?:1[0-2]|[1-9])\. ?(?:3[01]|[12]\d|[1-9])\./,
  /[한된은는던할] 날|다음 ?날|매[년월주일]|[상하]반기|[연월]말|[당익전]일|즉시|상시|수시로|연중/,
];

/** 언제나, 언제든지, 언제라도 ask for nothing. */
const ASKS_WHEN = /(?<![가-힣])(?:언제(?!나|든|라도)|며칠|몇 ?(?:년|해|월|개월|달|주|일|시|분|초|학년도))/;
/** 몇 조, 몇 항, 몇 호 and 몇 번 ask for a number that counts nothing, 몇 대 몇 for two. */
const ASKS_HOW_MUCH = /(?<![가-힣])(?:얼마(?!든| 전)|(?<!몇 ?대 ?)몇(?!몇| ?(?:조|항|호|번|대 ?몇)))/;

/** The kinds that stand in a text, a letter each. */
export function figuresIn(text: string): string {
  const folded = fold(text);
  const isIn = (pattern: RegExp) => pattern.test(folded);
  const found: string[] = [];
  references(folded, found);
  const hasTime = found.some((reference) => reference.startsWith('@')) || TIMES.some(isIn);
  return `${AMOUNTS.some(isIn) ? 'n' : ''}${hasTime ? 't' : ''}`;
}

/** Null where it asks for none, or for something else. */
export function figureAsked(question: string): Figure | null {
  const folded = fold(question);
  if (ASKS_WHEN.test(folded)) return 't';
  return ASKS_HOW_MUCH.test(folded) ? 'n' : null;
}
