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
  if (name === '--help' || name === '-h' || name === 'help' || rest.includes('--help')) {
    process.stdout.write((await import('./help.ts')).helpText());
    return DONE;
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`${(await import('../../config/version.ts')).packageVersion()}\n`);
    return DONE;
  }
  try {
    const load = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load === undefined)
      throw new UsageError(name === undefined ? 'no command given' : `unknown command ${JSON.stringify(name)}`);
    return await (await load())(rest, env);
  } catch (error) {
    if (error instanceof UsageError)
      process.stderr.write(`geungeo: ${error.message}\ngeungeo --help shows the commands and settings.\n`);
    else if (error instanceof ConfigError) process.stderr.write(`${error.message.replace(/^/gm, 'geungeo: ')}\n`);
    else throw error;
    return MISUSED;
  }
}
