import { describe, expect, it } from 'vitest';
import { inList, list, paragraph, style } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade, warningCodes } from '../../../../tests/support/read-docx.ts';

const three = list(1, [
  ['decimal', '%1.'],
  ['decimal', '%1.%2.'],
  ['lowerLetter', '%3)'],
]);

const item = (level: number, num = 1): string => paragraph('글', inList(num, level));

async function labels(body: string, numbering: string, styles = ''): Promise<string[]> {
  const content = await readMade({ body, numbering, styles });
  return content.blocks.map((block) => block.text.replace(/글$/, ''));
}

describe('numbers of lists', () => {
  it('count each level and restart the levels below', async () => {
    const body = [0, 1, 1, 2, 2, 1, 2, 0, 1].map((level) => item(level)).join('');
    expect(await labels(body, three.abstract + three.num)).toEqual([
      '1. ',
      '1.1. ',
      '1.2. ',
      'a) ',
      'b) ',
      '1.3. ',
      'a) ',
      '2. ',
      '2.1. ',
    ]);
  });

  it('go on over text between the items', async () => {
    const content = await readMade({ body: item(0) + paragraph('사이') + item(0), numbering: three.abstract + three.num });
    expect(linesOf(content)).toEqual(['list_item 1. 글', 'paragraph 사이', 'list_item 2. 글']);
  });

  it('show the start of a level that no paragraph has used, without using it up', async () => {
    expect(await labels(item(1) + item(0) + item(1), three.abstract + three.num)).toEqual(['1.1. ', '1. ', '1.1. ']);
  });

  it('are shared by the instances of one definition', async () => {
    const second = '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>';
    expect(await labels(item(0) + item(0, 2) + item(0), three.abstract + three.num + second)).toEqual(['1. ', '2. ', '3. ']);
  });

  it('restart once where an instance has a start of its own', async () => {
    const second =
      '<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>';
    const body = item(0) + item(0) + item(0, 2) + item(0, 2);
    expect(await labels(body, three.abstract + three.num + second)).toEqual(['1. ', '2. ', '5. ', '6. ']);
  });

  it('take another form where an instance overrides a level, and count on', async () => {
    const second =
      '<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1"/></w:lvl></w:lvlOverride></w:num>';
    expect(await labels(item(0) + item(0, 2) + item(0), three.abstract + three.num + second)).toEqual(['1. ', 'B ', '3. ']);
  });

  it('do not restart where the level says never, or only after a certain level', async () => {
    const kept = list(1, [
      ['decimal', '%1.'],
      ['decimal', '(%2)', '<w:lvlRestart w:val="0"/>'],
      ['decimal', '[%3]', '<w:lvlRestart w:val="1"/>'],
    ]);
    const body = [0, 1, 2, 1, 2, 0, 1, 2].map((level) => item(level)).join('');
    expect(await labels(body, kept.abstract + kept.num)).toEqual(['1. ', '(1) ', '[1] ', '(2) ', '[2] ', '2. ', '(3) ', '[1] ']);
  });

  it('are Arabic throughout in a legal level', async () => {
    const legal = list(1, [
      ['upperRoman', '제%1장'],
      ['decimal', '%1.%2', '<w:isLgl/>'],
    ]);
    expect(await labels(item(0) + item(0) + item(1), legal.abstract + legal.num)).toEqual(['제I장 ', '제II장 ', '2.1 ']);
  });

  it('stand against the text where the level wants nothing between', async () => {
    const close = list(1, [['decimalEnclosedCircle', '%1', '<w:suff w:val="nothing"/>']]);
    expect(await labels(item(0) + item(0), close.abstract + close.num)).toEqual(['①', '②']);
  });

  it('are bullets as a person sees them', async () => {
    const bullets = list(1, [
      ['bullet', '\uf0b7', ''],
      ['bullet', '\uf0a7', ''],
      ['bullet', 'o', ''],
    ]);
    const fonts = ['Symbol', 'Wingdings', 'Courier New'];
    let index = 0;
    const abstract = bullets.abstract.replaceAll(
      '</w:lvl>',
      () => `<w:rPr><w:rFonts w:ascii="${fonts[index++]}"/></w:rPr></w:lvl>`,
    );
    expect(await labels(item(0) + item(1) + item(2), abstract + bullets.num)).toEqual(['• ', '▪ ', 'o ']);
  });

  it('come from the style, at the level that is linked to it', async () => {
    const linked = list(1, [
      ['decimal', '제%1장', '<w:pStyle w:val="H1"/>'],
      ['decimal', '제%2조', '<w:pStyle w:val="H2"/>'],
    ]);
    const numbered = '<w:numPr><w:numId w:val="1"/></w:numPr>';
    const styles =
      style('H1', 'heading 1', `${numbered}<w:outlineLvl w:val="0"/>`) +
      style('H2', 'heading 2', `${numbered}<w:outlineLvl w:val="1"/>`);
    const body = paragraph('총칙', '<w:pStyle w:val="H1"/>') + paragraph('(목적)', '<w:pStyle w:val="H2"/>');
    const content = await readMade({ body, numbering: linked.abstract + linked.num, styles });
    expect(linesOf(content)).toEqual(['heading1 제1장 총칙', 'heading2 제1조 (목적)']);
  });

  it('are taken out by number 0, and by a style that does not exist', async () => {
    const styles = style('L', 'List Number', '<w:numPr><w:numId w:val="1"/></w:numPr>');
    const out = paragraph('글', '<w:pStyle w:val="L"/><w:numPr><w:numId w:val="0"/></w:numPr>');
    const unknown = paragraph('글', inList(77));
    const content = await readMade({ body: out + unknown, numbering: three.abstract + three.num, styles });
    expect(linesOf(content)).toEqual(['paragraph 글', 'paragraph 글']);
  });

  it('follow a numbering style to the definition that it stands for', async () => {
    const alias =
      '<w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="NS"/></w:abstractNum>' +
      '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>';
    const styles =
      '<w:style w:type="numbering" w:styleId="NS"><w:name w:val="NS"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    expect(await labels(item(0, 9) + item(1, 9), three.abstract + alias + three.num, styles)).toEqual(['1. ', '1.1. ']);
  });

  it('of an empty paragraph are shown, an empty bullet is not', async () => {
    const bullets = list(2, [['bullet', '-']]);
    const body = paragraph('', inList(1)) + paragraph('', inList(2)) + item(0);
    const content = await readMade({ body, numbering: three.abstract + bullets.abstract + three.num + bullets.num });
    expect(linesOf(content)).toEqual(['list_item 1.', 'list_item 2. 글']);
  });

  it('read the format that Word keeps beside its fallback', async () => {
    const custom =
      '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><mc:AlternateContent><mc:Choice Requires="w14">' +
      '<w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback>' +
      '</mc:AlternateContent><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>';
    expect(await labels(item(0), custom + three.num)).toEqual(['001 ']);
  });

  it('in a form that is not known are told', async () => {
    const odd = list(1, [['hebrew1', '%1']]);
    const content = await readMade({ body: item(0), numbering: odd.abstract + odd.num });
    expect(content.blocks[0]?.text).toBe('1 글');
    expect(warningCodes(content)).toContain('OUTLINE_UNCERTAIN');
  });

  it('of text boxes and of the body do not disturb each other', async () => {
    const box = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${item(0)}${item(0)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
    const content = await readMade({ body: item(0) + paragraph(box) + item(0), numbering: three.abstract + three.num });
    expect(linesOf(content)).toEqual(['list_item 1. 글', 'textbox 1. 글\n2. 글', 'list_item 2. 글']);
  });
});
