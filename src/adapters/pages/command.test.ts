import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoted } from './command.ts';

it.each(['plain', "it's", '"; rm -rf /', '$HOME `id`', '기획과 1팀', "''"])('a shell takes %j as it is', (text) => {
  expect(execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })).toBe(text);
});
