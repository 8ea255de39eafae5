import type { HealthResponse } from '../../../contract/health.ts';
import { command, quoted } from '../command.ts';
import { type Html, html } from '../html.ts';
import type { Say } from '../language.ts';

/** A letter that comes with the pages, so that a command works as it stands. */
const SAMPLE = 'sample.hwpx';
const QUESTION = '신청 기한은 언제인가요?';

interface Server {
  readonly origin: string;
  readonly health: HealthResponse;
}

/** Fetches the example and reads it. */
export function firstCommand({ origin, health }: Server): string {
  return `curl -sSO ${origin}/assets/${SAMPLE}
curl -sS ${origin}/chunk${keyLine(health)} \\
  -H 'Content-Type: application/octet-stream' \\
  -H 'X-Filename: ${SAMPLE}' --data-binary @${SAMPLE}`;
}

/** The ways to use the service, each with a command for this server. */
export function ways(say: Say, server: Server): Html {
  const { origin, health } = server;
  const tenant = health.tenants?.[0] ?? 'demo';
  const post = (route: string, body: object) =>
    `curl -sS ${origin}${route}${keyLine(health)} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
  const all = [
    {
      name: say('1. 읽기만', '1. Read only'),
      routes: ['POST /parse', 'POST /chunk'],
      text: say(
        '파일 하나를 보내면 문단·표·쪽 번호가 든 문서 JSON과, 원본의 자리가 붙은 조각을 받습니다. 색인과 모델은 쓰시던 것을 그대로 씁니다.',
        'Send one file, get document JSON with paragraphs, tables and pages, and chunks that carry their place. Index and model stay yours.',
      ),
      code: `curl -sSO ${origin}/assets/${SAMPLE}
curl -sS ${origin}/parse${keyLine(health)} \\
  -H 'Content-Type: application/octet-stream' \\
  -H 'X-Filename: ${SAMPLE}' --data-binary @${SAMPLE}`,
    },
    {
      name: say('2. 찾기까지', '2. Find too'),
      routes: health.auth.required ? ['POST /documents/upload', 'POST /context'] : ['POST /context'],
      text: health.auth.required
        ? say(
            '문서를 올려 두고, 질문마다 번호가 매겨진 근거 묶음을 받아 프롬프트에 붙입니다. 답의 [1]이 어느 파일 몇 쪽인지 되짚을 수 있습니다. tenant는 키의 이름이거나 그 이름과 -로 시작합니다(관리 키는 모두).',
            'Upload documents, then get a numbered bundle of evidence for each question to paste into a prompt. [1] in an answer leads back to a file and a page. A tenant bears the name of the key, or begins with it and - (the administrative key may use all).',
          )
        : say(
            '이 서버는 키가 없어 올리기를 받지 않습니다. 문서 폴더에 파일을 넣으면 다음 질문부터 찾습니다. 답의 [1]이 어느 파일 몇 쪽인지 되짚을 수 있습니다.',
            'This server has no key and takes no uploads: put files into a folder of the corpus and the next question finds them. [1] in an answer leads back to a file and a page.',
          ),
      code: health.auth.required
        ? `curl -sSO ${origin}/assets/${SAMPLE}
curl -sS '${origin}/documents/upload?tenant=demo&replace=1'${keyLine(health)} \\
  -H 'Content-Type: application/octet-stream' \\
  -H 'X-Filename: ${SAMPLE}' --data-binary @${SAMPLE}
${post('/context', { tenant, query: QUESTION })}`
        : post('/context', { tenant, query: QUESTION }),
    },
    {
      name: say('3. 답까지', '3. Answer too'),
      routes: ['POST /answer', 'GET /view'],
      text: say(
        '문서에서 그대로 뽑은 답을 인용과 함께 받습니다. /view는 같은 답을, 근거를 원본 쪽 위에 칠한 화면 한 장으로 줍니다. 문서에 없는 글은 지어내지 않습니다.',
        'An answer taken word for word from the documents, with citations. /view gives the same as one page with the evidence painted on the original. Nothing is invented.',
      ),
      code: post('/answer', { tenant, question: QUESTION }),
    },
    {
      name: say('에이전트에서 (MCP)', 'From an agent (MCP)'),
      routes: ['POST /mcp'],
      text: say(
        `같은 일을 도구 일곱 개로 씁니다. MCP를 쓰는 프로그램에 주소 ${origin}/mcp 를 넣으면 됩니다. 아래 명령은 도구 목록을 보여 줍니다.`,
        `The same as seven tools. Give ${origin}/mcp to any program that speaks MCP. The command lists the tools.`,
      ),
      code: post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    },
  ];
  return html`<div class="ways">${all.map(
    ({ name, routes, text, code }) => html`<section class="card way">
<h3>${name}</h3>
<p class="row">${routes.map((route) => html`<code class="badge">${route}</code> `)}</p>
<p>${text}</p>
${command(say, name, code)}
</section>`,
  )}</div>`;
}

/** The key stays in the person's shell. */
function keyLine(health: HealthResponse): string {
  return health.auth.required ? ` \\\n  -H "Authorization: Bearer $GEUNGEO_KEY"` : '';
}
