import { type Html, html } from './html.ts';

const PLACES = [
  ['/', '소개'],
  ['/try', '읽어 보기'],
  ['/demo', '시연'],
  ['/docs/api.md', 'API 문서'],
  ['/openapi.json', 'OpenAPI'],
] as const;

/** A whole page. Style and script come from this server only. */
export function page(title: string, here: string, main: Html): string {
  const places = PLACES.map(
    ([path, name]) => html`<li><a href="${path}"${path === here ? html` aria-current="page"` : ''}>${name}</a></li>`,
  );
  return html`<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/assets/style.css">
</head>
<body>
<a class="skip" href="#main">본문 바로가기</a>
<header><div class="wide"><a class="brand" href="/">근거 <span lang="en">geungeo</span></a><nav aria-label="주 메뉴"><ul>${places}</ul></nav></div></header>
<main id="main" class="wide">
${main}
</main>
<footer><div class="wide">이 화면은 이 서버에서만 불러옵니다. 바깥 서버에 접속하지 않습니다.</div></footer>
</body>
</html>
`.text;
}
