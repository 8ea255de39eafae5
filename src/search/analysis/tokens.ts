import { createHash } from 'node:crypto';
import { fold } from './folding.ts';
import { stem } from './korean-words.ts';
import { references } from './references.ts';

/*
 * A token's first character tells its kind, so that kinds never match each other:
 *   =개인정보    a Korean word without particles and endings
 *   개인         two neighbouring syllables (nothing before them), also across a space: 개인 정보 and 개인정보 find each other
 *   #1815500     a number, without thousands commas
 *   +pdf         a word in other letters        ~총무과-17467   letters and digits joined by signs: document numbers, addresses
 *   @… $…        see references.ts
 */

/** The engine drops tokens of more than 100 bytes. */
const MAX_BYTES = 90;
const MAX_SYLLABLES = 24;
const MAX_LETTERS = 40;

const IDEOGRAPH = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const RUN = new RegExp(`([가-힣]+)|(\\d+)|([${IDEOGRAPH}]+)|((?:(?![가-힣${IDEOGRAPH}])[\\p{L}\\p{M}])+)`, 'gu');
const GROUPED = /(?:,\d{3}(?!\d))+/y;
const FRACTION = /\.\d+(?!\d|\.\d)/y;
const GAP = /^[ \t\n]{1,2}$/;
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
  /** What may turn out to be joined: where it began and ended, and its latest word of letters and digits. */
  private joined = { start: 0, end: -1, signs: 0, isNumber: true };
  private mixed = { start: 0, end: -1, runs: 0 };

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
      if (hangul !== undefined) this.korean(hangul, start);
      else if (digits !== undefined) this.number(digits, start);
      else if (ideographs !== undefined) this.ideographs(run);
      else this.found.push(`+${run.slice(0, MAX_LETTERS)}`);
      if (ideographs === undefined) this.join(start, start + run.length, hangul !== undefined, digits !== undefined);
    }
    this.endMixed();
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

  /** Digits with what belongs to the same number: 1,815,500 or 48.9, but not the 2026.1 of 2026.1.15. */
  private number(digits: string, start: number): void {
    const { text } = this;
    let end = start + digits.length;
    // The second group of digits of a number comes by here again; the first took it along.
    const isContinued = text[start - 1] === ',' || text[start - 1] === '.';
    if (isContinued && this.numberEnd > start) return;
    GROUPED.lastIndex = end;
    if (digits.length <= 3 && GROUPED.test(text)) end = GROUPED.lastIndex;
    FRACTION.lastIndex = end;
    if (text[start - 1] !== '.' && FRACTION.test(text)) end = FRACTION.lastIndex;
    this.numberEnd = end;
    this.found.push(`#${text.slice(start, end).replaceAll(',', '').slice(0, MAX_LETTERS)}`);
  }
  private numberEnd = -1;

  private ideographs(run: string): void {
    const characters = [...run];
    for (let at = 0; at < characters.length; at++) {
      const character = characters[at] as string;
      this.found.push(character);
      if (at > 0) this.found.push((characters[at - 1] as string) + character);
    }
  }

  /** Follows runs that touch (iso9001) and runs with one sign between them (총무과-17467). */
  private join(start: number, end: number, isKorean: boolean, isNumber: boolean): void {
    const { joined, mixed, text } = this;
    if (!isKorean && mixed.end === start) {
      mixed.end = end;
      mixed.runs++;
    } else {
      this.endMixed();
      this.mixed = { start, end, runs: isKorean ? 0 : 1 };
    }
    const touches = joined.end === start;
    const isSigned = joined.end === start - 1 && JOINERS.has(text[start - 1] as string);
    if (joined.end >= 0 && (touches || isSigned)) {
      joined.end = end;
      if (isSigned) joined.signs++;
      joined.isNumber &&= isNumber && (touches || text[start - 1] !== '-');
    } else {
      this.endJoined();
      this.joined = { start, end, signs: 0, isNumber };
    }
  }

  private endMixed(): void {
    const { start, end, runs } = this.mixed;
    if (runs > 1) this.found.push(`+${this.text.slice(start, Math.min(end, start + MAX_LETTERS))}`);
  }

  private endJoined(): void {
    const { start, end, signs, isNumber } = this.joined;
    if (signs === 0 || isNumber) return;
    const whole = this.text.slice(start, end);
    if (/[^가-힣\-_./@:]/.test(whole)) this.found.push(bounded(`~${whole}`));
  }
}

function bounded(token: string): string {
  if (token.length <= MAX_BYTES && Buffer.byteLength(token) <= MAX_BYTES) return token;
  return `~${createHash('sha256').update(token).digest('hex').slice(0, 32)}`;
}
