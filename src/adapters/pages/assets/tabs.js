import { el } from './dom.js';

let made = 0;

/** Tabs after the pattern of WAI-ARIA: arrows move among them, Tab goes into the panel. A panel is made when it is first shown. */
export function tabs(label, items) {
  const base = `tabs${++made}`;
  const buttons = items.map(({ name }, at) =>
    el(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${base}-tab${at}`,
        'aria-controls': `${base}-panel${at}`,
        onclick: () => select(at),
      },
      name,
    ),
  );
  const panels = items.map((_, at) =>
    el('div', {
      role: 'tabpanel',
      id: `${base}-panel${at}`,
      class: 'tab-panel',
      'aria-labelledby': `${base}-tab${at}`,
      tabindex: 0,
    }),
  );

  function select(at) {
    buttons.forEach((button, i) => {
      button.setAttribute('aria-selected', String(i === at));
      button.tabIndex = i === at ? 0 : -1;
      panels[i].hidden = i !== at;
    });
    if (!panels[at].hasChildNodes()) panels[at].append(items[at].content());
  }

  function onKey(event) {
    const at = buttons.indexOf(event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = (to + buttons.length) % buttons.length;
    select(next);
    buttons[next].focus();
  }

  select(0);
  return {
    element: el('div', {}, el('div', { class: 'tabs', role: 'tablist', 'aria-label': label, onkeydown: onKey }, buttons), panels),
    select,
  };
}
