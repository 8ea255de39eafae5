import { el } from './dom.js';
import { say } from './words.js';

const MOST_ATTACHMENTS = 4;

/** What the document says about itself: only what it states. */
export function fieldCard(structure) {
  const { title, doc_number, issued_date, issuer, recipient, recipients, attachments } = structure;
  const to = recipients.length > 0 ? recipients.join(', ') : recipient;
  const rows = [
    [say('제목', 'Title'), title],
    [say('수신', 'To'), to],
    [say('발신', 'From'), issuer],
    [say('문서번호', 'Number'), doc_number],
    [say('시행일', 'Date'), issued_date],
    [say('붙임', 'Attachments'), attachmentLines(attachments)],
  ].filter(([, value]) => value !== null);
  return el(
    'section',
    { class: 'card fields', 'aria-label': say('문서가 밝힌 것', 'What the document states') },
    el('h3', {}, say('문서가 밝힌 것', 'What the document states')),
    rows.length > 0
      ? el(
          'dl',
          { class: 'pairs' },
          rows.map(([name, value]) => [el('dt', {}, name), el('dd', { class: 'as-is' }, value)]),
        )
      : el(
          'p',
          { class: 'subtle' },
          say(
            '제목, 수신, 문서번호 같은 것을 찾지 못했습니다. 적혀 있지 않은 것은 만들지 않습니다.',
            'No title, recipient or number is stated, and none is made up.',
          ),
        ),
  );
}

function attachmentLines(attachments) {
  if (attachments.length === 0) return null;
  const lines = attachments.slice(0, MOST_ATTACHMENTS).map(({ label, title }) => [label, title].filter(Boolean).join(' '));
  const more = attachments.length - lines.length;
  if (more > 0) lines.push(say(`외 ${more}건은 목차에 있습니다`, `${more} more stand in the outline`));
  return lines.join('\n');
}

export function outline({ sections, attachments, revisions }) {
  return el(
    'div',
    { class: 'stack' },
    sections.length > 0
      ? tree(sections)
      : el(
          'p',
          { class: 'subtle' },
          say('조·항이나 번호 붙은 제목을 찾지 못했습니다.', 'No articles or numbered headings were found.'),
        ),
    attachments.length > 0
      ? [el('h3', {}, say('붙임', 'Attachments')), el('ul', { class: 'bullets' }, attachments.map(attachment))]
      : null,
    revisions.length > 0 ? [el('h3', {}, say('신구조문대비', 'Revisions')), revisionTable(revisions)] : null,
  );
}

function tree(sections) {
  const byParent = Map.groupBy ? Map.groupBy(sections, ({ parent }) => parent) : grouped(sections);
  const known = new Set(sections.map(({ block }) => block));
  const list = (items) =>
    el(
      'ul',
      { class: 'outline' },
      items.map((section) => el('li', {}, entry(section), branch(byParent.get(section.block)))),
    );
  const branch = (items) => (items ? list(items) : null);
  return list(sections.filter(({ parent }) => parent === null || !known.has(parent)));
}

function grouped(sections) {
  const groups = new Map();
  for (const section of sections) groups.set(section.parent, [...(groups.get(section.parent) ?? []), section]);
  return groups;
}

function entry({ label, title, page }) {
  return [
    label ? el('strong', {}, label) : null,
    label && title ? ' ' : null,
    title,
    ' ',
    el('span', { class: 'subtle small' }, say(`${page}쪽`, `page ${page}`)),
  ];
}

function attachment({ label, title, page }) {
  return el(
    'li',
    {},
    el('strong', {}, label),
    ' ',
    title,
    ' ',
    page ? el('span', { class: 'subtle small' }, say(`${page}쪽`, `page ${page}`)) : null,
  );
}

const KINDS = {
  added: [say('신설', 'added'), 'success'],
  deleted: [say('삭제', 'deleted'), 'danger'],
  amended: [say('개정', 'amended'), 'primary'],
  unchanged: [say('현행과 같음', 'unchanged'), ''],
  renumbered: [say('번호 이동', 'renumbered'), 'warning'],
};

export function revisionTable(revisions) {
  const heads = [say('구분', 'Kind'), say('조항', 'Label'), say('현행', 'Current'), say('개정안', 'Revised')];
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': say('신구조문대비', 'Revisions') },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          heads.map((head) => el('th', { scope: 'col' }, head)),
        ),
      ),
      el(
        'tbody',
        {},
        revisions.map(({ kind, label, current, revised }) =>
          el(
            'tr',
            {},
            el('td', {}, el('span', { class: `badge ${KINDS[kind][1]}` }, KINDS[kind][0])),
            el('td', {}, label),
            el('td', { class: 'as-is' }, current),
            el('td', { class: 'as-is' }, revised),
          ),
        ),
      ),
    ),
  );
}
