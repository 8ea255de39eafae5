import type { Handler } from '../call.ts';
import { difyRetrieval } from './dify.ts';
import { openWebUiProcess } from './open-webui.ts';

export interface CompatRoute {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly handler: Handler;
}

/** By the name that the setting gives. */
export const COMPAT_ROUTES: Readonly<Record<string, CompatRoute>> = {
  dify: { method: 'POST', path: '/compat/dify/retrieval', handler: difyRetrieval },
  'open-webui': { method: 'PUT', path: '/compat/open-webui/process', handler: openWebUiProcess },
};
