import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeWithCorpus } from '../support/corpus.ts';
import { readDocxBytes } from '../support/read-docx.ts';

/**
 * No program that lays documents out was at hand, so these documents speak for themselves: their writers typed beside
 * each number the number that they saw in Word ("Now 11", "Section 2.1.1"). Where the text says nothing the label was
 * worked out by hand from the levels in numbering.xml, and the comment says how.
 */
describeWithCorpus('the numbers of real docx files', (root) => {
  const texts = async (name: string): Promise<string[]> => {
    const content = await readDocxBytes(readFileSync(path.join(root, 'docx', name)));
    return content.blocks.map((block) => block.text);
  };

  it('restart, jump and carry on as the text of the list says', async () => {
    expect((await texts('poi_ComplexNumberedLists.docx')).slice(1, -1)).toEqual([
      '1. Entry #1',
      '2. Entry #2, with children',
      'a. 2-a',
      'b. 2-b',
      'c. 2-c',
      '3. Entry #3',
      '4. Entry #4',
      '1. Restarted to 1 from 5',
      '2. Restarted @ 2',
      '3. Restarted @ 3',
      '10. Jump to new list at 10',
      '11. Now 11',
      'Normal text here',
      '12. Carrying on @ 12',
      '13. Carrying on @ 13',
    ]);
  });

  it('go on through an instance that overrides a level', async () => {
    // Each item's text is the label that it has in Word.
    const items = (await texts('poi_NumberingWOverrides.docx')).slice(1);
    expect(items).toEqual(['1 1', 'B B', 'C C', 'A A', 'B B', '4 4']);
    for (const item of items) expect(item.split(' ')[0]).toBe(item.split(' ')[1]);
  });

  it('of headings are those that their titles name', async () => {
    const lines = await texts('docling_unit_test_headers_numbered.docx');
    const headings = lines.filter((line) => /^[\d.]+ Section \d/.test(line));
    expect(headings).toEqual([
      '1. Section 1',
      '1.1. Section 1.1',
      '1.2. Section 1.2',
      // The writer typed 1.2.3 over the first item of its level: by the level's start it is 1.2.1.
      '1.2.1. Section 1.2.3',
      '2. Section 2',
      // A level 3 before any level 2 shows that level's start, and leaves it to the heading that follows.
      '2.1.1. Section 2.1.1',
      '2.1. Section 2.1',
    ]);
    // Levels of this list start at 2 and 3 (w:start), so its first item of level 3 is 2.3.1.
    expect(lines.filter((line) => line.startsWith('2.3.')).at(0)).toBe('2.3.1. Hardware Constraints – Egde Case');
    expect(lines.filter((line) => line.startsWith('2.3.')).at(-1)).toBe('2.3.8.3. Third sub-item at this level');
    // Number format "none" shows nothing.
    expect(lines).toContain('REFERENCES');
  });

  it('resume after another list', async () => {
    expect((await texts('docling_docx_list_resumed_numbering.docx')).slice(1)).toEqual([
      '1. First ordered item',
      '2. Second ordered item',
      '• bullet one',
      '• bullet two',
      '3. Third ordered item',
    ]);
  });

  it('of each list begin anew where the lists have definitions of their own', async () => {
    const lines = await texts('docling_word_sample.docx');
    const lists = lines.filter((line) => /^(?:\d\.|•) /.test(line));
    expect(lists).toEqual([
      '• You can relax and look around',
      '• Paddle about',
      '• Enjoy summer warmth',
      '1. Wear sunglasses',
      '2. Don’t forget to drink water',
      '3. Use sun cream',
      '1. Leaves',
      '2. Berries',
      '3. Grain',
    ]);
  });

  it('of headings and of lists beside them do not mix', async () => {
    const lines = await texts('docling_list_after_num_headers.docx');
    // Heading lists of their own (numId 1 and 8), each at its first item; the terms are bullets of a third list.
    expect(lines.filter((line) => line.startsWith('1. '))).toEqual(['1. ĐỐI TƯỢNG ÁP DỤNG', '1. Glosario']);
    expect(lines.filter((line) => line.startsWith('• Term'))).toHaveLength(5);
  });
});
