import { ConfigError } from '../../config/load.ts';
import { UsageError } from './arguments.ts';
import { type Command, DONE, MISUSED } from './command.ts';

// Each command loads what it needs and no more: the server is up sooner, and a help text needs nothing.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  parse: async () => (await import('./read.ts')).parse,
  chunk: async () => (await import('./read.ts')).chunk,
  index: async () => (await import('./index-tenant.ts')).index,
  ask: async () => (await import('./ask.ts')).ask,
  eval: async () => (await import('./eval.ts')).evaluate,
  doctor: async () => (await import('./doctor.ts')).doctor,
  cache: async () => (await import('./cache.ts')).cache,
};

/** Runs one command line and gives the exit code. */
export async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name, ...rest] = args;
  const asksForHelp = (word: string | undefined) => word === '--help' || word === '-h';
  if (asksForHelp(name) || name === 'help' || rest.some(asksForHelp)) {
    const { COMMAND_HELP, commandHelp, helpText } = await import('./help.ts');
    const about = COMMAND_HELP[(name === 'help' ? rest[0] : name) ?? ''];
    process.stdout.write(about === undefined ? helpText() : commandHelp(about));
    return DONE;
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${(await import('../../config/version.ts')).packageVersion()}\n`);
    return DONE;
  }
  const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === undefined || load === undefined) return unknown(name);
  try {
    return await (await load())(rest, env);
  } catch (error) {
    if (error instanceof UsageError) {
      const { COMMAND_HELP } = await import('./help.ts');
      const usage = COMMAND_HELP[name]?.usage.map((line) => `  ${line}\n`).join('') ?? '';
      process.stderr.write(`geungeo: ${error.message}\n${usage}자세히: geungeo ${name} --help\n`);
    } else if (error instanceof ConfigError)
      process.stderr.write(`${error.message.replace(/^/gm, 'geungeo: ')}\n자세히: geungeo ${name} --help\n`);
    else throw error;
    return MISUSED;
  }
}

async function unknown(name: string | undefined): Promise<number> {
  const { nearestCommand, overview } = await import('./help.ts');
  if (name === undefined) process.stderr.write(overview());
  else {
    const meant = nearestCommand(name);
    const hint = meant === undefined ? 'geungeo --help 가 모든 명령을 보입니다.' : `${meant} 인가요? geungeo ${meant} --help`;
    process.stderr.write(`geungeo: ${JSON.stringify(name)}: 그런 명령은 없습니다. ${hint}\n`);
  }
  return MISUSED;
}
