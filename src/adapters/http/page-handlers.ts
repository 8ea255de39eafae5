import { RequestProblem } from '../../contract/errors.ts';
import { ASSETS } from '../pages/assets.ts';
import { demoPage, tryPage } from '../pages/coming.ts';
import { homePage } from '../pages/home.ts';
import type { Call, Handler } from './call.ts';
import { docBytes } from './docs.ts';
import { originOf } from './origin.ts';

const page =
  (render: (origin: string) => string): Handler =>
  ({ request, reply }) =>
    reply.type('text/html; charset=utf-8').send(render(originOf(request)));

export const home = page(homePage);
export const demo = page(demoPage);
export const tryIt = page(tryPage);

export const doc: Handler = async (call) => call.reply.type('text/markdown; charset=utf-8').send(await docBytes(nameOf(call)));

export const asset: Handler = (call) => {
  const found = ASSETS.get(nameOf(call));
  if (found === undefined) throw new RequestProblem('FILE_NOT_FOUND');
  return call.reply.header('cache-control', 'max-age=3600').type(found.type).send(found.text);
};

function nameOf({ request }: Call): string {
  return (request.params as { name: string }).name;
}
