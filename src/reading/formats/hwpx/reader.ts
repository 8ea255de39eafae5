import { forEachSubtree, parseXmlTree } from '../../container/xml.ts';
import { type Content, ContentBuilder } from '../../content.ts';
import { paginate, startLayout } from '../../paging/paginate.ts';
import { Unreadable } from '../../unreadable.ts';
import { Assembler } from '../hangul/assembler.ts';
import type { Paragraph } from '../hangul/model.ts';
import type { ReadContext, Reader } from '../reader.ts';
import { EMPTY_HEAD, type Head, readHead } from './head.ts';
import { type HwpxPackage, openPackage } from './package.ts';
import { readingState, readParagraph } from './paragraph.ts';
import { TrackedChanges } from './tracked-changes.ts';

/** HWPX (OWPML, KS X 6101): a zip of XML parts, read one section at a time. */
export const hwpxReader: Reader = {
  format: 'hwpx',
  async read(bytes: Buffer, context: ReadContext): Promise<Content> {
    const { budget } = context;
    const content = new ContentBuilder('hwpx', budget);
    const pack = await openPackage(bytes, budget);
    // The engine lays the document out on another core while it is read here.
    const layout = context.paginate ? startLayout(bytes) : undefined;
    try {
      const head = readDefinitions(pack, context, content);
      const assembler = new Assembler(content, head);
      const tracked = readSections(pack, context, content, assembler);
      if (head.tracked || tracked) content.warn('TRACKED_CHANGES');
      const { hints } = assembler;
      await paginate({ bytes, format: 'hwpx', content, hints, budget, engine: context.paginate, ...(layout ? { layout } : {}) });
    } catch (error) {
      layout?.cancel();
      throw error;
    }
    return content;
  },
};

/** Without its head a document keeps its text and loses its numbers and headings. */
function readDefinitions(pack: HwpxPackage, { budget }: ReadContext, content: ContentBuilder): Head {
  if (!pack.head) return EMPTY_HEAD;
  try {
    return readHead(pack.head.source(), budget);
  } catch (error) {
    if (!isDamage(error)) throw error;
    content.warn('PARTIAL_READ', { text: '문서의 서식 정보가 손상되어 문단 번호와 제목 단계를 읽지 못했습니다.' });
    return EMPTY_HEAD;
  }
}

/** Returns whether tracked changes were met. */
function readSections(pack: HwpxPackage, { budget }: ReadContext, content: ContentBuilder, assembler: Assembler): boolean {
  const tracked = new TrackedChanges();
  const masterPage = (id: string): Paragraph[] => {
    const part = pack.masterPage(id);
    if (!part) return [];
    try {
      const source = part.source();
      const own = new TrackedChanges();
      own.beginPart(source);
      return readingState(own, () => []).list(parseXmlTree(source, budget));
    } catch (error) {
      return damaged(error, content);
    }
  };
  const state = readingState(tracked, masterPage);
  let whole = 0;
  for (const part of pack.sections) {
    assembler.beginSection();
    try {
      const source = part.source();
      tracked.beginPart(source);
      forEachSubtree(
        source,
        (name) => name === 'p',
        (p) => assembler.paragraph(readParagraph(p, state)),
        budget,
      );
      whole++;
    } catch (error) {
      damaged(error, content);
    }
  }
  assembler.finish();
  // With no section read to its end there is nothing that could be called a part of the document.
  if (whole === 0) throw new Unreadable('CORRUPTED');
  return tracked.met;
}

function damaged(error: unknown, content: ContentBuilder): Paragraph[] {
  if (!isDamage(error)) throw error;
  content.warn('PARTIAL_READ');
  return [];
}

function isDamage(error: unknown): boolean {
  return error instanceof Unreadable && (error.reason === 'CORRUPTED' || error.reason === 'UNSUPPORTED_FORMAT');
}
