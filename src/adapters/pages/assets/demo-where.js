import { el, fill } from './dom.js';
import { say } from './words.js';

/** Asks where to look: on a server without keys a choice of its tenants, else key and tenant by hand. */
export function whereForm(form, health, open) {
  if (health.auth.required) return keyForm(form, open);
  const tenants = health.tenants ?? [];
  if (tenants.length === 0) return fill(form, noTenants());
  const tenant = field(
    'tenant',
    say('문서함', 'Tenant'),
    el(
      'select',
      { id: 'tenant' },
      tenants.map((name) => el('option', { value: name }, name)),
    ),
  );
  const principal = principalField();
  const go = () => open({ tenant: tenant.input.value, principal: principal.input.value.trim(), key: '', withKeys: false });
  fill(form, el('div', { class: 'where' }, tenant.element, principal.element, submit(say('다시 읽기', 'Read again'), 'third')));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go();
  });
  tenant.input.addEventListener('change', go);
  go();
}

function keyForm(form, open) {
  const key = field(
    'key',
    say('API 키', 'API key'),
    el('input', { id: 'key', type: 'password', autocomplete: 'off', required: true, spellcheck: 'false' }),
  );
  const tenant = field(
    'tenant',
    say('문서함 이름', 'Tenant'),
    el('input', { id: 'tenant', autocomplete: 'off', required: true, spellcheck: 'false' }),
  );
  const principal = principalField();
  fill(
    form,
    el(
      'p',
      { class: 'subtle' },
      say(
        '키가 있어야 문서를 볼 수 있는 서버입니다. 키는 이 화면의 메모리에만 두며, 화면을 닫으면 사라집니다.',
        'This server needs a key. It is kept in the memory of this page only and is gone when the page is closed.',
      ),
    ),
    el('div', { class: 'where' }, key.element, tenant.element, principal.element, submit(say('열기', 'Open'), '')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    open({
      key: key.input.value.trim(),
      tenant: tenant.input.value.trim(),
      principal: principal.input.value.trim(),
      withKeys: true,
    });
  });
}

function principalField() {
  const input = el('input', {
    id: 'principal',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: say('비우면 모두에게 공개된 문서만', 'empty: public documents only'),
  });
  return field('principal', say('보는 사람 (선택)', 'On behalf of (optional)'), input);
}

function field(id, label, input) {
  return { input, element: el('div', { class: 'field' }, el('label', { for: id }, label), input) };
}

function submit(words, kind) {
  return el('button', { class: `button ${kind}` }, words);
}

function noTenants() {
  return el(
    'div',
    { class: 'notice' },
    el('strong', {}, say('아직 문서함이 없습니다', 'There are no tenants yet')),
    el(
      'p',
      {},
      say(
        '서버의 문서 폴더(--corpus) 안에 폴더를 하나 만들고 파일을 넣은 뒤 이 화면을 다시 열어 주세요. 폴더 하나가 문서함 하나입니다.',
        'Make a folder inside the corpus directory (--corpus), put files into it and open this page again. One folder is one tenant.',
      ),
    ),
  );
}
