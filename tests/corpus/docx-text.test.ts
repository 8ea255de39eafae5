import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { BlockType } from '../../src/model/block.ts';
import type { Content } from '../../src/reading/content.ts';
import { corpusFiles, describeWithCorpus } from '../support/corpus.ts';
import { align, childOf, descendants, elementsOf, type RawElement, rawParts, rawText, rawXml } from '../support/docx-raw.ts';
import { readDocxBytes } from '../support/read-docx.ts';

const MAIN: readonly BlockType[] = ['title', 'heading', 'paragraph', 'list_item', 'table', 'caption', 'equation'];

/** Encrypted documents are compound files: another reader's. */
const files = corpusFiles('docx', '.docx').filter((file) => readFileSync(file).subarray(0, 2).toString() === 'PK');

function textOf(content: Content, ...types: readonly BlockType[]): string {
  return content.blocks
    .filter((block) => types.includes(block.type))
    .map((block) => block.text)
    .join('\n');
}

const plain = (text: string): string => text.replace(/\s+/g, '');

describeWithCorpus('the text of real docx files', () => {
  const total = { files: 0, fragments: 0, missing: 0, extra: 0, boxes: 0, notes: 0, headers: 0, memos: 0 };

  it.each(files.map((file) => [path.basename(file), file]))('%s is read whole, in order and once', async (_name, file) => {
    const bytes = readFileSync(file);
    const content = await readDocxBytes(bytes);
    const parts = rawParts(bytes);
    const root = rawXml(parts.get('word/document.xml') as Buffer);
    const raw = rawText(root);
    const main = align(textOf(content, ...MAIN), raw.main);
    const boxes = align(textOf(content, 'textbox'), raw.boxes);
    total.files++;
    total.fragments += raw.main.length + raw.boxes.length;
    total.boxes += raw.boxes.length;
    total.missing += main.missing.length + boxes.missing.length;
    total.extra += main.extra.join('').length + boxes.extra.join('').length;

    expect(main.missing).toEqual([]);
    expect(boxes.missing).toEqual([]);
    // Formulas have signs of their own between their parts; everything else that is not in the file's text is a label.
    if (descendants(root, 'm:oMath').length === 0) {
      expect(main.extra.length + boxes.extra.length).toBeLessThanOrEqual(raw.numbered);
      for (const label of [...main.extra, ...boxes.extra]) expect(label.length).toBeLessThanOrEqual(12);
      if (raw.numbered === 0) expect([...main.extra, ...boxes.extra]).toEqual([]);
    }
  });

  it.each(files.map((file) => [path.basename(file), file]))(
    '%s keeps all its notes, memos, headers and footers',
    async (_name, file) => {
      const bytes = readFileSync(file);
      const content = await readDocxBytes(bytes);
      const parts = rawParts(bytes);
      const body = rawXml(parts.get('word/document.xml') as Buffer);
      const kinds = [
        ['footnote', 'word/footnotes.xml', 'w:footnote', 'w:footnoteReference'],
        ['endnote', 'word/endnotes.xml', 'w:endnote', 'w:endnoteReference'],
        ['memo', 'word/comments.xml', 'w:comment', 'w:commentReference'],
      ] as const;
      for (const [type, part, name, reference] of kinds) {
        const source = parts.get(part);
        const notes = source ? elementsOf(rawXml(source)).filter((note) => note.name === name && !note.attributes['w:type']) : [];
        const order = descendants(body, reference).map((element) => element.attributes['w:id']);
        const expected = order.map((id) => notes.find((note) => note.attributes['w:id'] === id) as RawElement);
        expect(expected).toHaveLength(notes.length);
        const read = content.blocks.filter((block) => block.type === type);
        expect(read.map((block) => plain(block.text))).toEqual(
          expected.map((note) => rawText(note).main.join('')).filter((text) => text !== ''),
        );
        total[type === 'memo' ? 'memos' : 'notes'] += read.length;
      }

      const targets = new Map(
        elementsOf(rawXml(parts.get('word/_rels/document.xml.rels') as Buffer)).map((r) => [
          r.attributes.Id,
          r.attributes.Target as string,
        ]),
      );
      for (const kind of ['header', 'footer'] as const) {
        const used = descendants(body, `w:${kind}Reference`).map((element) => targets.get(element.attributes['r:id']) as string);
        const texts = used.map((target) => {
          const raw = rawText(rawXml(parts.get(`word/${target}`) as Buffer), true);
          return [...raw.main, ...raw.boxes].join('');
        });
        const expected = [...new Set(texts)].filter((text) => text !== '').sort();
        const read = content.blocks.filter((block) => block.type === kind);
        expect(read.map((block) => plain(block.text)).sort()).toEqual(expected);
        total.headers += read.length;
      }
    },
  );

  it.each(files.map((file) => [path.basename(file), file]))(
    '%s has only blocks and pages that fit together',
    async (_name, file) => {
      const content = await readDocxBytes(readFileSync(file));
      const ids = new Set(content.blocks.map((block) => block.id));
      for (const block of content.blocks) {
        expect(block.type === 'heading' ? (block.level ?? 0) >= 1 : block.level === null).toBe(true);
        expect(block.page).toBeGreaterThanOrEqual(1);
        expect(block.page).toBeLessThanOrEqual(content.pages.length);
        expect(block.bbox).toBeNull();
        if (block.parent !== null) expect(ids.has(block.parent)).toBe(true);
        if (block.type !== 'image') expect(block.text.trim()).not.toBe('');
      }
      // Headers and footers stand on the page that first shows them; all other text goes forward.
      const body = content.blocks
        .filter((block) => block.type !== 'header' && block.type !== 'footer')
        .map((block) => block.page);
      expect(body).toEqual([...body].sort((a, b) => a - b));
    },
  );

  it('agrees with the page count that Word itself left in the file', async () => {
    const rows: string[] = [];
    let agreed = 0;
    for (const file of files) {
      const bytes = readFileSync(file);
      const parts = rawParts(bytes);
      const marks = descendants(rawXml(parts.get('word/document.xml') as Buffer), 'w:lastRenderedPageBreak').length;
      const properties = parts.get('docProps/app.xml');
      const stated = properties && childOf(rawXml(properties), 'Pages')?.children.join('');
      if (marks === 0 || !stated) continue;
      const content = await readDocxBytes(bytes);
      const same = content.pages.length === Number(stated);
      agreed += same ? 1 : 0;
      rows.push(`${path.basename(file)}: ${content.pages.length} of ${stated}`);
      // Where they differ it is told.
      expect(content.warnings.some((warning) => warning.code === 'PAGES_ESTIMATED')).toBe(!same);
    }
    console.log(`pages against Word's own count: ${agreed} of ${rows.length}\n  ${rows.join('\n  ')}`);
    expect(rows.length).toBeGreaterThanOrEqual(9);
    expect(agreed).toBeGreaterThanOrEqual(8);
  });

  it('reads the long handbook in about a second', async () => {
    const bytes = readFileSync(files.find((file) => file.endsWith('handbook-872p.docx')) as string);
    const before = process.cpuUsage();
    const content = await readDocxBytes(bytes);
    const used = process.cpuUsage(before);
    const ms = Math.round((used.user + used.system) / 1000);
    console.log(`handbook: ${content.blocks.length} blocks in ${ms} ms of CPU`);
    expect(content.blocks.length).toBeGreaterThan(4000);
    expect(ms).toBeLessThan(4000);
  });

  it('leaves nothing out', () => {
    console.log(
      `docx text: ${total.files} files, ${total.fragments} fragments (${total.boxes} in text boxes), ${total.missing} missing, ` +
        `${total.extra} characters of labels; ${total.notes} notes, ${total.memos} memos, ${total.headers} headers and footers`,
    );
    expect(total.files).toBeGreaterThanOrEqual(40);
    expect(total.fragments).toBeGreaterThan(10_000);
    expect(total.missing / total.fragments).toBeLessThanOrEqual(0.001);
  });
});
