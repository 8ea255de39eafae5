import { announce, byId, el } from './dom.js';
import { say } from './words.js';

/** Gives buttons of commands their work; without scripts they stay hidden. */
export function offerCopies(root) {
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => copied(button, button.parentElement.querySelector('pre').textContent));
  }
}

/** A button that copies what `text` gives when it is pressed. */
export function copyButton(label, text) {
  const button = el('button', { type: 'button', class: 'button third small' }, label);
  button.addEventListener('click', () => copied(button, text()));
  return button;
}

async function copied(button, text) {
  const done = await copy(text);
  const was = [...button.childNodes];
  const told = done ? say('복사했습니다', 'Copied') : say('복사하지 못했습니다', 'Could not copy');
  button.replaceChildren(told);
  if (byId('status')) announce(told);
  setTimeout(() => button.replaceChildren(...was), 1500);
}

async function copy(text) {
  // The clipboard is there on https and localhost only; a closed network often has neither.
  if (navigator.clipboard && window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed: the old way may be.
    }
  }
  const area = el('textarea', { class: 'sr-only', 'aria-hidden': 'true' });
  area.value = text;
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  focused?.focus();
  return done;
}
