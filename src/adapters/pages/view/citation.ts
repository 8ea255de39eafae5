import type { Citation } from '../../../model/evidence.ts';
import type { Revision } from '../../../model/structure.ts';
import type { NotPainted } from '../../../service/painted-pages.ts';
import { type Html, html } from '../html.ts';

const KINDS: Readonly<Record<Revision['kind'], string>> = {
  added: '신설',
  deleted: '삭제',
  amended: '개정',
  unchanged: '현행과 같음',
  renumbered: '번호 이동',
};

const NO_PAGES =
  '한글·워드·엑셀 파일에는 쪽 그림과 좌표가 들어 있지 않아 원본 그림에 표시하지 않았습니다. 쪽과 위치는 위의 글로 확인해 주세요.';
const WHY: Partial<Record<NotPainted, string>> = {
  NO_BOX: NO_PAGES,
  FORMAT_HAS_NO_PAGES: NO_PAGES,
  CACHE_OFF: '캐시를 끈 서버에서는 압축 파일 안의 문서를 쪽 그림으로 보일 수 없어 글로만 적었습니다.',
  TOO_MANY: '쪽 그림이 너무 많아 이 근거는 글로만 적었습니다. 질문을 좁히면 그림으로 볼 수 있습니다.',
};
const NOT_DRAWN = '이 쪽의 그림을 만들지 못해 원본 그림에 표시하지 않았습니다. 쪽과 위치는 위의 글로 확인해 주세요.';

/** One citation: where it stands, its words, what changed there, and its pages or why there are none. */
export function citationSection(
  citation: Citation,
  n: number,
  given: { pictures: readonly Html[]; why: NotPainted | null },
): Html {
  const { filename, path, quote, revisions } = citation;
  const way = path.length > 0 ? html` · ${path.join(' > ')}` : '';
  return html`<section class="citation" id="c${n}" aria-labelledby="t${n}">
<h3 id="t${n}">[${n}] ${filename}</h3>
<p class="where">${place(citation)}${way}</p>
<blockquote>${quote}</blockquote>
${revisions.map(revisionLabel)}
${given.why === null ? given.pictures : html`<p class="why">${WHY[given.why] ?? NOT_DRAWN}</p>`}
</section>`;
}

/** `3쪽`, `2~4쪽`, `1쪽, 칸 B2:C9` */
function place({ anchors }: Citation): string {
  const pages = anchors.map(({ page }) => page);
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  const cells = [...new Set(anchors.flatMap(({ cell_range }) => (cell_range === null ? [] : [cell_range])))];
  const range = first === last ? `${first}쪽` : `${first}~${last}쪽`;
  return cells.length > 0 ? `${range}, 칸 ${cells.slice(0, 4).join(', ')}` : range;
}

function revisionLabel({ kind, label, current, revised }: Revision): Html {
  return html`<div class="revision"><span class="tag">${KINDS[kind]}: ${label}</span>
<dl><dt>현행</dt><dd>${current === '' ? '없음' : current}</dd><dt>개정안</dt><dd>${revised === '' ? '없음' : revised}</dd></dl></div>`;
}
