import { createHash } from 'node:crypto';
import { fold } from './folding.ts';
import { isParticle, stem } from './korean-words.ts';
import { references } from './references.ts';

/*
 * A token's first character tells its kind, so that kinds never match each other:
 *   =개인정보    a Korean word without particles and endings
 *   개인         two neighbouring syllables (nothing before them), also across a space: 개인 정보 and 개인정보 find each other
 *   #1815500     a number, without thousands commas
 *   +pdf         a word in other letters        ~총무과-17467   letters and digits joined by signs: document numbers, addresses
 *   @… $…        see references.ts
 */

/** The engine drops tokens of so many bytes. */
export const DROPPED_FROM = 100;
const MAX_BYTES = 90;
const MAX_SYLLABLES = 24;
const MAX_LETTERS = 40;

const IDEOGRAPH = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const RUN = new RegExp(`([가-힣]+)|(\\d+)|([${IDEOGRAPH}]+)|((?:(?![가-힣${IDEOGRAPH}])[\\p{L}\\p{M}])+)`, 'gu');
const GROUPED = /(?:,\d{3}(?!\d))+/y;
const FRACTION = /\.\d+(?!\d|\.\d)/y;
const GAP = /^[ \n]{1,2}$/;
const JOINERS: ReadonlySet<string> = new Set('-_./@:');

/** The tokens of a text in no particular order, each as often as it stands there. `isLeftOut` drops Korean words. */
export function tokens(text: string, isLeftOut: (word: string) => boolean = () => false): string[] {
  const folded = fold(text);
  const found: string[] = [];
  references(folded, found);
  new Scan(folded, found, isLeftOut).run();
  return found;
}

class Scan {
  private readonly text: string;
  private readonly found: string[];
  private readonly isLeftOut: (word: string) => boolean;
  /** The last syllable of the Korean word before, and where that word ended. */
  private syllable = '';
  private syllableEnd = -1;
  /** Letters and digits that touch: iso9001. */
  private touching = { start: 0, end: -1, runs: 0 };
  /** Runs that touch or have one sign between them: 총무과-17467. */
  private joined = { start: 0, end: -1, signs: '', hasLetters: false };

  constructor(text: string, found: string[], isLeftOut: (word: string) => boolean) {
    this.text = text;
    this.found = found;
    this.isLeftOut = isLeftOut;
  }

  run(): void {
    const { text } = this;
    RUN.lastIndex = 0;
    for (let match = RUN.exec(text); match !== null; match = RUN.exec(text)) {
      const [run, hangul, digits, ideographs] = match;
      const start = match.index;
      if (hangul !== undefined && this.joined.end === start && isParticle(hangul)) continue;
      if (digits !== undefined) RUN.lastIndex = this.number(digits, start);
      else if (hangul !== undefined) this.korean(hangul, start);
      else if (ideographs !== undefined) this.ideographs(run);
      else this.found.push(`+${run.slice(0, MAX_LETTERS)}`);
      this.touch(start, RUN.lastIndex, hangul === undefined && ideographs === undefined);
      this.join(start, RUN.lastIndex, hangul === undefined && digits === undefined);
    }
    this.endTouching();
    this.endJoined();
  }

  private korean(word: string, start: number): void {
    if (this.isLeftOut(word)) return;
    const { found } = this;
    const root = stem(word);
    if (root.length <= MAX_SYLLABLES) found.push(`=${root}`);
    const isNext = this.syllable !== '' && GAP.test(this.text.slice(this.syllableEnd, Math.min(start, this.syllableEnd + 3)));
    if (isNext) found.push(this.syllable + root[0]);
    for (let at = 0; at + 1 < root.length; at++) found.push(root.slice(at, at + 2));
    this.syllable = root.slice(-1);
    this.syllableEnd = start + word.length;
  }

  /** Takes all digits of one number, 1,815,500 or 48.9, but not the 2026.1 of 2026.1.15; gives where it ends. */
  private number(digits: string, start: number): number {
    const { text } = this;
    let end = start + digits.length;
    GROUPED.lastIndex = end;
    if (digits.length <= 3 && GROUPED.test(text)) end = GROUPED.lastIndex;
    FRACTION.lastIndex = end;
    if (text[start - 1] !== '.' && FRACTION.test(text)) end = FRACTION.lastIndex;
    this.found.push(`#${text.slice(start, end).replaceAll(',', '').slice(0, MAX_LETTERS)}`);
    return end;
  }

  private ideographs(run: string): void {
    let before = '';
    for (const character of run) {
      this.found.push(character);
      if (before !== '') this.found.push(before + character);
      before = character;
    }
  }

  private touch(start: number, end: number, isPart: boolean): void {
    if (isPart && this.touching.end === start) {
      this.touching.end = end;
      this.touching.runs++;
      return;
    }
    this.endTouching();
    this.touching = { start, end, runs: isPart ? 1 : 0 };
  }

  private endTouching(): void {
    const { start, end, runs } = this.touching;
    if (runs > 1) this.found.push(`+${this.text.slice(start, Math.min(end, start + MAX_LETTERS))}`);
  }

  private join(start: number, end: number, isLetters: boolean): void {
    const { joined, text } = this;
    const sign = text[start - 1] as string;
    const isSigned = joined.end === start - 1 && JOINERS.has(sign);
    if (joined.end >= 0 && (isSigned || joined.end === start)) {
      joined.end = end;
      joined.hasLetters ||= isLetters;
      if (isSigned && !joined.signs.includes(sign)) joined.signs += sign;
      return;
    }
    this.endJoined();
    this.joined = { start, end, signs: '', hasLetters: isLetters };
  }

  /** Numbers with dots between them are dates and items, Korean words with a sign between them are two words. */
  private endJoined(): void {
    const { start, end, signs, hasLetters } = this.joined;
    if (signs === '') return;
    const whole = this.text.slice(start, end);
    if (hasLetters || (signs !== '.' && /\d/.test(whole))) this.found.push(bounded(`~${whole}`));
  }
}

function bounded(token: string): string {
  if (token.length <= MAX_BYTES && Buffer.byteLength(token) <= MAX_BYTES) return token;
  return `~${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;
}
