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
    throw new UsageError(message.split('. ', 1)[0] as string);
  }
  const { positionals } = parsed;
  if (positionals.length < words.min) throw new UsageError('an argument is missing');
  if (positionals.length > words.max) throw new UsageError(`unexpected argument ${JSON.stringify(positionals[words.max])}`);
  return { flags: parsed.values as Flags, positionals };
}
