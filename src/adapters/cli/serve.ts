import { overlappingConsumers } from '../../config/keys.ts';
import { loadSettings } from '../../config/load.ts';
import { cacheDirectory, corpusDirectory, refuseCacheInCorpus, refuseOpenServer } from '../../config/places.ts';
import type { Service } from '../../service/service.ts';
import { loggedError } from '../logged-error.ts';
import { readArguments, settingFlags } from './arguments.ts';
import { type Command, DONE, FAILED } from './command.ts';

/** What is under way when the server is told to stop gets this long. */
const GRACE_MS = 30_000;

export const serve: Command = async (args, env) => {
  const { flags } = readArguments(args, settingFlags('corpus', 'cache', 'noCache', 'host', 'port'), { min: 0, max: 0 });
  const { settings, unknownVariables } = loadSettings(env, flags);
  const corpus = corpusDirectory(settings);
  const cache = cacheDirectory(settings, env);
  refuseCacheInCorpus(cache, corpus);
  refuseOpenServer(settings);

  const stopped = stopSignal();
  const [{ createLogger }, { openService }, { buildServer }] = await Promise.all([
    import('./logger.ts'),
    import('../../service/service.ts'),
    import('../http/server.ts'),
  ]);
  const log = createLogger(settings.logLevel);
  process.once('uncaughtException', (error) => {
    log.fatal({ error: loggedError(error) }, 'stopped by a bug');
    process.exit(FAILED);
  });
  for (const variable of unknownVariables) log.warn({ variable }, 'unknown variable ignored');
  const service = await openService(settings, { corpus, cache }, log);
  await warnOfOverlaps(service, log);
  const server = buildServer(service, log);
  let port: number;
  try {
    port = await server.listen(settings.host, settings.port);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stderr.write(`geungeo: cannot listen on ${settings.host} port ${settings.port}: ${code ?? 'unknown error'}\n`);
    await service.close();
    return FAILED;
  }
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  process.stdout.write(`listening on http://${host}:${port}\n`);

  log.info({ signal: await stopped }, 'stopping');
  await server.close(GRACE_MS);
  await service.close();
  log.info({}, 'stopped');
  return DONE;
};

/** The first signal asks for an orderly end; whoever sends another does not want to wait for it. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(FAILED);
        asked = true;
        resolve(signal);
      });
    }
  });
}

async function warnOfOverlaps({ keys }: Service, log: { warn(fields: object, message: string): void }): Promise<void> {
  for (const [owner, other] of overlappingConsumers(await keys.consumers())) {
    log.warn({ consumers: [owner, other] }, 'both consumers may use the same tenants');
  }
}
