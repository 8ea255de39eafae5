import { describe, expect, it } from 'vitest';
import { paragraph, run } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade } from '../../../../tests/support/read-docx.ts';

const r = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (inside: string): string => `<m:e>${inside}</m:e>`;

async function formula(inside: string): Promise<string> {
  const content = await readMade(paragraph(`<m:oMathPara><m:oMath>${inside}</m:oMath></m:oMathPara>`));
  expect(content.blocks.map((block) => block.type)).toEqual(['equation']);
  return content.blocks[0]?.text ?? '';
}

describe('formulas', () => {
  it('are one line of text', async () => {
    expect(await formula(`${r('E=m')}<m:sSup>${e(r('c'))}<m:sup>${r('2')}</m:sup></m:sSup>`)).toBe('E=mc^2');
    expect(await formula(`<m:f><m:num>${r('a+b')}</m:num><m:den>${r('2')}</m:den></m:f>${r('dx')}`)).toBe('(a+b)/2 dx');
    expect(await formula(`${r('2')}<m:f><m:num>${r('1')}</m:num><m:den>${r('3')}</m:den></m:f>`)).toBe('2 1/3');
    expect(await formula(`<m:sSubSup>${e(r('x'))}<m:sub>${r('i')}</m:sub><m:sup>${r('n+1')}</m:sup></m:sSubSup>`)).toBe(
      'x_i^(n+1)',
    );
    expect(await formula(`<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/>${e(r('x+1'))}</m:rad>`)).toBe('√(x+1)');
    expect(await formula(`<m:rad><m:deg>${r('3')}</m:deg>${e(r('x'))}</m:rad>`)).toBe('√(3&x)');
    expect(
      await formula(
        `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('k=1')}</m:sub><m:sup>${r('n')}</m:sup>${e(r('k'))}</m:nary>`,
      ),
    ).toBe('∑_(k=1)^n k');
    expect(await formula(`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(r('a'))}${e(r('b'))}</m:d>`)).toBe(
      '[a|b]',
    );
    expect(await formula(`<m:m><m:mr>${e(r('a'))}${e(r('b'))}</m:mr><m:mr>${e(r('c'))}${e(r('d'))}</m:mr></m:m>`)).toBe(
      'a b; c d',
    );
    expect(await formula(`${r('y=')}<m:func><m:fName>${r('sin')}</m:fName>${e(r('x'))}</m:func>`)).toBe('y=sin x');
  });

  it('among words stand in the sentence', async () => {
    const content = await readMade(paragraph(`${run('넓이는 ')}<m:oMath>${r('S')}</m:oMath>${run('이다')}`));
    expect(linesOf(content)).toEqual(['paragraph 넓이는 S이다']);
  });

  it('of one paragraph stand on lines of their own, and deleted ones are out', async () => {
    const deleted = '<m:r><w:rPr><w:del w:id="1"/></w:rPr><m:t>지움</m:t></m:r>';
    const body = `<m:oMathPara><m:oMath>${r('a')}</m:oMath><m:oMath>${r('b')}${deleted}</m:oMath></m:oMathPara>`;
    expect(linesOf(await readMade(paragraph(body)))).toEqual(['equation a\nb']);
  });
});
