import { createHash } from 'node:crypto';
import { RequestProblem } from '../../contract/errors.ts';
import { assetNamed } from '../pages/assets.ts';
import { demoPage } from '../pages/demo-page.ts';
import { languageOf } from '../pages/language.ts';
import { tryPage } from '../pages/try-page.ts';
import { VIEW_STYLE } from '../pages/view/view-style.ts';
import type { Call, Handler } from './call.ts';
import { docBytes } from './docs.ts';
import { originOf } from './origin.ts';
import { PAGE_POLICY } from './security-headers.ts';

// Loaded when it is first asked for, like /health itself.
export const home: Handler = async ({ service, request, reply }) => {
  const { health } = await import('../../service/health.ts');
  const { evaluationFigures } = await import('../pages/figures.ts');
  const { homePage } = await import('../pages/home/home-page.ts');
  const [facts, figures] = await Promise.all([health(service), evaluationFigures()]);
  const given = { origin: originOf(request), language: languageOf(request.query), health: facts, figures };
  return reply.header('cache-control', 'no-cache').type(HTML).send(homePage(given));
};

export const tryIt: Handler = ({ request, reply }) => reply.type(HTML).send(tryPage(languageOf(request.query)));

export const demo: Handler = ({ request, reply }) =>
  reply
    .header('content-security-policy', DEMO_POLICY)
    .type(HTML)
    .send(demoPage(languageOf(request.query)));

export const doc: Handler = async (call) => call.reply.type('text/markdown; charset=utf-8').send(await docBytes(nameOf(call)));

export const asset: Handler = (call) => {
  const found = assetNamed(nameOf(call));
  if (found === undefined) throw new RequestProblem('FILE_NOT_FOUND');
  const { type, bytes, etag, cacheControl } = found;
  call.reply.header('etag', etag).header('cache-control', cacheControl);
  if (call.request.headers['if-none-match'] === etag) return call.reply.code(304).send();
  return call.reply.type(type).send(bytes);
};

const HTML = 'text/html; charset=utf-8';

/**
 * The page of /view is shown in a frame of the demonstration, from the script's own memory. The policy holds in there too, so that
 * its one style is let in by its digest.
 */
const VIEW_DIGEST = createHash('sha256').update(VIEW_STYLE).digest('base64');
const DEMO_POLICY = `${PAGE_POLICY.replace("style-src 'self'", `style-src 'self' 'sha256-${VIEW_DIGEST}'`)}; frame-src blob:`;

function nameOf({ request }: Call): string {
  return (request.params as { name: string }).name;
}
