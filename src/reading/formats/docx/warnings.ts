import type { ContentBuilder } from '../../content.ts';
import type { Emitter } from './emit.ts';
import type { WholeDocument } from './story.ts';

/** So many places are named one by one; past them the count says enough. */
const NAMED = 20;

/** Tells what a person should know before trusting the reading. */
export function warnAboutDocument(
  builder: ContentBuilder,
  document: WholeDocument,
  emitter: Emitter,
  statedPages: number | undefined,
): void {
  const { findings, pages } = document;
  if (pages.rendered > 0) {
    if (statedPages !== undefined && statedPages !== pages.page) {
      builder.warn('PAGES_ESTIMATED', {
        text: `쪽 번호가 추정값입니다. 문서에 저장된 쪽 나눔은 ${pages.page}쪽인데 문서 속성에는 ${statedPages}쪽으로 적혀 있습니다.`,
      });
    }
  } else if (pages.asked > 0) {
    builder.warn('PAGES_ESTIMATED', { text: '쪽 번호가 추정값입니다. 작성자가 넣은 쪽 나눔만 세었습니다.' });
  } else builder.warn('PAGES_UNKNOWN');

  if (findings.trackedChanges) builder.warn('TRACKED_CHANGES');

  const { hidden } = emitter;
  for (const block of hidden.slice(0, NAMED)) {
    builder.warn('HIDDEN_CONTENT', { text: '화면에 보이지 않게 한 글을 따로 읽었습니다.', page: block.page, block: block.id });
  }
  if (hidden.length > NAMED)
    builder.warn('HIDDEN_CONTENT', { text: `화면에 보이지 않게 한 글이 모두 ${hidden.length}곳 있습니다.` });

  for (const block of emitter.uncertainTables.slice(0, NAMED)) {
    builder.warn('TABLE_GRID_UNCERTAIN', { page: block.page, block: block.id });
  }
  if (findings.uncertainNumbers > 0) {
    builder.warn('OUTLINE_UNCERTAIN', { text: `번호의 모양이 확실하지 않은 문단이 ${findings.uncertainNumbers}개 있습니다.` });
  }

  const missing: string[] = [];
  if (findings.brokenParts.size > 0) missing.push(`손상되어 읽지 못한 부분: ${[...findings.brokenParts].join(', ')}.`);
  if (findings.includedFiles > 0) missing.push(`다른 파일에서 끼워 넣는 내용 ${findings.includedFiles}곳은 읽지 않았습니다.`);
  if (findings.embeddedObjects > 0) missing.push(`삽입된 개체 ${findings.embeddedObjects}개의 안은 읽지 않았습니다.`);
  if (missing.length > 0) builder.warn('PARTIAL_READ', { text: missing.join(' ') });
}
