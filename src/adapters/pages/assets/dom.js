const SVG = 'http://www.w3.org/2000/svg';

/** An element; children are elements, texts or lists, and what is null or false is left out. Texts are never read as markup. */
export function el(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Says something to whoever cannot see the page change. */
export function announce(text) {
  byId('status').textContent = text;
}

/** A heading of a part that has just come up takes the focus, so that keyboard and screen reader go on from there. */
export function goTo(element) {
  element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start', behavior: 'instant' });
}

/** A long list is shown in portions, so that a huge file does not stop the page. */
export function portions(items, size, render, more) {
  const list = el('div', { class: 'portions' });
  let shown = 0;
  const button = el('button', { type: 'button', class: 'button third small', onclick: next });
  function next() {
    const part = items.slice(shown, shown + size);
    shown += part.length;
    button.before(...part.map(render).filter((child) => child !== null));
    button.hidden = shown >= items.length;
    button.textContent = more(items.length - shown);
  }
  list.append(button);
  next();
  return list;
}
