import { get, post, refusalNotice } from './api.js';
import { showAnswer, showBundle } from './demo-answer.js';
import { showDocuments } from './demo-documents.js';
import { showVerdict } from './demo-verdict.js';
import { whereForm } from './demo-where.js';
import { announce, byId, el, fill } from './dom.js';
import { say } from './words.js';

const question = byId('question');
const documents = byId('documents');
const answer = byId('answer');
const verdict = byId('verdict');
const buttons = ['ask-button', 'context-button', 'verify-button'].map(byId);

/** Where to ask. The key is here and nowhere else: no storage, no address, gone with the page. */
let at = null;
/** The sources of the last bundle; `[n]` in an answer to check points at them. */
let bundle = null;

start();

async function start() {
  try {
    const health = await (await get('/health')).json();
    whereForm(byId('where'), health, open);
    gatewayChoice(health.llm);
  } catch (error) {
    fill(documents, refusalNotice(error));
  }
}

async function open(chosen) {
  at = chosen;
  bundle = null;
  fill(answer);
  fill(verdict);
  for (const button of buttons) button.disabled = true;
  const waiting = busy(documents, say('문서를 읽고 있습니다', 'Reading the documents'), chosen);
  try {
    const response = await post('/documents', asked({}), at.key);
    showDocuments(documents, await response.json(), at.withKeys);
    for (const button of buttons) button.disabled = false;
    announce(say('문서 목록을 불러왔습니다.', 'The documents are listed.'));
  } catch (error) {
    fill(documents, refusalNotice(error));
  } finally {
    waiting.end();
  }
}

byId('ask').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (at === null) return;
  const waiting = busy(answer, say('근거를 찾고 있습니다', 'Looking for evidence'));
  const body = asked({ question: question.value, ...(byId('llm')?.checked ? { llm: true } : {}) });
  const kept = at;
  try {
    const [told, found] = await Promise.all([post('/answer', body, at.key).then((response) => response.json()), fetchBundle()]);
    const view = () => post('/view', body, kept.key).then((response) => response.text());
    showAnswer(answer, told, { view, bundle: found });
    announce(
      told.answered ? say('답을 찾았습니다.', 'An answer was found.') : say('답을 찾지 못했습니다.', 'No answer was found.'),
    );
  } catch (error) {
    fill(answer, refusalNotice(error));
  } finally {
    waiting.end();
  }
});

byId('context-button').addEventListener('click', async () => {
  if (at === null || !byId('ask').reportValidity()) return;
  const waiting = busy(answer, say('근거를 찾고 있습니다', 'Looking for evidence'));
  try {
    const found = await fetchBundle();
    fill(answer, showBundle(found, true));
    announce(say('근거 묶음을 받았습니다.', 'The evidence bundle is here.'));
  } catch (error) {
    fill(answer, refusalNotice(error));
  } finally {
    waiting.end();
  }
});

byId('verify').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (at === null) return;
  const waiting = busy(verdict, say('확인하고 있습니다', 'Checking'));
  try {
    if (bundle === null && question.value.trim() !== '') await fetchBundle();
    if (bundle === null) return fill(verdict, noEvidence());
    const sources = bundle.sources.map(({ doc_id, chunk_id }) => ({ doc_id, chunk_id }));
    const response = await post('/verify', asked({ answer: byId('own').value, sources }), at.key);
    const checked = await response.json();
    showVerdict(verdict, checked, bundle);
    announce(
      checked.grounded
        ? say('숫자와 번호가 모두 근거에 있습니다.', 'All numbers and references are in the evidence.')
        : say('근거에 없는 것이 있습니다.', 'Something is not in the evidence.'),
    );
  } catch (error) {
    fill(verdict, refusalNotice(error));
  } finally {
    waiting.end();
  }
});

async function fetchBundle() {
  bundle = await (await post('/context', asked({ query: question.value }), at.key)).json();
  return bundle;
}

function asked(more) {
  return { tenant: at.tenant, ...(at.principal ? { principal: at.principal } : {}), ...more };
}

function gatewayChoice({ configured, model, host, external }) {
  if (!configured) return;
  const box = el('input', { type: 'checkbox', id: 'llm' });
  fill(
    byId('ask-options'),
    el('label', { class: 'check' }, box, say(`언어 모델로 답하기 (${model})`, `Answer with the language model (${model})`)),
    external
      ? el(
          'span',
          { class: 'badge warning' },
          say(`문서의 글이 서버 밖(${host})으로 나갑니다`, `text leaves the server (${host})`),
        )
      : el('span', { class: 'badge success' }, say('기관 안의 모델', 'in-house model')),
  );
}

/** Shows that something is under way; for a tenant that is being read also how far it is. */
function busy(place, words, reading = null) {
  const told = el('span', {}, `${words}…`);
  const shown = el('p', { class: 'row waiting' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), told);
  fill(place, shown);
  announce(words);
  const look = async () => {
    const health = await (await get('/health')).json();
    const one = health.reading.find(({ tenant }) => tenant === undefined || tenant === reading.tenant);
    if (one) told.textContent = `${words}… ${one.done} / ${one.total}`;
  };
  const clock = reading && setInterval(() => look().catch(() => {}), 1500);
  return {
    end() {
      clearInterval(clock);
      shown.remove();
    },
  };
}

function noEvidence() {
  return el(
    'div',
    { class: 'notice' },
    el('strong', {}, say('아직 근거가 없습니다', 'There is no evidence yet')),
    el(
      'p',
      {},
      say(
        '위에서 먼저 질문해 주세요. 그 질문의 근거로 확인합니다.',
        'Ask a question above first; its evidence is what the answer is checked against.',
      ),
    ),
  );
}
