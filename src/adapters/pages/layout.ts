import { type Html, html } from './html.ts';
import { inLanguage, type Language, type Say, sayIn } from './language.ts';

const PAGES = [
  { path: '/', name: ['소개', 'Overview'] },
  { path: '/try', name: ['읽어 보기', 'Try a file'] },
  { path: '/demo', name: ['시연', 'Demo'] },
] as const;

const FILES = [
  { path: '/docs/api.md', name: ['API 문서', 'API reference'] },
  { path: '/openapi.json', name: ['OpenAPI', 'OpenAPI'] },
] as const;

export interface PageParts {
  readonly title: string;
  /** Address of the page. */
  readonly here: (typeof PAGES)[number]['path'];
  readonly language: Language;
  /** Names of assets besides those of every page. */
  readonly styles: readonly string[];
  readonly script: string;
  readonly main: Html;
}

/** A whole page. Style, script and font come from this server only. */
export function page({ title, here, language, styles, script, main }: PageParts): string {
  const say = sayIn(language);
  const other = language === 'ko' ? 'en' : 'ko';
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
${['tokens.css', 'style.css', 'parts.css', ...styles].map(
  (name) => html`<link rel="stylesheet" href="/assets/${name}">
`,
)}<script type="module" src="/assets/${script}"></script>
</head>
<body>
<a class="skip" href="#main">${say('본문 바로가기', 'Skip to content')}</a>
<header class="site-head"><div class="wide">
<a class="brand" href="${inLanguage('/', language)}">${say(html`근거 <span lang="en">geungeo</span>`, html`geungeo <span lang="ko">근거</span>`)}</a>
<nav aria-label="${say('주 메뉴', 'Main menu')}"><ul>${links(say, language, here)}</ul></nav>
<div class="languages"><a href="${inLanguage(here, other)}" hreflang="${other}" lang="${other}">${say('English', '한국어')}</a></div>
</div></header>
<main id="main" class="wide" tabindex="-1">
${main}
</main>
<footer class="site-foot"><div class="wide">
<p>${say('이 화면은 이 서버에서만 불러오며 바깥에 접속하지 않습니다.', 'This page loads from this server only and contacts nothing outside.')}</p>
<p><a href="/assets/pretendard-gov-license.txt">${say('글꼴 이용 조건', 'Font licence')}</a> · <a href="/assets/krds-license.txt">KRDS</a></p>
</div></footer>
</body>
</html>
`.text;
}

function links(say: Say, language: Language, here: string): Html[] {
  const pages = PAGES.map(({ path, name }) => {
    const current = path === here ? html` aria-current="page"` : '';
    return html`<li><a href="${inLanguage(path, language)}"${current}>${say<string>(name[0], name[1])}</a></li>`;
  });
  return [...pages, ...FILES.map(({ path, name }) => html`<li><a href="${path}">${say<string>(name[0], name[1])}</a></li>`)];
}
