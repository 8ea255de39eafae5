import { fallbackText, SETTINGS, type Setting } from '../../config/settings.ts';

const COMMANDS = `geungeo reads official documents into JSON and chunks that carry where they stand.

  geungeo serve --corpus DIR [--cache DIR | --no-cache] [--host ADDRESS] [--port NUMBER]
  geungeo parse FILE [--cache DIR]
  geungeo chunk FILE [--budget CHARACTERS] [--cache DIR]
  geungeo cache list [--cache DIR]
  geungeo cache purge [--older-than DAYS] [--orphans --corpus DIR] [--all] [--cache DIR]
  geungeo --help | --version

Exit codes: 0 done (a file that cannot be read is told in the JSON), 1 failed, 2 the command line or a setting is wrong.

Settings come from the environment; a flag wins over its variable:
`;

export function helpText(): string {
  const lines = Object.values(SETTINGS).map((setting: Setting<unknown, unknown>) => {
    const flag = setting.flag === null ? '' : ` (--${setting.flag})`;
    return `\n  ${setting.variable}${flag}: ${fallbackText(setting)}\n      ${setting.description}`;
  });
  return `${COMMANDS}${lines.join('')}\n`;
}
