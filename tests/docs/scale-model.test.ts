import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('docs/fleet.md shows what the scale model computes', () => {
  const script = fileURLToPath(new URL('../../scripts/scale-model.mjs', import.meta.url));
  const table = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  expect(readFileSync(new URL('../../docs/fleet.md', import.meta.url), 'utf8')).toContain(table.trim());
  const larger = execFileSync(process.execPath, [script, '--queries', '4000'], { encoding: 'utf8' });
  const servers = (text: string) => Number(/servers of 16 cores \| (\d+)/.exec(text)?.[1]);
  expect(servers(larger)).toBeGreaterThan(2 * servers(table));
});
