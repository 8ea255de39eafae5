import type { HealthResponse } from '../../../contract/health.ts';
import { command } from '../command.ts';
import type { EvaluationFigures } from '../figures.ts';
import { html } from '../html.ts';
import { inLanguage, type Language, sayIn } from '../language.ts';
import { page } from '../layout.ts';
import { evaluation } from './evaluation.ts';
import { facts } from './facts.ts';
import { SAMPLE_STATES } from './sample-states.ts';
import { firstCommand, ways } from './ways.ts';

export interface HomeGiven {
  /** How this server was reached. */
  readonly origin: string;
  readonly language: Language;
  readonly health: HealthResponse;
  readonly figures: EvaluationFigures | null;
}

/** The home page for developers. */
export function homePage({ origin, language, health, figures }: HomeGiven): string {
  const say = sayIn(language);
  const promises = [
    say(
      '읽지 못한 파일은 오류가 아닙니다. 200으로 이유(access.reason)와 할 일을 돌려줍니다.',
      'A file that cannot be read is no error: 200 with the reason (access.reason) and what to do.',
    ),
    say(
      '글, 쪽 번호, 좌표를 지어내지 않습니다. 추정한 쪽에는 경고가 붙습니다.',
      'No text, page or coordinate is made up. A page that is an estimate carries a warning.',
    ),
    say('문서의 글, 질문, 키는 기록(log)에 남기지 않습니다.', 'Document text, questions and keys never reach the log.'),
    say(
      '문서는 따로 떨어진 프로세스가 읽습니다. 망가진 파일 하나가 다른 요청을 멈추지 못합니다.',
      'Documents are read in processes of their own: one broken file cannot stop the others.',
    ),
  ];
  const documents = [
    ['api', say('API 문서', 'API reference'), say('주소, 오류 코드, 예', 'routes, error codes, examples')],
    [
      'rag',
      say('RAG에 붙이기', 'Use in RAG'),
      say('조각과 근거를 프롬프트에 넣는 법', 'putting chunks and evidence into a prompt'),
    ],
    ['schema', say('문서 JSON의 구조', 'Document JSON'), say('블록, 표, 구조, 경고', 'blocks, tables, structure, warnings')],
    ['install', say('설치', 'Install'), say('폐쇄망 서버에 올리기', 'onto a server of a closed network')],
    ['deploy', say('운영', 'Operate'), say('설정, 키, 캐시, 지표', 'settings, keys, cache, metrics')],
    ['brief', say('한눈에 보기', 'In brief'), say('담당자에게 보일 한 장', 'one page for decision makers')],
  ] as const;
  return page({
    title: say('근거: 공문서를 읽어 근거로 돌려주는 엔진', 'geungeo: official documents, read into evidence'),
    here: '/',
    language,
    styles: ['home.css'],
    script: 'home.js',
    main: html`<div class="hero">
<div class="stack">
<h1>${say('공문서를 읽어, 근거로 돌려줍니다', 'Official documents, read into evidence')}</h1>
<p class="lead">${say(
      '한글·오피스·PDF·스캔 문서를 구조가 살아 있는 JSON으로 바꾸고, 언어 모델에 넘길 작은 조각마다 원본의 쪽과 자리를 붙입니다. 읽지 못한 파일은 이유와 할 일을 말합니다.',
      'Hangul, Office, PDF and scanned documents become structured JSON, and small chunks for a language model that carry their page and place. What could not be read is named, with what to do.',
    )}</p>
<p class="row"><a class="button" href="${inLanguage('/try', language)}">${say('파일 하나 읽어 보기', 'Try a file')}</a> <a class="button second" href="${inLanguage('/demo', language)}">${say('질문하고 근거 보기', 'Ask and see evidence')}</a></p>
</div>
<div class="stack-small">
<p><strong>${say('바로 해 보기', 'Quick start')}</strong> <span class="subtle small">${say(
      '예시 공문을 받아 조각으로 읽습니다. 그대로 붙여 넣으면 됩니다.',
      'Fetches an example letter and reads it into chunks. Paste as it is.',
    )}</span></p>
${health.auth.required ? html`<p class="subtle small">${say('먼저 키를 넣어 주세요:', 'Set your key first:')} <code>export GEUNGEO_KEY=…</code></p>` : ''}
${command(say, say('바로 해 보기', 'Quick start'), firstCommand({ origin, health }))}
<p class="subtle small">${say('받는 것 가운데, 공문이 스스로 밝힌 것:', 'Among what comes back, what the letter states about itself:')}</p>
<pre class="excerpt" tabindex="0" role="region" aria-label="${say('결과의 일부', 'Part of the result')}"><code>${excerpt()}</code></pre>
</div>
</div>

<section class="stack" aria-labelledby="ways"><h2 id="ways">${say('쓰는 방법', 'Ways to use it')}</h2>
${ways(say, { origin, health })}</section>

<div class="two">
<section class="stack" aria-labelledby="facts"><h2 id="facts">${say('지금 이 서버', 'This server now')}</h2>
<div class="card">${facts(say, health)}</div>
<p class="subtle small"><a href="/health">/health</a>${say('가 말하는 것과 같습니다.', ' tells the same.')}</p></section>
<section class="stack" aria-labelledby="promises"><h2 id="promises">${say('지키는 것', 'What it keeps to')}</h2>
<ul class="bullets">${promises.map((promise) => html`<li>${promise}</li>`)}</ul>
<h2>${say('더 보기', 'Read on')}</h2>
<ul class="documents">${documents.map(([name, title, about]) => html`<li><a href="/docs/${name}.md">${title}</a> <span class="subtle small">${about}</span></li>`)}</ul></section>
</div>
${evaluation(say, figures)}`,
  });
}

/** A line for each thing stated. */
function excerpt(): string {
  const lines = Object.entries(SAMPLE_STATES).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`);
  return `"structure": {\n${lines.join(',\n')}, …\n}`;
}
