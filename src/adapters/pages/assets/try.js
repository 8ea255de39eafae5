import { Refusal, refusalNotice } from './api.js';
import { announce, byId, el, fill, goTo } from './dom.js';
import { showResult } from './try-result.js';
import { bytes, say } from './words.js';

const form = byId('drop');
const input = byId('file');
const progress = byId('progress');
const result = byId('result');
const most = Number(form.dataset.bytes);
let sending = null;

input.addEventListener('change', () => input.files[0] && read(input.files[0]));
form.addEventListener('submit', (event) => event.preventDefault());
for (const button of form.querySelectorAll('[data-sample]')) {
  button.addEventListener('click', () => readSample(button.dataset.sample));
}

// A file that misses the frame must not make the browser leave the page.
for (const kind of ['dragover', 'drop']) document.addEventListener(kind, (event) => event.preventDefault());
document.addEventListener('dragover', () => form.classList.add('over'));
document.addEventListener('dragleave', (event) => event.relatedTarget === null && form.classList.remove('over'));
document.addEventListener('drop', (event) => {
  form.classList.remove('over');
  const files = event.dataTransfer?.files ?? [];
  if (files.length > 1) return refuse(manyFiles());
  if (files[0]) read(files[0]);
});

async function readSample(name) {
  try {
    const response = await fetch(`/assets/${name}`);
    if (!response.ok) throw new Refusal(response.status, null);
    read(new File([await response.blob()], name));
  } catch (error) {
    refuse(refusalNotice(error));
  }
}

async function read(file) {
  sending?.abort();
  result.hidden = true;
  if (file.size > most) return refuse(tooLarge(file));
  const shown = showProgress(file);
  try {
    const response = await send(file, shown.sent);
    result.hidden = false;
    form.classList.add('compact');
    goTo(showResult(result, file, response));
    announce(
      response.summary.readable
        ? say('다 읽었습니다.', 'The file was read.')
        : say('읽지 못한 파일입니다.', 'The file could not be read.'),
    );
  } catch (error) {
    if (error.name === 'AbortError') announce(say('그만두었습니다.', 'Stopped.'));
    else refuse(refusalNotice(error));
  } finally {
    shown.end();
    input.value = '';
  }
}

/** fetch does not tell how much has been sent. */
function send(file, sent) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    sending = request;
    request.open('POST', '/try/parse');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-filename', encodeURIComponent(file.name));
    request.upload.addEventListener('progress', ({ loaded, total }) => sent(loaded / total));
    request.upload.addEventListener('load', () => sent(1));
    request.addEventListener('error', () => reject(new Refusal(0, null)));
    request.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
    request.addEventListener('load', () => {
      const body = jsonOf(request.responseText);
      if (request.status === 200 && body !== null) resolve(body);
      else reject(new Refusal(request.status, body, request.getResponseHeader('retry-after')));
    });
    request.send(file);
  });
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function showProgress(file) {
  const bar = el('progress', { max: 1, 'aria-label': say('보낸 양', 'Sent') });
  const words = el('p', {});
  const began = performance.now();
  let share = 0;
  const tell = () => {
    const after = Math.floor((performance.now() - began) / 1000);
    const step =
      share < 1 ? say(`보내는 중 ${Math.round(share * 100)}%`, `Sending ${Math.round(share * 100)}%`) : say('읽는 중', 'Reading');
    words.textContent = after < 2 ? `${step}…` : say(`${step}… ${after}초`, `${step}… ${after} s`);
  };
  const clock = setInterval(tell, 250);
  tell();
  announce(say(`${file.name} 읽기를 시작했습니다.`, `Reading ${file.name}.`));
  fill(
    progress,
    el(
      'div',
      { class: 'card working' },
      el('span', { class: 'spinner', 'aria-hidden': 'true' }),
      el(
        'div',
        { class: 'stack-small' },
        el('strong', {}, file.name),
        ' ',
        el('span', { class: 'subtle' }, bytes(file.size)),
        words,
        bar,
      ),
      el('button', { type: 'button', class: 'button third small', onclick: () => sending?.abort() }, say('그만두기', 'Stop')),
    ),
  );
  progress.hidden = false;
  return {
    sent(now) {
      share = now;
      if (now < 1) bar.value = now;
      else bar.removeAttribute('value');
      tell();
    },
    end() {
      clearInterval(clock);
      if (progress.querySelector('.working')) progress.hidden = true;
    },
  };
}

function refuse(notice) {
  progress.hidden = false;
  fill(progress, notice);
}

function tooLarge(file) {
  return el(
    'div',
    { class: 'notice warning', role: 'alert' },
    el('strong', {}, say('여기서 읽기에는 큰 파일입니다', 'This file is too large to try here')),
    el(
      'p',
      {},
      say(
        `${file.name}은(는) ${bytes(file.size)}입니다. 이 화면은 ${bytes(most)}까지 읽습니다. 더 작은 파일로 해 보거나 /parse를 써 주세요.`,
        `${file.name} has ${bytes(file.size)}; this page reads up to ${bytes(most)}. Try a smaller file, or use /parse.`,
      ),
    ),
  );
}

function manyFiles() {
  return el(
    'div',
    { class: 'notice warning', role: 'alert' },
    el('strong', {}, say('한 번에 파일 하나만 읽습니다', 'One file at a time')),
    el(
      'p',
      {},
      say('파일을 하나만 놓아 주세요. 여러 개라면 zip으로 묶어도 됩니다.', 'Drop one file, or put several into a zip.'),
    ),
  );
}
