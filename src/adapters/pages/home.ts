import { html } from './html.ts';
import { page } from './layout.ts';

const WAYS = [
  {
    name: '1. 읽기만',
    flow: 'POST /parse · POST /chunk',
    text: '파일을 보내면 문단·표·쪽 번호가 든 문서 JSON과, 근거 위치가 붙은 조각을 돌려줍니다. 색인과 모델은 쓰시던 것을 그대로 씁니다.',
  },
  {
    name: '2. 찾기까지',
    flow: 'POST /documents/upload → POST /context (다음 버전)',
    text: '문서를 올려 두고 질문마다 번호가 매겨진 근거 묶음을 받아 프롬프트에 붙입니다. 답의 [1]이 어느 파일 몇 쪽인지 되짚을 수 있습니다.',
  },
  {
    name: '3. 답까지',
    flow: 'POST /answer (다음 버전)',
    text: '문서에서 그대로 뽑은 답을 인용과 함께 돌려줍니다. 문서에 없는 글은 지어내지 않습니다.',
  },
] as const;

const FORMATS = ['hwpx', 'hwp', 'docx', 'xlsx', 'zip'] as const;

/** The home page for developers. `origin` is how this server was reached. */
export function homePage(origin: string): string {
  return page(
    '근거: 공문서를 읽어 근거로 돌려주는 엔진',
    '/',
    html`<h1>공문서를 읽어, 근거로 돌려줍니다</h1>
<p class="lead">한글·오피스 문서를 구조가 살아 있는 JSON으로 바꾸고, 언어 모델에 넘길 작은 조각마다 원본의 자리를 붙입니다. 읽지 못한 파일은 읽지 못했다고, 이유와 할 일을 함께 말합니다.</p>
<p class="formats">읽는 형식: ${FORMATS.map((format) => html`<code>${format}</code> `)}</p>

<h2>바로 해 보기</h2>
<p>파일 하나를 그대로 보내면 됩니다. 키가 설정된 서버에서는 <code>Authorization: Bearer</code> 헤더에 키를 넣습니다.</p>
<pre><code>curl -sS ${origin}/parse \\
  -H 'Content-Type: application/octet-stream' \\
  -H 'X-Filename: report.hwpx' \\
  --data-binary @report.hwpx</code></pre>
<p>조각까지 한 번에 받으려면 <code>/chunk</code>를 씁니다. 파일 이름은 퍼센트 인코딩으로 적습니다.</p>
<pre><code>curl -sS '${origin}/chunk?filename=report.hwpx&amp;budget=1200' \\
  -H 'Content-Type: application/octet-stream' \\
  --data-binary @report.hwpx</code></pre>

<h2>세 가지 쓰임</h2>
<div class="cards">${WAYS.map((way) => html`<section><h3>${way.name}</h3><p class="flow"><code>${way.flow}</code></p><p>${way.text}</p></section>`)}</div>

<h2>지키는 것</h2>
<ul>
<li>읽지 못한 파일은 요청 오류가 아닙니다. 200으로 <code>access.readable=false</code>와 <code>access.reason</code>을 돌려줍니다.</li>
<li>쪽 번호와 좌표를 지어내지 않습니다. 추정한 값에는 경고 코드가 붙습니다.</li>
<li>문서의 글, 질문, 키는 기록(log)에 남기지 않습니다.</li>
<li>문서를 읽는 일은 따로 떨어진 프로세스가 합니다. 망가진 파일 하나가 다른 요청을 멈추지 못합니다.</li>
</ul>

<h2>더 보기</h2>
<ul>
<li><a href="/docs/api.md">API 문서</a> · <a href="/docs/schema.md">문서 JSON의 구조</a> · <a href="/docs/rag.md">RAG에 붙이기</a></li>
<li><a href="/docs/install.md">설치</a> · <a href="/docs/deploy.md">운영</a> · <a href="/docs/brief.md">한눈에 보기</a></li>
<li><a href="/health">/health</a>에서 이 서버의 상태와 한도를 확인합니다.</li>
</ul>`,
  );
}
