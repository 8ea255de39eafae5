/** Static files of the pages, by name. Nothing else is served under /assets. */
export interface Asset {
  readonly type: string;
  readonly text: string;
}

const STYLE = `:root { --ink: #1e2124; --soft: #58616a; --line: #cdd1d5; --back: #f4f5f6; --blue: #0b50d0; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: #fff; font: 17px/1.6 "Pretendard GOV", Pretendard, "Noto Sans KR", "Malgun Gothic", sans-serif; word-break: keep-all; overflow-wrap: anywhere; }
.wide { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
header { border-bottom: 1px solid var(--line); }
header .wide { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline; padding-top: 1rem; padding-bottom: 1rem; }
.brand { font-weight: 700; font-size: 1.25rem; color: var(--ink); text-decoration: none; }
.brand span { color: var(--soft); font-weight: 400; font-size: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
nav a { color: var(--ink); text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--blue); font-weight: 700; }
main.wide { padding-top: 2rem; padding-bottom: 3rem; }
h1 { font-size: 2rem; line-height: 1.3; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1.1rem; margin: 0 0 .5rem; }
.lead { font-size: 1.1rem; color: var(--soft); }
a { color: var(--blue); }
a:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
code { font-family: ui-monospace, "D2Coding", Consolas, monospace; font-size: .92em; }
pre { background: var(--back); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow-x: auto; line-height: 1.5; }
.formats code { border: 1px solid var(--line); border-radius: 4px; padding: .1rem .4rem; background: var(--back); }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
.cards section { border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; }
.cards p { margin: .5rem 0 0; }
.flow { color: var(--soft); }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
footer .wide { padding-top: 1.25rem; padding-bottom: 1.25rem; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 1rem; top: .5rem; background: #fff; padding: .5rem; }
`;

export const ASSETS: ReadonlyMap<string, Asset> = new Map([['style.css', { type: 'text/css; charset=utf-8', text: STYLE }]]);
