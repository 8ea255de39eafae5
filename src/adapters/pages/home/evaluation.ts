import type { EvaluationFigures } from '../figures.ts';
import { type Html, html } from '../html.ts';
import type { Say } from '../language.ts';

type Group = EvaluationFigures['groups'][number];

/** Figures that were measured, or nothing at all. */
export function evaluation(say: Say, figures: EvaluationFigures | null): Html | string {
  if (figures === null) return '';
  const whole = figures.groups.filter(({ by }) => by === 'all');
  // Questions that nothing was tuned on tell most; they are shown by format too.
  const told = whole.find(({ split }) => split === 'test') ?? whole.at(-1);
  const formats = figures.groups.filter(({ by, split }) => by === 'format' && split === told?.split);
  return html`<section class="stack" aria-labelledby="figures">
<h2 id="figures">${say('재어 본 값', 'Measured')}</h2>
<p class="prose subtle">${say(
    '답을 아는 질문을 던져, 답이 든 조각이 몇 번째 안에 나오는지 센 값입니다. geungeo eval이 낸 파일을 그대로 보여 줍니다.',
    'Questions with known answers were asked; the share whose chunk is among the first results. Shown as geungeo eval wrote it.',
  )}</p>
<p class="prose subtle">${madeOf(say, figures)}</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="figures"><table class="figures">
<thead><tr><th scope="col">${say('질문', 'Questions')}</th><th scope="col">${say('수', 'Count')}</th>${[
    '@1',
    '@3',
    '@5',
    '@10',
  ].map(
    (depth) => html`<th scope="col">${say(`${depth.slice(1)}위 안`, `first ${depth.slice(1)}`)}</th>`,
  )}<th scope="col">MRR</th><th scope="col">${say('쪽이 맞음', 'Right page')}</th></tr></thead>
<tbody>${whole.map((group) => line(group, splitName(say, group.split)))}${formats.map((group) => line(group, `${splitName(say, group.split)} · ${group.group}`))}</tbody>
</table></div>
<ul>${figures.answers.map((answers) => html`<li>${answersOf(say, answers)}</li>`)}</ul>
</section>`;
}

function madeOf(say: Say, { made: { date, version, readable, unreadable, chunks } }: EvaluationFigures): string {
  const [files, parts] = [readable + unreadable, chunks.toLocaleString('en')];
  return say(
    `${date}, ${version} 판, 문서 ${files}개(읽지 못한 것 ${unreadable}개), 조각 ${parts}개, 낱말로만 찾기. 명령: geungeo eval 문서함 질문.jsonl --pairs 짝.tsv --json`,
    `${date}, version ${version}, ${files} documents (${unreadable} not readable), ${parts} chunks, words alone. Command: geungeo eval TENANT QUESTIONS.jsonl --pairs PAIRS.tsv --json`,
  );
}

function answersOf(say: Say, { split, answerable, unanswerable }: EvaluationFigures['answers'][number]): string {
  const share = (some: number, of: number) => (of === 0 ? '–' : `${((100 * some) / of).toFixed(1)}%`);
  const [answered, right] = [share(answerable.answered, answerable.n), share(answerable.right, answerable.answered)];
  const refused = `${unanswerable.refused} / ${unanswerable.n}`;
  return say(
    `${splitName(say, split)}: 답이 있는 질문의 ${answered}에 답했고 그중 ${right}의 인용이 맞았습니다. 답이 없는 질문은 ${refused}개를 거절했습니다.`,
    `${splitName(say, split)}: ${answered} of the answerable were answered, ${right} of these with the right citation; ${refused} without an answer were refused.`,
  );
}

function line({ retrieval: { n, hit, mrr, pages } }: Group, name: string): Html {
  const shares = [hit['@1'], hit['@3'], hit['@5'], hit['@10']].map((share) => html`<td>${(100 * share).toFixed(1)}%</td>`);
  const right = pages.of === 0 ? '–' : `${pages.right} / ${pages.of}`;
  return html`<tr><th scope="row">${name}</th><td>${n}</td>${shares}<td>${mrr.toFixed(3)}</td><td>${right}</td></tr>`;
}

function splitName(say: Say, split: string): string {
  if (split === 'test') return say('시험용', 'test');
  if (split === 'dev') return say('개발용', 'dev');
  return split === 'all' ? say('모두', 'all') : split;
}
