import type { XmlElement } from '../../container/xml.ts';
import { childrenOf, firstChild } from '../../container/xml.ts';
import { isOn, valOf, wholeNumber } from './markup.ts';
import { symbolCharacter } from './symbol-fonts.ts';

interface OpenField {
  instruction: string;
  /** In the instruction nothing is text; what follows the separator is the result. */
  inResult: boolean;
  /** Paragraphs ended since the field began. */
  paragraphs: number;
  form: XmlElement | undefined;
}

/** Complex fields (ECMA-376 part 1, 17.16.18), which may run over paragraphs: one state for each story. */
export class Fields {
  /** A field was never closed: what it swallowed cannot be told from its instruction. */
  unclosed = false;
  private readonly open: OpenField[] = [];
  private readonly pageNumbersAreText: boolean;

  constructor(pageNumbersAreText: boolean) {
    this.pageNumbersAreText = pageNumbersAreText;
  }

  /** Whether what stands here is shown: no field around it is still in its instruction or shows only a page number. */
  get visible(): boolean {
    for (let i = 0; i < this.open.length; i++) {
      const field = this.open[i] as OpenField;
      // Text in the innermost instruction is no instruction: a writer forgot the separator, and a person sees it.
      if (!field.inResult && i < this.open.length - 1) return false;
      if (field.inResult && this.suppressed(field.instruction)) return false;
    }
    return true;
  }

  suppressed(instruction: string): boolean {
    return !this.pageNumbersAreText && /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction);
  }

  instruction(text: string): void {
    const field = this.open.at(-1);
    // Long enough for every instruction that is looked at; a hostile one does not grow.
    if (field && !field.inResult && field.instruction.length < 4096) field.instruction += text;
  }

  /** w:fldChar; gives the text that a field without a result shows at its end. */
  character(element: XmlElement): string {
    switch (element.attributes.fldCharType) {
      case 'begin':
        this.open.push({ instruction: '', inResult: false, paragraphs: 0, form: firstChild(element, 'ffData') });
        return '';
      case 'separate': {
        const field = this.open.at(-1);
        if (field) field.inResult = true;
        return '';
      }
      case 'end': {
        const field = this.open.pop();
        return field && this.visible ? shownWithoutResult(field) : '';
      }
      default:
        return '';
    }
  }

  /** A field still in its instruction a paragraph later was never closed properly: what follows it must not be lost. */
  endParagraph(): void {
    for (const field of this.open) {
      if (field.inResult || ++field.paragraphs <= 1) continue;
      field.inResult = true;
      this.unclosed = true;
    }
  }

  endStory(): void {
    if (this.open.some((field) => !field.inResult)) this.unclosed = true;
  }
}

/** What Word draws for fields that keep no result in the file. */
function shownWithoutResult(field: OpenField): string {
  const name = /^\s*([A-Za-z]+)/.exec(field.instruction)?.[1]?.toUpperCase();
  if (name === 'FORMCHECKBOX') {
    const box = field.form && firstChild(field.form, 'checkBox');
    const state = box && (firstChild(box, 'checked') ?? firstChild(box, 'default'));
    return isOn(state) ? '☒' : '☐';
  }
  if (name === 'FORMDROPDOWN') {
    const list = field.form && firstChild(field.form, 'ddList');
    const chosen = wholeNumber(valOf(list, 'result')) ?? wholeNumber(valOf(list, 'default')) ?? 0;
    return (list && childrenOf(list, 'listEntry')[chosen]?.attributes.val) ?? '';
  }
  if (field.inResult) return '';
  if (name === 'SYMBOL') {
    const code = /^\s*SYMBOL\s+(0x[0-9a-f]{1,5}|\d{1,6})\b/i.exec(field.instruction)?.[1];
    const font = /\\f\s+"?([^"\\]+)"?/i.exec(field.instruction)?.[1]?.trim();
    return code && Number(code) <= 0x10ffff ? symbolCharacter(Number(code), font) : '';
  }
  if (name === 'EQ') return equationArguments(field.instruction);
  return '';
}

/** An EQ field's text stands in its arguments: enclosed characters (\o\ac(○,1)) and readings above words are written so. */
function equationArguments(instruction: string): string {
  let out = '';
  let depth = 0;
  for (let i = 0; i < instruction.length; i++) {
    const character = instruction[i] as string;
    if (character === '\\') {
      const next = instruction[i + 1] ?? '';
      if (/[(),;\\]/.test(next)) {
        if (depth > 0) out += next;
        i++;
      } else {
        // A switch with its letters and number, up to its bracket.
        while (i + 1 < instruction.length && /[A-Za-z0-9 ]/.test(instruction[i + 1] as string)) i++;
      }
    } else if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if ((character === ',' || character === ';') && depth > 0) continue;
    else if (depth > 0) out += character;
  }
  return out.trim();
}
