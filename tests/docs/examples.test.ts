import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as client from '../../clients/ts/src/client.ts';
import * as langchain from '../../clients/ts/src/langchain.ts';
import * as llamaindex from '../../clients/ts/src/llamaindex.ts';
import { makeSampleLetter } from '../pages/sample-letter.ts';
import { productCli } from '../support/product.ts';
import { cleanEnv, TestServer } from '../support/server.ts';
import { BLOCKS, commandsOf, type ExampleBlock, PROJECT } from './example-blocks.ts';

const KEY = 'KEY';
const LETTER = makeSampleLetter();
/** These change the machine or build the program. What runs them for real stands beside them, and is looked into below. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'bash scripts/setup-debian.sh': '.ci/run',
  'npm ci': '.ci/run',
  'npm run check': '.ci/run',
  'npm run build': 'package.json',
  'npm run bundle': 'scripts/try-offline.sh',
  'npm ci && npm run build': 'package.json',
  'sudo systemctl enable --now geungeo': 'deploy/install.sh',
};
/** scripts/try-offline.sh takes this block out of the page and runs it in a machine without network. */
const isOfflineBlock = ({ code }: ExampleBlock) => code.startsWith('sha256sum -c');

let place: string;
let server: TestServer;
let keyed: TestServer;

/** A folder as somebody has it who follows the pages: the program, a few files, a tenant. */
beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'examples-'));
  symlinkSync(path.dirname(productCli()), path.join(place, 'dist'));
  for (const name of ['문서.hwpx', 'notice.hwpx', '지침.hwpx']) writeFileSync(path.join(place, name), LETTER);
  cpSync(path.join(PROJECT, 'src/adapters/pages/assets/sample.pdf'), path.join(place, '안내.pdf'));
  mkdirSync(path.join(place, 'restored'));
  mkdirSync(path.join(place, 'corpus', 'mois'), { recursive: true });
  writeFileSync(path.join(place, 'corpus', 'mois', '지침.hwpx'), LETTER);
  writeFileSync(
    path.join(place, 'questions.jsonl'),
    JSON.stringify({
      id: 'q1',
      split: 'dev',
      question: '신청 기한은 언제인가요?',
      expected: [{ file: '지침.hwpx', quote: '2026. 4. 17.' }],
    }),
  );
  [server, keyed] = await Promise.all([
    TestServer.start({ tenants: ['city', 'room', 'mois'] }),
    TestServer.start({ env: { SERVICE_API_KEY: KEY } }),
  ]);
  for (const tenant of ['city', 'room', 'mois']) writeFileSync(path.join(server.corpus, tenant, '지침.hwpx'), LETTER);
});
afterAll(async () => {
  await Promise.all([server?.stop(), keyed?.stop()]);
  rmSync(place, { recursive: true, force: true });
});

const shell = BLOCKS.filter(({ language }) => language === 'sh');
/** The README in two languages has the same commands; once is enough. */
const runnable = [
  ...new Map(shell.filter((block) => !isOfflineBlock(block)).map((block) => [commandsOf(block.code).join('\n'), block])).values(),
];
/** Each starts the program anew several times. */
const SLOW = 180_000;

