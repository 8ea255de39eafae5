import type { HealthResponse } from '../../../contract/health.ts';
import { TRY_LIMITS } from '../../../contract/limits.ts';
import { type Html, html } from '../html.ts';
import type { Say } from '../language.ts';

const MB = 1024 * 1024;

/** What this server has and allows at this moment: the same that /health tells. */
export function facts(say: Say, health: HealthResponse): Html {
  const { vectors, ocr, llm, limits, tenants, tenant_count, auth } = health;
  const count = tenants?.length ?? tenant_count ?? 0;
  const rows: (readonly [string, Html | string])[] = [
    [say('읽는 형식', 'Formats'), html`${health.formats.map((format) => html`<span class="badge">${format}</span> `)}`],
    [say('문서함', 'Tenants'), tenantsIn(say, count, tenants)],
    [
      say('API 키', 'API key'),
      auth.required
        ? say('필요합니다. 올리기와 지우기를 쓸 수 있습니다.', 'Needed. Uploads and deletions work.')
        : say('필요 없습니다. 이 컴퓨터에서만 접속됩니다.', 'Not needed. Reachable from this machine only.'),
    ],
    [
      say('뜻으로 찾기', 'Search by meaning'),
      state(
        say,
        vectors.enabled,
        html`${say('낱말과 뜻으로 찾습니다', 'by words and by meaning')}${model(vectors.model)}`,
        vectors.reason,
      ),
    ],
    ['OCR', state(say, ocr.available, html`${ocr.engine ?? ''}`, ocr.reason)],
    [say('언어 모델', 'Language model'), gateway(say, llm)],
    [
      say('파일 크기', 'File size'),
      say(
        `${megabytes(health.max_upload)}까지 (읽어 보기 화면은 ${megabytes(TRY_LIMITS.bytes)})`,
        `up to ${megabytes(health.max_upload)} (${megabytes(TRY_LIMITS.bytes)} on the try page)`,
      ),
    ],
    [
      say('요청 한도', 'Rate limit'),
      limits.rate_limit === null
        ? say('없음', 'none')
        : say(`키마다 1분에 ${limits.rate_limit}번`, `${limits.rate_limit} a minute and key`),
    ],
    [
      say('동시에 읽기', 'Reading at once'),
      limits.max_parallel === null
        ? say('제한 없음', 'no limit')
        : say(`${limits.max_parallel}개까지`, `up to ${limits.max_parallel}`),
    ],
    [say('버전', 'Version'), html`<span class="mono">${health.version}</span>`],
  ];
  return html`<dl class="pairs facts">${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function state(say: Say, on: boolean, what: Html, reason: string | null): Html {
  if (on) return html`<span class="badge success">${say('켜짐', 'on')}</span> ${what}`;
  return html`<span class="badge">${say('꺼짐', 'off')}</span> <span lang="ko">${reason ?? ''}</span>`;
}

function model(name: string | null): Html | string {
  return name === null ? '' : html` (<span class="mono">${name}</span>)`;
}

function tenantsIn(say: Say, count: number, names: readonly string[] | undefined): Html | string {
  if (count === 0)
    return say(
      '아직 없습니다. 문서 폴더에 폴더를 하나 만들어 파일을 넣어 주세요.',
      'None yet: make a folder in the corpus and put files into it.',
    );
  const number = say(`${count}개`, String(count));
  if (names === undefined) return number;
  const shown = names.slice(0, 6).join(', ');
  return html`${number} <span class="subtle">(${shown}${names.length > 6 ? ' …' : ''})</span>`;
}

function gateway(say: Say, { configured, model: name, host, external }: HealthResponse['llm']): Html {
  if (!configured)
    return html`<span class="badge">${say('꺼짐', 'off')}</span> ${say('답은 문서에서 뽑은 글로만 만듭니다.', 'Answers are extracts only.')}`;
  const where = external
    ? html`<span class="badge warning">${say('서버 밖으로 나갑니다', 'leaves the server')}</span>`
    : html`<span class="badge success">${say('기관 안', 'in house')}</span>`;
  return html`${where} <span class="mono">${name} · ${host}</span>`;
}

function megabytes(bytes: number): string {
  return `${Math.round((bytes / MB) * 10) / 10} MB`;
}
