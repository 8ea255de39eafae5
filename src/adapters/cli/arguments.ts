import { parseArgs } from 'node:util';
import type { Flags } from '../../config/load.ts';
import { SETTINGS, type Setting, type SettingName } from '../../config/settings.ts';
import { onOff } from '../../config/values.ts';

/** A command line that is none of ours: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export type OptionKinds = Readonly<Record<string, 'string' | 'boolean'>>;

export interface Arguments {
  /** By the name of the flag, without its dashes. */
  readonly flags: Flags;
  readonly positionals: readonly string[];
}

/** The flags of settings that a command takes. */
export function settingFlags(...names: readonly SettingName[]): OptionKinds {
  const kinds: Record<string, 'string' | 'boolean'> = {};
  for (const name of names) {
    const setting: Setting<unknown> = SETTINGS[name];
    if (setting.flag !== null) kinds[setting.flag] = setting.kind === onOff ? 'boolean' : 'string';
  }
  return kinds;
}

/** Takes a command line apart; throws UsageError for an unknown flag, a missing value, or more words than `words`. */
export function readArguments(
  args: readonly string[],
  options: OptionKinds,
  words: { readonly min: number; readonly max: number },
): Arguments {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    const config = Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }]));
    parsed = parseArgs({ args: [...args], options: config, allowPositionals: true, strict: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageError(inWords(code, message));
  }
  const { positionals } = parsed;
  if (positionals.length < words.min) throw new UsageError('빠진 것이 있습니다.');
  if (positionals.length > words.max)
    throw new UsageError(
      `${JSON.stringify(positionals[words.max])}: 더 적은 것이 있습니다. 띄어쓰기가 든 글은 따옴표로 묶어 주세요.`,
    );
  return { flags: parsed.values as Flags, positionals };
}

/** Node's own sentences are English and advise on dashes. */
function inWords(code: string, message: string): string {
  const flag = /'(?:-\w, )?(--?[^' ]+)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `${flag}: 그런 선택지는 없습니다.`;
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return message.includes('does not take') ? `${flag}: 값을 받지 않습니다.` : `${flag}: 값이 있어야 합니다.`;
  return message;
}
