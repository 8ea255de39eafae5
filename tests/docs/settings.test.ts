import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fallbackText, SETTINGS, type Setting } from '../../src/config/settings.ts';

const deploy = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8');
const rows = new Map(
  deploy
    .split('\n')
    .filter((line) => /^\| `(SERVICE|AWS)_/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, variable = '', flag, fallback, what]) => [variable.replaceAll('`', ''), { flag, fallback, what }]),
);

describe('the settings in docs/deploy.md', () => {
  it.each(Object.values(SETTINGS) as Setting<unknown, unknown>[])(
    '$variable stands there with its flag and its default',
    (setting) => {
      const row = rows.get(setting.variable);
      expect(row?.flag).toBe(setting.flag === null ? '' : `\`--${setting.flag}\``);
      expect(row?.fallback?.replaceAll('`', '')).toBe(fallbackText(setting));
      expect(row?.what).not.toBe('');
    },
  );

  it('are all settings that exist', () => {
    expect([...rows.keys()].sort()).toEqual(
      Object.values(SETTINGS)
        .map((setting) => setting.variable as string)
        .sort(),
    );
  });

  it('are those of the text as well', () => {
    const named = new Set(deploy.match(/SERVICE_[A-Z_]*[A-Z]/g));
    for (const name of named) expect(rows.has(name), name).toBe(true);
  });
});
