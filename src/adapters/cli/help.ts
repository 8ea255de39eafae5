import { fallbackText, SETTINGS, type Setting } from '../../config/settings.ts';

const COMMANDS = `geungeo reads official documents into JSON and chunks that carry where they stand.

  geungeo serve --corpus DIR [--cache DIR | --no-cache] [--host ADDRESS] [--port NUMBER]
  geungeo parse FILE [--format json|markdown] [--cache DIR]
  geungeo chunk FILE [--budget CHARACTERS] [--cache DIR]
  geungeo index TENANT --corpus DIR [--cache DIR]
  geungeo ask TENANT "QUESTION" --corpus DIR [--principal NAME] [--llm] [--json] [--cache DIR | --no-cache]
  geungeo eval TENANT QUESTIONS.jsonl --corpus DIR [--pairs FILE] [--split NAME] [--tag NAME] [--json] [--cache DIR | --no-cache]
  geungeo cache list [--cache DIR]
  geungeo cache purge [--older-than DAYS] [--orphans --corpus DIR] [--all] [--cache DIR]
  geungeo doctor [--corpus DIR] [--cache DIR | --no-cache]
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
