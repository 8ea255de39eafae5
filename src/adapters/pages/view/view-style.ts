/** The style of the page that circulates alone: no font, picture or script from anywhere. */
export const VIEW_STYLE = `
:root { --ink: #1e2124; --soft: #464c53; --line: #b1b8be; --back: #f4f5f6; --blue: #0b50d0; --paper: #fff; --warn: #fff3db; --warn-line: #8a5300; --mark: #ffd60066; --mark-line: #a03a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --soft: #b1b8be; --line: #6d7882; --back: #1e2124; --blue: #86aff9; --paper: #131416; --warn: #3b2a08; --warn-line: #ffc95c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.6 "Pretendard GOV", Pretendard, "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", "NanumGothic", sans-serif; word-break: keep-all; overflow-wrap: anywhere; }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.35; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1.05rem; margin: 0; }
a { color: var(--blue); }
a:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
.made { color: var(--soft); margin: 0 0 1rem; }
.made strong { color: var(--ink); }
.notice { border: 1px solid var(--warn-line); border-left-width: 6px; background: var(--warn); border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0; }
.notice h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
.notice ul { margin: .5rem 0 0; padding-left: 1.2rem; }
.notice p { margin: .25rem 0; }
.answer { border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; }
.answer p { margin: .4rem 0; white-space: pre-wrap; }
.citation { border-top: 1px solid var(--line); padding: 1.25rem 0; }
.where { color: var(--soft); margin: .25rem 0 .5rem; }
blockquote { margin: .5rem 0; padding: .5rem 1rem; border-left: 4px solid var(--mark-line); background: var(--back); white-space: pre-wrap; }
.tag { display: inline-block; border: 1px solid var(--ink); border-radius: 4px; padding: 0 .45rem; margin: 0 .35rem .25rem 0; font-size: .95rem; font-weight: 700; }
.revision { margin: .25rem 0; }
.revision dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .25rem 0 .5rem; }
.revision dt { color: var(--soft); } .revision dd { margin: 0; white-space: pre-wrap; }
.why { color: var(--soft); margin: .5rem 0; }
figure { margin: 1rem 0 0; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
figcaption { color: var(--soft); font-size: .95rem; margin-top: .25rem; }
.mark { fill: var(--mark); stroke: var(--mark-line); stroke-width: 1.5; vector-effect: non-scaling-stroke; mix-blend-mode: multiply; }
.badge rect { fill: #a03a00; } .badge text { fill: #fff; font-weight: 700; font-family: sans-serif; }
footer { color: var(--soft); font-size: .9rem; border-top: 1px solid var(--line); margin-top: 2rem; padding-top: .75rem; }
@page { size: A4; margin: 15mm; }
@media print {
  :root { --ink: #000; --soft: #333; --paper: #fff; --back: #f4f5f6; --warn: #fff; --blue: #000; --line: #888; --warn-line: #000; }
  body { font-size: 11pt; } main { max-width: none; padding: 0; }
  .citation h3, .where, h2 { break-after: avoid; }
  figure svg { max-height: 185mm; width: auto; max-width: 100%; margin: 0 auto; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
