import { html } from './html.ts';
import { page } from './layout.ts';

const command = (url: string) => html`<pre><code>curl -sS ${url} \\
  -H 'Content-Type: application/octet-stream' \\
  -H 'X-Filename: report.hwpx' \\
  --data-binary @report.hwpx</code></pre>`;

/** Stands where the page to try a file is going to be. */
export function tryPage(origin: string): string {
  return page(
    '읽어 보기 · 근거',
    '/try',
    html`<h1>파일 하나를 읽어 보기</h1>
<p class="lead">이 화면은 준비하고 있습니다. 키 없이 파일 하나를 올려, 어떻게 읽히는지 바로 보는 곳입니다. 올린 파일은 저장하지 않습니다.</p>
<h2>지금은 이렇게 확인할 수 있습니다</h2>
<p>명령줄에서 같은 결과를 볼 수 있습니다. 아래 명령은 문서 JSON을 돌려줍니다. 키가 설정된 서버라면 <code>Authorization: Bearer</code> 헤더에 키를 넣어 주세요.</p>
${command(`${origin}/parse`)}
<p>읽지 못한 파일도 오류가 아니라 200으로 답하며, <code>access.reason</code>에 이유를, <code>access.reason_text</code>에 할 일을 적어 둡니다.</p>
<p>자세한 내용은 <a href="/docs/api.md">API 문서</a>를 봐 주세요.</p>`,
  );
}

/** Stands where the demonstration is going to be. */
export function demoPage(origin: string): string {
  return page(
    '시연 · 근거',
    '/demo',
    html`<h1>한 화면 시연</h1>
<p class="lead">이 화면은 준비하고 있습니다. 서버에 어떤 문서가 있는지 보고, 질문을 넣고, 답과 그 근거를 원본의 자리에서 확인하는 곳입니다.</p>
<h2>지금은 이렇게 확인할 수 있습니다</h2>
<p>이 판에서는 문서 읽기가 됩니다. 파일을 보내면 조각마다 원본의 쪽과 자리가 붙어서 돌아옵니다. 키가 설정된 서버라면 <code>Authorization: Bearer</code> 헤더에 키를 넣어 주세요.</p>
${command(`${origin}/chunk`)}
<p>조각의 <code>anchors</code>는 쪽 번호와 좌표, 스프레드시트의 칸 범위를, <code>path</code>는 제목에서 그 자리까지 가는 길을 담습니다.</p>
<p>자세한 내용은 <a href="/docs/rag.md">RAG에 붙이기</a>를 봐 주세요.</p>`,
  );
}
