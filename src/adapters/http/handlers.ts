import type { OperationName } from '../../contract/operations.ts';
import type { Handler } from './call.ts';
import { chunkFile, parseFile } from './file-handlers.ts';
import { asset, demo, doc, home, tryIt } from './page-handlers.ts';

/** What answers each operation; one that is not here is not built yet. */
export const HANDLERS: Partial<Record<OperationName, Handler>> = {
  home,
  demo,
  tryPage: tryIt,
  doc,
  asset,
  health: async ({ service }) => (await import('../../service/health.ts')).health(service),
  openapi: async ({ reply }) =>
    reply.type('application/json; charset=utf-8').send((await import('./openapi-text.ts')).openApiText()),
  parse: parseFile,
  chunk: chunkFile,
};
