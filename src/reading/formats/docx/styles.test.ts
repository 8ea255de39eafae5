import { describe, expect, it } from 'vitest';
import { paragraph, style } from '../../../../tests/makers/docx.ts';
import { linesOf, readMade } from '../../../../tests/support/read-docx.ts';

const of = (id: string, more = ''): string => paragraph('글', `<w:pStyle w:val="${id}"/>${more}`);

async function typed(styles: string, ...body: string[]): Promise<string[]> {
  return linesOf(await readMade({ body: body.join(''), styles })).map((line) => line.replace(' 글', ''));
}

describe('what a paragraph is by its style', () => {
  it('is a heading by outline level, also through the styles it is based on', async () => {
    const styles =
      style('a', '장 제목', '<w:outlineLvl w:val="0"/>') +
      style('b', '절 제목', '', '<w:basedOn w:val="a"/>') +
      style('c', '본문처럼', '<w:outlineLvl w:val="9"/>', '<w:basedOn w:val="a"/>');
    expect(await typed(styles, of('a'), of('b'), of('c'))).toEqual(['heading1', 'heading1', 'paragraph']);
  });

  it('is a heading or title by the names that Word and Korean writers use', async () => {
    const styles =
      style('1', 'heading 1') +
      style('2', '제목 2') +
      style('t', 'Title', '<w:outlineLvl w:val="0"/>') +
      style('k', '제목') +
      style('x', '표지', '', '<w:aliases w:val="무엇, 제목 3"/>') +
      style('d', '캡션') +
      style('e', 'caption') +
      style('o', '개요 5');
    expect(await typed(styles, ...['1', '2', 't', 'k', 'x', 'd', 'e', 'o'].map((id) => of(id)))).toEqual([
      'heading1',
      'heading2',
      'title',
      'title',
      'heading3',
      'caption',
      'caption',
      'heading5',
    ]);
  });

  it('follows its own outline level first', async () => {
    const styles = style('a', 'heading 1', '<w:outlineLvl w:val="0"/>');
    const body = [
      of('a', '<w:outlineLvl w:val="9"/>'),
      of('a', '<w:outlineLvl w:val="2"/>'),
      paragraph('글', '<w:outlineLvl w:val="1"/>'),
    ];
    expect(await typed(styles, ...body)).toEqual(['paragraph', 'heading3', 'heading2']);
  });

  it('is read from the id where the file defines no such style', async () => {
    expect(await typed('', of('Heading2'), of('Title'), of('Nothing'))).toEqual(['heading2', 'title', 'paragraph']);
  });

  it('takes the default style where none is named', async () => {
    const styles = style('n', 'heading 4').replace('w:type="paragraph"', 'w:type="paragraph" w:default="1"');
    expect(await typed(styles, paragraph('글'))).toEqual(['heading4']);
  });

  it('ends where styles are based on each other in a circle, or have the names of object members', async () => {
    const styles = style('a', 'A', '', '<w:basedOn w:val="b"/>') + style('b', 'B', '', '<w:basedOn w:val="a"/>');
    expect(await typed(styles, of('a'), of('__proto__'), of('constructor'))).toEqual(['paragraph', 'paragraph', 'paragraph']);
  });
});
