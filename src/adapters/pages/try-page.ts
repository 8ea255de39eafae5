import { TRY_LIMITS } from '../../contract/limits.ts';
import { html } from './html.ts';
import { type Language, sayIn } from './language.ts';
import { page } from './layout.ts';

const MEGABYTES = TRY_LIMITS.bytes / 1024 / 1024;

/** Drop a file, see how it is read. The script fills `result`. */
export function tryPage(language: Language): string {
  const say = sayIn(language);
  return page({
    title: say('읽어 보기 · 근거', 'Try a file · geungeo'),
    here: '/try',
    language,
    styles: ['try.css'],
    script: 'try.js',
    main: html`<div class="stack-small">
<h1>${say('파일 하나 읽어 보기', 'Try a file')}</h1>
<p class="lead">${say(
      '파일을 놓으면 어떻게 읽히는지 바로 보여 드립니다. 키가 필요 없고, 올린 파일은 저장하지 않습니다.',
      'Drop a file to see how it is read. No key is needed, and nothing is stored.',
    )}</p>
</div>
<noscript><p class="notice warning">${say('이 화면은 자바스크립트가 있어야 움직입니다. 명령줄에서는 /parse를 써 주세요.', 'This page needs JavaScript. On a command line use /parse.')}</p></noscript>
<form id="drop" class="drop" data-bytes="${TRY_LIMITS.bytes}" data-seconds="${TRY_LIMITS.seconds}">
<p class="drop-title">${say('파일을 여기에 끌어다 놓거나 골라 주세요', 'Drop a file here, or choose one')}</p>
<p class="subtle small" id="drop-hint">${say(
      `hwpx · hwp · docx · xlsx · pdf · 그림(png, jpg, tif…) · zip, ${MEGABYTES} MB까지, ${TRY_LIMITS.seconds}초까지, 한 시간에 ${TRY_LIMITS.requests_per_hour}번`,
      `hwpx · hwp · docx · xlsx · pdf · images (png, jpg, tif…) · zip; up to ${MEGABYTES} MB and ${TRY_LIMITS.seconds} seconds, ${TRY_LIMITS.requests_per_hour} an hour`,
    )}</p>
<p class="drop-choice"><input type="file" id="file" class="sr-only" aria-describedby="drop-hint"><label for="file" class="button">${say('파일 고르기', 'Choose a file')}</label></p>
<p class="row drop-samples"><span class="subtle small">${say('파일이 없다면 예시로:', 'No file at hand? Examples:')}</span>
<button type="button" class="button third small" data-sample="sample.hwpx">${say('공문 (hwpx)', 'Letter (hwpx)')}</button>
<button type="button" class="button third small" data-sample="sample.pdf">${say('안내문 (pdf)', 'Notice (pdf)')}</button></p>
</form>
<div id="progress" hidden></div>
<p id="status" class="sr-only" role="status"></p>
<div id="result" hidden></div>`,
  });
}
