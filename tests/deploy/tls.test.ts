import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCKS, PROJECT } from '../docs/example-blocks.ts';
import { TestServer } from '../support/server.ts';
import { sheetWith } from '../support/sheet.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx'].find(existsSync);
const KEY = 'behind-the-proxy';
const HOST = 'geungeo.example.go.kr';

if (NGINX === undefined && !process.env.CI) console.warn('skipped: deploy/nginx.conf needs nginx');

describe.skipIf(NGINX === undefined && !process.env.CI)('deploy/nginx.conf in front of a server', () => {
  let place: string;
  let server: TestServer;
  let proxy: ChildProcess;
  let port: number;
  let certificate: Buffer;
  beforeAll(async () => {
    place = mkdtempSync(path.join(tmpdir(), 'nginx-'));
    mkdirSync(path.join(place, 'temp'));
    server = await TestServer.start({ env: { SERVICE_API_KEY: KEY, SERVICE_TRUST_PROXY: '127.0.0.1' } });
    // The certificate is made as deploy.md says.
    const making = BLOCKS.find(({ code }) => code.startsWith('openssl req'))?.code ?? 'false';
    expect(spawnSync('sh', ['-c', making], { cwd: place }).status).toBe(0);
    certificate = readFileSync(path.join(place, 'tls.crt'));
    port = await freePort();
    const conf = readFileSync(path.join(PROJECT, 'deploy/nginx.conf'), 'utf8')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
      .replace(/^.*\[::\]:443.*$/m, '')
      .replaceAll('/etc/geungeo/', `${place}/`)
      .replace('127.0.0.1:8080', `127.0.0.1:${server.port}`);
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${place}/temp/${name};`);
    const whole = `daemon off; pid ${place}/pid; error_log stderr; worker_processes 1; events {}
      http { access_log off; ${temps.join(' ')} ${conf} }`;
    const file = path.join(place, 'nginx.conf');
    spawnSync('tee', [file], { input: whole });
    proxy = spawn(NGINX as string, ['-c', file, '-p', place, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    proxy.stderr?.on('data', (data) => (said += data));
    for (let tries = 0; ; tries++) {
      const up = await over('GET', '/health').catch(() => null);
      if (up !== null) break;
      if (tries > 100 || proxy.exitCode !== null) throw new Error(`nginx does not answer:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  afterAll(async () => {
    proxy?.kill('SIGTERM');
    await server?.stop();
    rmSync(place, { recursive: true, force: true });
  });

  function over(method: string, target: string, headers: Record<string, string> = {}, body?: Buffer, localAddress = '127.0.0.1') {
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const request = https.request(
        {
          host: '127.0.0.1',
          port,
          method,
          path: target,
          ca: certificate,
          servername: HOST,
          headers: { host: HOST, ...headers },
          agent: false,
          localAddress,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece) => (text += piece));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }
  const authorization = { authorization: `Bearer ${KEY}` };

  it('hands files and questions through, over TLS that the certificate vouches for', async () => {
    const stored = await over(
      'POST',
      '/documents/upload?tenant=t',
      { ...authorization, 'content-type': 'application/octet-stream', 'x-filename': encodeURIComponent('요금표.xlsx') },
      sheetWith('수수료는 88,500원이다.'),
    );
    expect(stored.status).toBe(201);
    const asked = Buffer.from(JSON.stringify({ tenant: 't', question: '수수료는 얼마인가?' }));
    const answered = await over('POST', '/answer', { ...authorization, 'content-type': 'application/json' }, asked);
    expect(answered.text).toContain('88,500원');
    expect(answered.headers['strict-transport-security']).toContain('max-age');
  });

  it('asks for the key, keeps the figures inside, and takes an upload of the full size', async () => {
    expect((await over('GET', '/usage')).status).toBe(401);
    expect((await over('GET', '/metrics', authorization)).status).toBe(404);
    expect((await server.send('GET', '/metrics', { headers: authorization })).status).toBe(200);
    // 100 MB as base64 pass the proxy: what is refused is refused by the server, with its own words.
    const large = Buffer.alloc(101 * 1024 * 1024);
    const refused = await over(
      'POST',
      '/parse',
      { ...authorization, 'content-type': 'application/octet-stream', 'x-filename': 'a.pdf' },
      large,
    );
    expect([refused.status, JSON.parse(refused.text).reason]).toEqual([413, 'TOO_LARGE']);
  });

  it('tells the server who calls: made-up addresses do not help, and others keep their own tries', async () => {
    const attempt = (from: string, forwarded: string) =>
      over(
        'POST',
        '/try/parse',
        { 'content-type': 'application/octet-stream', 'x-filename': 'a.pdf', 'x-forwarded-for': forwarded },
        Buffer.from('x'),
        from,
      );
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries++) statuses.push((await attempt('127.0.0.3', `10.0.0.${tries}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await attempt('127.0.0.4', '127.0.0.3')).status).toBe(200);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
