import { Unreadable } from '../../unreadable.ts';
import { colOf, rowOf } from './addresses.ts';

/** Characters of all cells of a workbook together, each use of a shared string counted: cells × one long string is how a small file grows. */
const TEXT_LIMIT = 64 * 1024 * 1024;

/** What is left of the characters that one workbook may show. */
export class TextAllowance {
  private left = TEXT_LIMIT;

  spend(characters: number): void {
    this.left -= characters;
    if (this.left < 0)
      throw new Unreadable('LIMIT_EXCEEDED', { text: '셀에 든 글이 한도를 넘습니다. 파일을 나누어 올려 주세요.' });
  }
}

/** The value came as text (not as a number, date or boolean). */
const TEXT = 1;
const BOLD = 2;

/** The cells of a sheet that show something: parallel columns in place of an object a cell, for sheets of a million cells. */
export class CellStore {
  private keys: number[] = [];
  private texts: string[] = [];
  private flags: number[] = [];
  private ordered = true;
  private readonly cap: number;
  private readonly allowance: TextAllowance;

  constructor(cap: number, allowance: TextAllowance) {
    this.cap = cap;
    this.allowance = allowance;
  }

  get size(): number {
    return this.keys.length;
  }

  add(key: number, text: string, isText: boolean, bold: boolean): void {
    const last = this.keys.length - 1;
    if (last >= 0 && key <= (this.keys[last] as number)) this.ordered = false;
    if (last + 1 >= this.cap)
      throw new Unreadable('LIMIT_EXCEEDED', { text: '표의 칸 수가 한도를 넘습니다. 파일을 나누어 올려 주세요.' });
    this.allowance.spend(text.length);
    this.keys.push(key);
    this.texts.push(text);
    this.flags.push((isText ? TEXT : 0) | (bold ? BOLD : 0));
  }

  /** Brings the cells into reading order; of cells with one address the last stays, and how many went is returned. */
  settle(): number {
    if (this.ordered) return 0;
    const order = this.keys.map((_, index) => index);
    order.sort((a, b) => (this.keys[a] as number) - (this.keys[b] as number) || a - b);
    const kept = order.filter((index, at) => this.keys[index] !== this.keys[order[at + 1] as number]);
    const dropped = order.length - kept.length;
    this.keys = kept.map((index) => this.keys[index] as number);
    this.texts = kept.map((index) => this.texts[index] as string);
    this.flags = kept.map((index) => this.flags[index] as number);
    this.ordered = true;
    return dropped;
  }

  key(index: number): number {
    return this.keys[index] as number;
  }

  row(index: number): number {
    return rowOf(this.keys[index] as number);
  }

  col(index: number): number {
    return colOf(this.keys[index] as number);
  }

  text(index: number): string {
    return this.texts[index] as string;
  }

  isText(index: number): boolean {
    return ((this.flags[index] as number) & TEXT) !== 0;
  }

  isBold(index: number): boolean {
    return ((this.flags[index] as number) & BOLD) !== 0;
  }
}
