import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell, inList, list, paragraph, row, run, table } from '../makers/docx.ts';
import { readMade } from '../support/read-docx.ts';

/** A word that stands once in the document, and whether a reader must find it. */
interface Made {
  xml: string;
  seen: string[];
  unseen: string[];
  notes: string;
}

/** Builds documents out of all that a paragraph can hold, each word with a number of its own. */
class Maker {
  private count = 0;
  seen: string[] = [];
  unseen: string[] = [];
  notes = '';

  word(seen = true): string {
    const word = `글${this.count++}끝`;
    (seen ? this.seen : this.unseen).push(word);
    return word;
  }

  inline(kind: number): string {
    switch (kind % 12) {
      case 0:
        return `<w:del w:id="1"><w:r><w:delText>${this.word(false)}</w:delText></w:r></w:del>`;
      case 1:
        return `<w:ins w:id="1">${run(this.word())}</w:ins>`;
      case 2:
        return `<w:sdt><w:sdtContent>${run(this.word())}</w:sdtContent></w:sdt>`;
      case 3:
        return `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>${this.word(false)}</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>${this.word()}</w:t><w:fldChar w:fldCharType="end"/></w:r>`;
      case 4: {
        const box = `<w:txbxContent>${paragraph(this.word())}</w:txbxContent>`;
        const fallback = box.replace(/글\d+끝/, this.word(false));
        return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${fallback}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
      }
      case 5: {
        const id = this.count;
        this.notes += `<w:footnote w:id="${id}">${paragraph(this.word())}</w:footnote>`;
        return `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
      }
      case 6:
        return run(this.word(), '<w:vanish/>');
      case 7:
        return `<w:r><w:br w:type="page"/></w:r>${run(this.word())}`;
      case 8:
        return `<m:oMath><m:f><m:num><m:r><m:t>${this.word()}</m:t></m:r></m:num><m:den><m:r><m:t>${this.word()}</m:t></m:r></m:den></m:f></m:oMath>`;
      case 9:
        return `<w:hyperlink r:id="x">${run(this.word())}</w:hyperlink>`;
      case 10:
        return `<w:r><w:lastRenderedPageBreak/><w:t>${this.word()}</w:t><w:tab/></w:r>`;
      default:
        return run(this.word());
    }
  }

  block(shape: { kind: number; inside: number[] }, depth: number): string {
    const content = shape.inside.map((kind) => this.inline(kind)).join('');
    switch (shape.kind % 6) {
      case 0:
        return paragraph(content, inList(1, shape.kind % 3));
      case 1:
        return paragraph(content, '<w:rPr><w:del w:id="9"/></w:rPr>');
      case 2:
        return paragraph(content, '<w:sectPr><w:type w:val="continuous"/></w:sectPr>');
      case 3:
        if (depth > 2) return paragraph(content);
        return table([
          row([
            cell(`${paragraph(content)}${this.block({ kind: shape.kind + 6, inside: [11] }, depth + 1)}${paragraph('')}`),
            cell(''),
          ]),
          row([cell(this.word(), '<w:gridSpan w:val="2"/>')]),
        ]);
      default:
        return paragraph(content);
    }
  }

  make(shapes: readonly { kind: number; inside: number[] }[]): Made {
    const xml = shapes.map((shape) => this.block(shape, 0)).join('');
    return { xml, seen: this.seen, unseen: this.unseen, notes: this.notes };
  }
}

const shapes = fc.array(fc.record({ kind: fc.nat(30), inside: fc.array(fc.nat(100), { maxLength: 6 }) }), { maxLength: 12 });
const numbering = list(1, [
  ['decimal', '%1.'],
  ['ganada', '%2.'],
  ['decimalEnclosedCircle', '%3'],
]);

describe('any docx', () => {
  it('gives every word that it shows or hides once, and none that was deleted', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (given) => {
        const made = new Maker().make(given);
        const content = await readMade({ body: made.xml, footnotes: made.notes, numbering: numbering.abstract + numbering.num });
        const text = content.blocks.map((block) => block.text).join('\n');
        for (const word of made.seen) expect(text.split(word).length - 1, word).toBe(1);
        for (const word of made.unseen) expect(text).not.toContain(word);
        const pages = content.blocks.map((block) => block.page);
        expect(pages.every((page) => page >= 1 && page <= content.pages.length)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('gives back a table of any merges as it was made', async () => {
    const size = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }));
    await fc.assert(
      fc.asyncProperty(size, fc.infiniteStream(fc.nat(3)), async ([rows, cols], random) => {
        const next = (): number => random.next().value as number;
        const owner: number[][] = Array.from({ length: rows }, () => new Array<number>(cols).fill(-1));
        const made: { row: number; col: number; row_span: number; col_span: number; text: string }[] = [];
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < cols; c++) {
            if (owner[r]?.[c] !== -1) continue;
            let width = 1;
            while (width < 1 + next() && c + width < cols && owner[r]?.[c + width] === -1) width++;
            const height = Math.min(1 + next(), rows - r);
            for (let y = r; y < r + height; y++) owner[y]?.fill(made.length, c, c + width);
            made.push({ row: r, col: c, row_span: height, col_span: width, text: `칸${made.length}` });
          }
        }
        const body = owner.map((line, r) => {
          const cells = [...new Set(line)].map((id) => {
            const one = made[id] as (typeof made)[number];
            const merge = one.row_span === 1 ? '' : r === one.row ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>';
            return cell(r === one.row ? one.text : '', `<w:gridSpan w:val="${one.col_span}"/>${merge}`);
          });
          return row(cells);
        });
        const content = await readMade(table(body));
        const read = content.tables[0]?.cells.map(({ row, col, row_span, col_span, text }) => ({
          row,
          col,
          row_span,
          col_span,
          text,
        }));
        expect(read).toEqual(made);
        expect(content.tables[0]?.grid).toEqual(owner.map((line) => line.map((id) => `칸${id}`)));
      }),
      { numRuns: 200 },
    );
  });
});
