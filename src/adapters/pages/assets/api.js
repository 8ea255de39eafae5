import { el } from './dom.js';
import { say } from './words.js';

/** What a server refused, or that it could not be reached. */
export class Refusal extends Error {
  constructor(status, problem, retryAfter = null) {
    super(problem?.reason ?? 'UNREACHABLE');
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** Sends JSON, gives the answer's text and type; throws a Refusal. */
export async function post(path, body, key) {
  return request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, key);
}

export async function get(path, key) {
  return request(path, { method: 'GET', headers: {} }, key);
}

async function request(path, options, key) {
  const headers = key ? { ...options.headers, authorization: `Bearer ${key}` } : options.headers;
  let response;
  try {
    response = await fetch(path, { ...options, headers, cache: 'no-store', credentials: 'omit' });
  } catch {
    throw new Refusal(0, null);
  }
  if (!response.ok) throw new Refusal(response.status, await problemOf(response), response.headers.get('retry-after'));
  return response;
}

async function problemOf(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** Tells a refusal kindly: what happened, what to do, and the code to name when asking for help. */
export function refusalNotice(refusal) {
  const { status, problem, retryAfter } = refusal instanceof Refusal ? refusal : new Refusal(0, null);
  if (status === 501) {
    return el(
      'div',
      { class: 'notice' },
      el('strong', {}, say('이 서버에는 아직 없는 기능입니다', 'This server does not have this yet')),
      el(
        'p',
        {},
        say(
          '다음 버전에서 쓸 수 있습니다. 나머지 기능은 그대로 쓸 수 있습니다.',
          'It comes with the next version. Everything else works.',
        ),
      ),
    );
  }
  const title =
    problem === null
      ? say('서버에 닿지 못했습니다', 'The server could not be reached')
      : say('요청을 처리하지 못했습니다', problem.title);
  const detail =
    problem === null
      ? say(
          '서버가 켜져 있는지, 연결이 되는지 확인하고 다시 해 주세요.',
          'See whether the server runs and the connection works, then try again.',
        )
      : problem.detail;
  const wait = Number(retryAfter);
  return el(
    'div',
    { class: 'notice danger', role: 'alert' },
    el('strong', {}, title),
    el('p', problem === null ? {} : { lang: 'ko' }, detail),
    wait > 0 && el('p', {}, say(`${waitWords(wait)} 뒤에 다시 할 수 있습니다.`, `You can try again in ${waitWords(wait)}.`)),
    problem !== null && el('p', { class: 'small subtle' }, say('오류 코드: ', 'Code: '), el('code', {}, problem.reason)),
  );
}

function waitWords(seconds) {
  return seconds < 90
    ? say(`${seconds}초`, `${seconds} seconds`)
    : say(`${Math.ceil(seconds / 60)}분`, `${Math.ceil(seconds / 60)} minutes`);
}
