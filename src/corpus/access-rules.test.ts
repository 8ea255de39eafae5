import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AccessRules } from './access-rules.ts';

const rulesOf = (value: unknown) => AccessRules.parse(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const sees = (rules: AccessRules, principal: string | undefined, name: string) =>
  rules.allowed(principal).has(rules.classOf(name));

describe('access rules', () => {
  it('are none where there is no file: everybody sees everything', () => {
    expect(sees(AccessRules.PUBLIC, undefined, 'a.hwp')).toBe(true);
    expect(sees(AccessRules.PUBLIC, 'kim', 'a.zip/b.hwp')).toBe(true);
    expect(AccessRules.PUBLIC.acl('a.hwp')).toEqual({ allow: ['*'], rule: null });
    expect(AccessRules.PUBLIC.locked).toBe(false);
  });

  it('let the first matching rule win', () => {
    const rules = rulesOf({
      default: ['*'],
      rules: [
        { files: 'report-1*', allow: ['kim'] },
        { files: 'report-*', allow: ['lee'] },
        { files: '*', allow: ['kim', 'lee', 'park'] },
      ],
    });
    expect(sees(rules, 'kim', 'report-1.docx')).toBe(true);
    expect(sees(rules, 'lee', 'report-1.docx')).toBe(false);
    expect(sees(rules, 'kim', 'report-2.docx')).toBe(false);
    expect(sees(rules, 'park', 'memo.hwpx')).toBe(true);
    expect(sees(rules, undefined, 'memo.hwpx')).toBe(false);
    expect(rules.acl('report-2.docx')).toEqual({ allow: ['lee'], rule: 1 });
  });

  it('fall back on the default, which without a star shows nothing to nobody in particular', () => {
    const rules = rulesOf({ default: ['lee'], rules: [] });
    expect(sees(rules, undefined, 'a')).toBe(false);
    expect(sees(rules, '', 'a')).toBe(false);
    expect(sees(rules, 'kim', 'a')).toBe(false);
    expect(sees(rules, 'lee', 'a')).toBe(true);
  });

  it('take principals letter by letter', () => {
    const rules = rulesOf({ default: [], rules: [{ files: '*', allow: ['kim', ''] }] });
    for (const principal of ['Kim', 'ki', 'kim ', 'kimchi', '*', '', undefined, 'toString', '__proto__'])
      expect(sees(rules, principal, 'a')).toBe(false);
    expect(sees(rules, 'kim', 'a')).toBe(true);
  });

  it('cover what is in a zip or a folder that they name', () => {
    const rules = rulesOf({
      default: ['*'],
      rules: [
        { files: 'a.zip', allow: ['kim'] },
        { files: '인사', allow: ['hr'] },
      ],
    });
    for (const name of ['a.zip', 'a.zip/b.docx', 'a.zip/in.zip/c.hwp']) expect(rules.acl(name).rule).toBe(0);
    for (const name of ['인사/a.hwp', '인사/2025/a.zip/b.hwp']) expect(rules.acl(name).rule).toBe(1);
    for (const name of ['a.zip2', 'b.zip/a.zip', '인사2/a.hwp', 'x/인사']) expect(rules.acl(name).rule).toBe(null);
  });

  it('cover one inner name alone where they name it', () => {
    const rules = rulesOf({ default: ['*'], rules: [{ files: 'a.zip/b.docx', allow: [] }] });
    expect(sees(rules, 'kim', 'a.zip/b.docx')).toBe(false);
    expect(sees(rules, 'kim', 'a.zip/c.docx')).toBe(true);
  });

  it('give documents of equal lists one class, whatever rule it was and in whatever order', () => {
    const rules = rulesOf({
      default: ['lee', 'kim'],
      rules: [
        { files: 'a', allow: ['kim', 'lee', 'kim'] },
        { files: 'b', allow: ['kim'] },
      ],
    });
    expect(rules.classOf('a')).toBe(rules.classOf('other'));
    expect(rules.classOf('b')).not.toBe(rules.classOf('a'));
  });

  it('never give a class of one list the name of another after an edit', () => {
    const before = rulesOf({ default: ['*'], rules: [{ files: 'secret', allow: ['kim'] }] });
    const after = rulesOf({
      default: ['kim'],
      rules: [
        { files: 'notice', allow: ['*'] },
        { files: 'secret', allow: ['lee'] },
      ],
    });
    expect(before.allowed(undefined).has(after.classOf('secret'))).toBe(false);
    expect(before.allowed(undefined).has(after.classOf('any'))).toBe(false);
    expect(after.allowed(undefined).has(before.classOf('secret'))).toBe(false);
  });
});

describe('a file of access rules that is not of the form', () => {
  const good = { default: ['*'], rules: [{ files: 'a', allow: ['kim'] }] };
  it.each<[string, string | Buffer]>([
    ['no JSON', '{"default": ["*"], '],
    ['an empty file', ''],
    ['white space', ' \n'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a string', '"*"'],
    ['a number', '1'],
    ['no default', '{"rules": []}'],
    ['no rules', '{"default": ["*"]}'],
    ['default of a wrong type', '{"default": "*", "rules": []}'],
    ['rules of a wrong type', '{"default": ["*"], "rules": {"files": "*"}}'],
    ['a rule without allow', '{"default": ["*"], "rules": [{"files": "memo*"}]}'],
    ['a rule without files', '{"default": ["*"], "rules": [{"allow": ["*"]}]}'],
    ['a rule that is null', '{"default": ["*"], "rules": [null]}'],
    ['files of a wrong type', '{"default": ["*"], "rules": [{"files": ["a"], "allow": []}]}'],
    ['a principal that is no string', '{"default": ["*", 5], "rules": []}'],
    ['an unknown field', JSON.stringify({ ...good, deny: ['kim'] })],
    ['an unknown field of a rule', '{"default": ["*"], "rules": [{"files": "a", "allow": [], "deny": ["*"]}]}'],
    ['a name twice', '{"default": [], "default": ["*"], "rules": []}'],
    ['a name twice, once escaped', '{"default": [], "d\\u0065fault": ["*"], "rules": []}'],
    ['a name twice in a rule', '{"default": ["*"], "rules": [{"files": "a", "allow": [], "allow": ["*"]}]}'],
    ['__proto__', '{"default": ["*"], "rules": [], "__proto__": {}}'],
    ['a comment', '{"default": ["*"], /* all */ "rules": []}'],
    ['a comma too many', '{"default": ["*"], "rules": [],}'],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(good))])],
    ['UTF-16', Buffer.from(JSON.stringify(good), 'utf16le')],
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JSON.stringify(good), 'utf16le')])],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('{"default": ["'), Buffer.from([0xff]), Buffer.from('"], "rules": []}')]),
    ],
    ['text behind it', `${JSON.stringify(good)} x`],
    ['deep nesting', '['.repeat(500_000)],
  ])('locks the tenant: %s', (_what, text) => {
    const rules = AccessRules.parse(Buffer.from(text));
    expect(rules.locked).toBe(true);
    for (const principal of [undefined, '', '*', 'kim', 'locked']) expect(rules.allowed(principal).size).toBe(0);
    expect(AccessRules.PUBLIC.allowed('kim').has(rules.classOf('a'))).toBe(false);
  });

  it('is told from one that is', () => {
    expect(rulesOf(good).locked).toBe(false);
    expect(rulesOf(`\n ${JSON.stringify(good)}\n`).locked).toBe(false);
  });
});

describe('for any rules, documents and principals', () => {
  const principal = fc.constantFrom('kim', 'lee', 'park', '*', '');
  const name = fc.constantFrom('a', 'ab', 'a/b', 'b.zip/a', 'b.zip', 'c');
  const rule = fc.record({
    files: fc.constantFrom('*', 'a', 'a*', 'b.zip', '?', 'a/*'),
    allow: fc.array(principal, { maxLength: 3 }),
  });
  const rules = fc.record({ default: fc.array(principal, { maxLength: 3 }), rules: fc.array(rule, { maxLength: 5 }) });

  it('a document is visible exactly when its own list says so', () => {
    fc.assert(
      fc.property(rules, name, fc.option(principal, { nil: undefined }), (given, document, who) => {
        const parsed = rulesOf(given);
        const { allow, rule: index } = parsed.acl(document);
        expect(allow).toEqual(index === null ? given.default : given.rules[index]?.allow);
        const expected = allow.includes('*') || (who !== undefined && who !== '' && allow.includes(who));
        expect(sees(parsed, who, document)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });
});
