import { createHash } from 'node:crypto';
import type { AnswerResponse, Unanswered } from '../../../contract/answer.ts';
import type { Painting } from '../../../service/painted-pages.ts';
import { Html, html } from '../html.ts';
import { citationSection } from './citation.ts';
import { paintedPage } from './painted-page.ts';
import { VIEW_STYLE } from './view-style.ts';

const STYLE_DIGEST = createHash('sha256').update(VIEW_STYLE).digest('base64');
/** Nothing but its own style and the pictures in it, also where the file is opened from a disk or a mail. */
export const VIEW_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; img-src data:; base-uri 'none'; form-action 'none'`;

const UNANSWERED: Readonly<Record<Unanswered, string>> = {
  NO_MATCH: '문서에서 이 질문의 낱말을 찾지 못했습니다. 다른 낱말로 물어보거나, 읽지 못한 문서가 있는지 확인해 주세요.',
  NO_EVIDENCE: '관련된 글은 있지만, 이 질문에 답이 되는 문장을 찾지 못했습니다. 문서에 없는 답은 만들지 않습니다.',
  UNGROUNDED: '언어 모델의 답이 근거와 맞지 않아 보이지 않습니다. 근거에 없는 숫자나 인용이 있었습니다.',
};

/** The answer and its evidence as one file that can be mailed, printed and read without this server. */
export function viewPage(answer: AnswerResponse, painting: Painting): string {
  const pictures = painting.pages.map((page, at) => ({ page, name: `p${at + 1}` }));
  const shown = new Set<string>();
  const sections = answer.citations.map((citation, at) => {
    const n = at + 1;
    const mine = pictures.filter(({ page }) => page.marks.some((mark) => mark.citation === n));
    const drawn = mine.map(({ page, name }) => {
      if (shown.has(name))
        return html`<p class="why">쪽 그림: <a href="#${name}">${page.filename} ${page.page}쪽</a> (위에 있는 그림의 [${n}])</p>`;
      shown.add(name);
      return paintedPage(page, name);
    });
    return citationSection(citation, n, {
      pictures: drawn,
      why: drawn.length > 0 ? null : (painting.notPainted.get(n) ?? 'NO_BOX'),
    });
  });
  return html`<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${VIEW_POLICY}">
<title>${answer.question} · 근거</title>
<style>${new Html(VIEW_STYLE)}</style>
</head>
<body>
<main>
<h1>${answer.question}</h1>
<p class="made">답을 만든 방법: <strong>${answer.made_by}</strong> · 문서함: ${answer.tenant}</p>
${notIncluded(answer)}
<section class="answer" aria-label="답">${answerText(answer)}</section>
${sections.length > 0 ? html`<h2>근거 ${sections.length}건</h2>` : ''}
${sections}
<footer>근거의 글은 원본에서 그대로 옮겼습니다. 번호와 테두리는 원본에서 그 글이 있는 자리입니다. 이 파일은 혼자 열리며 바깥에 접속하지 않습니다.</footer>
</main>
</body>
</html>
`.text;
}

/** Stands first: the page circulates alone, and whoever reads it must know what it does not speak of. */
function notIncluded({ skipped }: AnswerResponse): Html | string {
  if (skipped.length === 0) return '';
  const items = skipped.map(({ filename, reason, reason_text, drm_vendor }) => {
    const vendor = drm_vendor === undefined ? '' : ` · ${drm_vendor}`;
    return html`<li><strong>${filename}</strong> (${reason}${vendor}): ${reason_text}</li>`;
  });
  return html`<section class="notice" aria-label="읽지 못한 문서"><h2>읽지 못한 문서 ${skipped.length}건</h2>
<p>아래 문서는 읽지 못하여 이 답과 근거에 포함되지 않았습니다.</p><ul>${items}</ul></section>`;
}

/** `[2]` in the text leads to the second citation. */
function answerText({ answered, reason, text, citations }: AnswerResponse): Html | Html[] {
  if (!answered) return html`<p>${UNANSWERED[reason ?? 'NO_EVIDENCE']}</p>`;
  return text.split('\n').map((line) => {
    const parts = line.split(/\[(\d{1,3})\]/).map((part, at) => {
      if (at % 2 === 0) return part;
      return Number(part) >= 1 && Number(part) <= citations.length ? html`<a href="#c${part}">[${part}]</a>` : `[${part}]`;
    });
    return html`<p>${parts}</p>`;
  });
}
