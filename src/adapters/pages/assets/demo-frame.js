import { el, fill } from './dom.js';
import { say } from './words.js';

/** The page of /view beside the citations. It may run nothing; the policy of this page holds inside it as well. */
export function evidenceFrame(load, question, refusal) {
  const title = say('원본 쪽에 표시한 근거', 'Evidence painted on the original');
  const frame = el('iframe', { sandbox: 'allow-same-origin', title, hidden: true });
  const state = el(
    'p',
    { class: 'row waiting' },
    el('span', { class: 'spinner', 'aria-hidden': 'true' }),
    say('원본 쪽을 그리고 있습니다…', 'Painting the pages…'),
  );
  const tools = el('p', { class: 'row', hidden: true });
  const element = el('div', { class: 'painted' }, state, tools, frame);
  let address = null;
  let wanted = 'c1';

  load().then(
    (text) => {
      address = URL.createObjectURL(new Blob([text], { type: 'text/html;charset=utf-8' }));
      fill(tools, linkTo(address, { target: '_blank' }, say('새 탭에서 보기', 'Open in a new tab')));
      tools.append(linkTo(address, { download: fileName(question) }, say('파일로 저장', 'Save as file')));
      state.remove();
      tools.hidden = false;
      frame.hidden = false;
      frame.src = address;
    },
    (error) => fill(element, refusal(error)),
  );

  frame.addEventListener('load', turn);

  /** By hand: the browser would move this page as well to bring a fragment of the frame into view. */
  function turn() {
    const inside = frame.contentDocument;
    const section = inside?.getElementById(wanted);
    // A page that several citations stand on is painted once, with the first of them.
    const elsewhere = section?.querySelector('figure') ? null : section?.querySelector('a[href^="#p"]');
    const target = elsewhere ? inside.getElementById(elsewhere.hash.slice(1)) : section;
    if (target) frame.contentWindow.scrollBy(0, target.getBoundingClientRect().top - 12);
  }

  return {
    element,
    /** Goes to a citation by its number. */
    show(n) {
      wanted = `c${n}`;
      turn();
      if (window.matchMedia('(max-width: 63.9375em)').matches) element.scrollIntoView({ block: 'start' });
    },
    /** The pages may weigh megabytes. */
    end() {
      if (address !== null) URL.revokeObjectURL(address);
    },
  };
}

function linkTo(href, more, words) {
  return el('a', { class: 'button third small', href, rel: 'noopener', ...more }, words);
}

function fileName(question) {
  return `${question.slice(0, 40).replace(/[\\/:*?"<>|\n]/g, ' ')}.html`;
}
