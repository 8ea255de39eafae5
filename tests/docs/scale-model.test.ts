import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/scale-model.mjs', import.meta.url));
const model = (...given: string[]) => execFileSync(process.execPath, [script, ...given], { encoding: 'utf8' });

it('docs/deploy.md shows what the scale model computes', () => {
  const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
  const shown = [...page.matchAll(/`node scripts\/scale-model\.mjs( [^`]+)`/g)].map(([, given = '']) => given.trim().split(' '));
  expect(shown).toHaveLength(1);
  for (const given of [...shown, []]) expect(page).toContain(model(...given).trim());
  const servers = (text: string) => Number(/servers of 16 cores \| (\d+)/.exec(text)?.[1]);
  expect(servers(model('--queries', '4000'))).toBeGreaterThan(2 * servers(model()));
});
