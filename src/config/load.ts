import { SETTINGS, type Setting, type SettingName, type Settings } from './settings.ts';

/** A start that cannot be made as it was asked for: exit code 2. The messages name the settings, never a secret. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

export interface Loaded {
  readonly settings: Settings;
  /** SERVICE_ variables that are none of ours: the prefix is too common to own, so they are only named in the log. */
  readonly unknownVariables: readonly string[];
  /** The settings that somebody gave, by a flag or a variable. */
  readonly given: ReadonlySet<SettingName>;
}

/** Flags as the command line gave them: a text, or true for one that takes no value. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** Settings from flags and variables; throws ConfigError with every value that does not parse. */
export function loadSettings(env: NodeJS.ProcessEnv, flags: Flags = {}): Loaded {
  const problems: string[] = [];
  const given = new Set<SettingName>();
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    const raw = rawValue(setting, env, flags);
    values[name] = setting.fallback;
    if (raw === undefined) continue;
    const value = setting.kind.parse(raw.value);
    if (value === undefined)
      problems.push(`${raw.from}${setting.secret ? '' : `=${JSON.stringify(raw.value)}`}: expected ${setting.kind.expects}`);
    values[name] = value;
    given.add(name);
  }
  if (flags.cache !== undefined && flags['no-cache']) problems.push('--cache and --no-cache: expected one of the two');
  if (problems.length > 0) throw new ConfigError(problems);
  // A flag for the cache undoes a variable against it.
  if (flags.cache !== undefined) values.noCache = false;
  const known = new Set<string>(Object.values(SETTINGS).map((setting) => setting.variable));
  const unknownVariables = Object.keys(env).filter((name) => name.startsWith('SERVICE_') && !known.has(name));
  return { settings: values as Settings, unknownVariables: unknownVariables.sort(), given };
}

function rawValue(setting: Setting<unknown>, env: NodeJS.ProcessEnv, flags: Flags): { from: string; value: string } | undefined {
  const flag = setting.flag === null ? undefined : flags[setting.flag];
  if (flag !== undefined) return { from: `--${setting.flag} (${setting.variable})`, value: flag === true ? '1' : String(flag) };
  const value = env[setting.variable];
  // An empty variable is how a deployment says "not set".
  return value === undefined || value === '' ? undefined : { from: setting.variable, value };
}
