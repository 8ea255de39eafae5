import { describe, expect, it } from 'vitest';
import { Budget } from '../../container/budget.ts';
import { parseXml } from '../../container/xml.ts';
import { plainText, StringItem } from './string-item.ts';

function itemText(xml: string): string {
  const item = new StringItem();
  parseXml(xml, item, new Budget());
  return item.take();
}

describe('string items', () => {
  it('rich runs are joined as they stand', () => {
    expect(itemText('<si><r><rPr><b/></rPr><t xml:space="preserve">가 </t></r><r><t>나</t></r></si>')).toBe('가 나');
  });

  it('phonetic guides are left out', () => {
    expect(itemText('<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>')).toBe('東京');
  });

  it('white space between elements is no text', () => {
    expect(itemText('<si>\n  <t> 앞뒤 </t>\n</si>')).toBe(' 앞뒤 ');
  });

  it('escaped characters are what they stand for', () => {
    expect(plainText('가_x000D__x000A_나')).toBe('가\n나');
    expect(plainText('_x005F_x000D_')).toBe('_x000D_');
    expect(plainText('_xZZZZ_ snake_x_case')).toBe('_xZZZZ_ snake_x_case');
  });

  it('control characters other than tab and newline go, line ends become newlines', () => {
    expect(plainText('a\u0007b\tc\r\nd\re\u0085')).toBe('ab\tc\nd\ne');
  });
});