describe('shell blocks of the pages', () => {
  it.each(runnable)(
    '$name … runs as it stands',
    async ({ code }) => {
      const started: ChildProcess[] = [];
      let port = server.port;
      try {
        for (const command of commandsOf(code)) {
          if (command in ELSEWHERE) continue;
          if (/^node dist\/cli\.js serve /.test(command)) {
            const own = await serve(command);
            started.push(own.child);
            port = own.port;
            continue;
          }
          const said = spawnSync(
            'bash',
            ['-e', '-o', 'pipefail', '-c', command.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)],
            {
              cwd: place,
              env: cleanEnv({ KEY: 'a-key', XDG_CACHE_HOME: path.join(place, 'home') }),
              encoding: 'utf8',
            },
          );
          expect([command, said.status, said.stderr.replace(/^[.+*-]+.*$/gm, '')]).toEqual([
            command,
            0,
            expect.not.stringMatching(/geungeo:/),
          ]);
          // curl -s ends with 0 whatever the server says.
          if (command.startsWith('curl'))
            expect([command, JSON.parse(said.stdout)]).toEqual([
              command,
              expect.not.objectContaining({ status: expect.any(Number), reason: expect.any(String) }),
            ]);
        }
      } finally {
        for (const child of started) {
          child.kill('SIGTERM');
          await new Promise((resolve) => child.once('exit', resolve));
        }
      }
    },
    SLOW,
  );

  it('name nothing that runs elsewhere and does not', () => {
    const used = new Set(shell.filter((block) => !isOfflineBlock(block)).flatMap(({ code }) => commandsOf(code)));
    for (const [command, file] of Object.entries(ELSEWHERE)) {
      expect(used.has(command), command).toBe(true);
      const text = readFileSync(path.join(PROJECT, file), 'utf8');
      const word = command.startsWith('npm ci && ')
        ? '"build"'
        : file === 'package.json'
          ? `"${command.split(' ').at(-1)}"`
          : command.replace('sudo ', '');
      expect(text, `${file} runs ${command}`).toContain(word);
    }
    expect(shell.filter(isOfflineBlock)).toHaveLength(1);
  });

  it('the restored copy is the corpus, and answers', () => {
    const told = spawnSync('diff', ['-r', 'corpus', 'restored/corpus'], { cwd: place, encoding: 'utf8' });
    expect([told.status, told.stdout]).toEqual([0, '']);
    const args = ['dist/cli.js', 'ask', 'mois', '신청 기한은 언제인가요?', '--corpus', 'restored/corpus', '--cache', 'cache2'];
    const answered = spawnSync(process.execPath, args, { cwd: place, env: cleanEnv(), encoding: 'utf8' });
    expect([answered.status, answered.stdout]).toEqual([0, expect.stringContaining('2026. 4. 17.')]);
  });

  /** The very command, on a free port. */
  async function serve(command: string): Promise<{ child: ChildProcess; port: number }> {
    const words = command
      .replace(/ --port \d+/, '')
      .split(' ')
      .slice(1);
    const child = spawn(process.execPath, words, {
      cwd: place,
      env: cleanEnv({ SERVICE_PORT: '0', XDG_CACHE_HOME: path.join(place, 'home') }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout?.on('data', (data) => resolve(Number(/:(\d+)\n/.exec(String(data))?.[1])));
      child.on('exit', () => reject(new Error(`${command} ended`)));
    });
    return { child, port };
  }
});

describe('other blocks', () => {
  it('are all of a language that a test here or in tests/deploy takes', () => {
    const taken = ['sh', 'json', 'text', 'ts', 'ini', 'yaml'];
    expect(BLOCKS.filter(({ language }) => !taken.includes(language)).map(({ name }) => name)).toEqual([]);
  });

  it('api.md: the refusal is the one that the server gives', async () => {
    const headers = { authorization: `Bearer ${KEY}` };
    const upload = () => keyed.file('/documents/upload?tenant=t', '지침.hwpx', LETTER, { headers });
    await upload();
    const [shown] = BLOCKS.filter(({ page, language }) => page === 'docs/api.md' && language === 'json');
    expect((await upload()).body).toEqual(JSON.parse(shown?.code ?? ''));
  });

  it('schema.md and others: JSON is JSON', () => {
    for (const { name, code } of BLOCKS.filter(({ language }) => language === 'json'))
      expect(() => JSON.parse(code), name).not.toThrow();
  });

  it('api.md: evidence stands below such headers', async () => {
    const [shown] = BLOCKS.filter(({ page, language }) => page === 'docs/api.md' && language === 'text');
    const header = /^\[\d+\] [^·]+ · \d+쪽( · [^\n]+)?$/;
    expect(shown?.code.split('\n')[0]).toMatch(header);
    const { body } = await server.json('/context', { tenant: 'city', query: '신청 기한은 언제인가요?' });
    expect(body.context.split('\n')[0]).toMatch(header);
  });

  it('deploy.md: every setting of the ini blocks is one', async () => {
    const lines = BLOCKS.filter(({ language }) => language === 'ini').flatMap(({ code }) => code.split('\n'));
    const settings = Object.fromEntries(
      lines.filter((line) => line.startsWith('SERVICE_')).map((line) => line.split('=') as [string, string]),
    );
    expect(Object.keys(settings).length).toBeGreaterThan(2);
    const started = await TestServer.start({ env: settings });
    expect((await started.send('GET', '/health')).body.auth.required).toBe(true);
    expect(started.stderr).not.toContain('unknown variable');
    await started.stop();
  });

  it('deploy.md: Prometheus reads /metrics with what the configuration says', async () => {
    const [scrape] = BLOCKS.filter(({ language }) => language === 'yaml');
    const of = (name: string) => new RegExp(`${name}: *\\[?"?([^\\s"\\]#]+)`).exec(scrape?.code ?? '')?.[1] ?? '';
    expect(of('targets')).toBe('127.0.0.1:8080');
    const { status, text } = await keyed.send('GET', of('metrics_path'), {
      headers: { authorization: `Bearer ${of('credentials')}` },
    });
    expect(status).toBe(200);
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(samples.length).toBeGreaterThan(10);
    // The text format: a name, labels, a number.
    for (const line of samples) expect(line).toMatch(/^[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+0-9.e]+$/);
    for (const [name] of readFileSync(path.join(PROJECT, 'docs/deploy.md'), 'utf8').matchAll(/geungeo_[a-z_]+/g))
      expect(text).toContain(name);
  });
});

