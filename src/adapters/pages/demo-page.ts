import { MAX_QUERY } from '../../contract/limits.ts';
import { html } from './html.ts';
import { type Language, sayIn } from './language.ts';
import { page } from './layout.ts';

/** What is loaded, a question, its evidence. The script fills the parts; a key never leaves the page's memory. */
export function demoPage(language: Language): string {
  const say = sayIn(language);
  return page({
    title: say('시연 · 근거', 'Demo · geungeo'),
    here: '/demo',
    language,
    styles: ['demo.css'],
    script: 'demo.js',
    main: html`<div class="stack-small">
<h1>${say('질문하고 근거 보기', 'Ask and see the evidence')}</h1>
<p class="lead">${say(
      '어떤 문서가 들어 있는지 보고, 질문하고, 답의 근거를 원본의 자리에서 확인합니다.',
      'See what is loaded, ask, and check the evidence of the answer where it stands on the original.',
    )}</p>
</div>
<noscript><p class="notice warning">${say('이 화면은 자바스크립트가 있어야 움직입니다. 명령줄에서는 /answer를 써 주세요.', 'This page needs JavaScript. On a command line use /answer.')}</p></noscript>
<p id="status" class="sr-only" role="status"></p>
<section class="card" aria-labelledby="where-title"><h2 id="where-title">${say('1. 문서함', '1. Tenant')}</h2>
<form id="where" autocomplete="off"></form>
<div id="documents"></div></section>
<section class="card" aria-labelledby="ask-title"><h2 id="ask-title">${say('2. 질문', '2. Question')}</h2>
<form id="ask" class="stack">
<div class="field"><label for="question">${say('무엇이 궁금하세요?', 'What do you want to know?')}</label>
<textarea id="question" name="question" rows="2" maxlength="${MAX_QUERY}" required placeholder="${say('예: 신청 기한은 언제인가요?', 'e.g. 신청 기한은 언제인가요?')}"></textarea></div>
<div id="ask-options" class="row"></div>
<div class="row"><button class="button" id="ask-button" disabled>${say('답과 근거 찾기', 'Find answer and evidence')}</button>
<button class="button third" id="context-button" type="button" disabled>${say('근거 묶음만 받기', 'Evidence bundle only')}</button></div>
</form>
<div id="answer"></div></section>
<section class="card" aria-labelledby="verify-title"><h2 id="verify-title">${say('3. 내 답 확인', '3. Check your own answer')}</h2>
<p class="subtle prose">${say(
      '언어 모델이나 사람이 쓴 답을 넣으면, 숫자와 [번호]가 위에서 찾은 근거에 있는지 확인합니다. 문장은 고치지 않습니다.',
      'Paste an answer written by a model or a person: its numbers and [n] are checked against the evidence found above. Nothing is rewritten.',
    )}</p>
<form id="verify" class="stack">
<div class="field"><label for="own">${say('확인할 답', 'Answer to check')}</label>
<textarea id="own" name="own" rows="4" required aria-describedby="own-hint"></textarea>
<span class="hint" id="own-hint">${say('근거는 [1]처럼 번호로 가리킵니다.', 'Point at evidence by number, like [1].')}</span></div>
<div class="row"><button class="button second" id="verify-button" disabled>${say('확인하기', 'Check')}</button></div>
</form>
<div id="verdict"></div></section>`,
  });
}
