import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** What opens a connection to elsewhere. */
const OPENS =
  /(?<!\.)\bfetch\(|\b(?:http|https|net|tls)\.(?:request|get|connect|createConnection)\(|from 'undici'|from 'node:(?:https|tls|dns)|WebSocket\(/;
/** Where outbound connections may be opened: to the configured gateway, and to the configured store. */
const ALLOWED = ['evidence/gateway/chat-client.ts', 'storage/s3/s3-request.ts'];

it('outbound connections are opened in two places', () => {
  const files = (readdirSync(SOURCES, { recursive: true }) as string[]).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const open = files.filter((name) => OPENS.test(readFileSync(path.join(SOURCES, name), 'utf8')));
  expect(open.map((name) => name.split(path.sep).join('/')).sort()).toEqual(ALLOWED);
});