describe('code of clients/ts/README.md', () => {
  const modules: Record<string, object> = {
    'geungeo-client': client,
    'geungeo-client/langchain': langchain,
    'geungeo-client/llamaindex': llamaindex,
  };
  const blocks = BLOCKS.filter(({ language }) => language === 'ts');

  it.each(blocks)('$name … runs as it stands', async ({ code }) => {
    // The snippets are plain JavaScript; what they import is ours, or Node's.
    const names = new Map<string, unknown>();
    for (const [, listed = '', from = ''] of code.matchAll(/^import \{ (.+) \} from '(.+)';$/gm)) {
      const source = (modules[from] ?? (await import(/* @vite-ignore */ from))) as Record<string, unknown>;
      for (const name of listed.split(', ')) names.set(name, source[name]);
    }
    const url = `http://127.0.0.1:${keyed.port}`;
    const given = {
      url,
      key: KEY,
      filename: '지침.hwpx',
      data: new Uint8Array(LETTER),
      process: { env: { GEUNGEO_KEY: KEY } },
      // The language model alone is a stand-in.
      askYourModel: async (context: string) => `신청 기한은 ${/2026\. 4\. 17\./.exec(context)?.[0]}이다 [1].`,
      readFile: async () => LETTER,
    };
    for (const [name, value] of Object.entries(given)) names.set(name, value);
    const last = /^const (?:\{ \w+.*\}|(\w+)) =/gm;
    const made = [...code.matchAll(last)].map(([, name]) => name).filter((name) => name !== undefined);
    const body = `${code.replace(/^import .*$/gm, '').replaceAll('http://127.0.0.1:8080', url)}\nreturn { ${made.join(', ')} };`;
    const run = Object.getPrototypeOf(async () => {}).constructor as new (
      ...args: string[]
    ) => (...args: unknown[]) => Promise<Record<string, unknown>>;
    const results = await new run(...names.keys(), body)(...names.values());
    if (results.documents !== undefined) expect(results.documents).not.toHaveLength(0);
    if (results.check !== undefined) expect(results.check).toMatchObject({ grounded: true });
    if (results.retriever !== undefined) {
      const found = await (results.retriever as langchain.GeungeoRetriever).invoke('신청 기한');
      expect(found[0]?.metadata).toMatchObject({ filename: '지침.hwpx' });
    }
    expect(Object.keys(results)).not.toEqual([]);
  });
});

describe('configurations of MCP clients in api.md', () => {
  const rows = readFileSync(path.join(PROJECT, 'docs/api.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| [^|]+ \| `[^`]*\/mcp/.test(line))
    .map((line) => ({ name: line.split('|')[1]?.trim() ?? '', text: /^\| [^|]+ \| `(.+)` \|$/.exec(line)?.[1] ?? '' }));

  it('are there for four clients', () => {
    expect(rows.map(({ name }) => name.split(' (')[0])).toEqual(['Claude Code', 'Cursor', 'VS Code', 'Claude Desktop']);
  });

  it.each(rows)('$name: its address and header open the tools', async ({ text }) => {
    const { url, header } = text.startsWith('{') ? fromJson(JSON.parse(text)) : fromCommand(text);
    expect(url).toBe('http://127.0.0.1:8080/mcp');
    const [name = '', value = ''] = header.split(/: /);
    const connected = new Client({ name: 'check', version: '1' });
    await connected.connect(
      new StreamableHTTPClientTransport(new URL(url.replace('8080', String(keyed.port))), {
        requestInit: { headers: { [name]: value } },
      }),
    );
    expect((await connected.listTools()).tools).toHaveLength(7);
    await connected.close();
  });

  interface Configured {
    url?: string;
    headers?: Record<string, string>;
    args?: string[];
  }

  function fromJson(config: { mcpServers?: Record<string, Configured>; servers?: Record<string, Configured> }) {
    const { url, headers, args } = (config.mcpServers ?? config.servers)?.geungeo ?? {};
    if (args !== undefined) return { url: args[1] ?? '', header: args[args.indexOf('--header') + 1] ?? '' };
    const [[name, value] = ['', '']] = Object.entries(headers ?? {});
    return { url: url ?? '', header: `${name}: ${value}` };
  }

  function fromCommand(command: string) {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    return { url: words.find((word) => word.startsWith('http:')) ?? '', header: words[words.indexOf('--header') + 1] ?? '' };
  }
});
