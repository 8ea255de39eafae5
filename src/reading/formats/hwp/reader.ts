import { CfbFile } from '../../container/cfb.ts';
import { ContentBuilder } from '../../content.ts';
import { paginate } from '../../paging/paginate.ts';
import { Unreadable } from '../../unreadable.ts';
import { Assembler } from '../hangul/assembler.ts';
import type { Reader } from '../reader.ts';
import { readTopParagraph } from './controls.ts';
import { readDocInfo } from './doc-info.ts';
import { readFileHeader } from './file-header.ts';
import { recordTree, TAG } from './records.ts';
import { openSections, openStream } from './streams.ts';

const NEWER_TEXT =
  '상위 버전에서 만든 배포용(보기 전용) 문서여서 본문을 읽을 수 없습니다. 한글에서 일반 문서로 저장한 뒤 올려 주세요.';

/** HWP 5: a compound file of deflated streams of records. */
export const hwpReader: Reader = {
  format: 'hwp',
  async read(bytes, { budget, paginate: engine }) {
    const file = new CfbFile(bytes);
    const header = readFileHeader(file);
    const info = openStream(file, 'DocInfo', header, budget);
    const sections = openSections(file, header, budget);
    if (!info || sections.length === 0) throw new Unreadable('CORRUPTED');
    const content = new ContentBuilder('hwp', budget);
    const assembler = new Assembler(content, readDocInfo(info.bytes, budget));
    let damaged = info.damaged;
    for (const section of sections) {
      const { roots, cutOff } = recordTree(section.bytes, budget);
      damaged ||= section.damaged || cutOff;
      assembler.beginSection();
      for (const record of roots) {
        if (record.tag !== TAG.paraHeader) continue;
        const { paragraph, memos } = readTopParagraph(record);
        const notes = memos.map((paragraphs) => ({ kind: 'memo' as const, index: -1, hidden: false, paragraphs }));
        assembler.paragraph(notes.length === 0 ? paragraph : { ...paragraph, items: [...paragraph.items, ...notes] });
      }
    }
    assembler.finish();
    if (isPlaceholder(content)) throw new Unreadable('UNSUPPORTED_FORMAT', { text: NEWER_TEXT });
    if (damaged && content.blocks.length === 0) throw new Unreadable('CORRUPTED');
    if (damaged) content.warn('PARTIAL_READ', { text: '파일 일부가 손상되어 그 앞까지만 읽었습니다.' });
    if (header.distribution) content.warn('DISTRIBUTION_ONLY');
    await paginate({ bytes, format: 'hwp', content, hints: assembler.hints, budget, engine });
    return content;
  },
};

/** Newer view-only documents carry one sentence in place of their text, for programs that cannot open them. */
function isPlaceholder(content: ContentBuilder): boolean {
  const text = content.blocks.map((block) => block.text).join('');
  return text.length < 300 && text.includes('상위 버전의 배포용 문서');
}
