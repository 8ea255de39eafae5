import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../docs/example-blocks.ts';

const read = (name: string) => readFileSync(path.join(PROJECT, 'deploy', name), 'utf8');

describe('the image', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
  const statements = dockerfile
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => line.split(/ (.*)/s) as [string, string]);
  const of = (name: string) => statements.filter(([statement]) => statement === name).map(([, rest]) => rest);

  it('runs as a user by number who is nobody, from the last word on', () => {
    expect(of('USER')).toEqual(['10001:10001']);
    const afterwards = statements.slice(statements.findIndex(([name]) => name === 'USER') + 1).map(([name]) => name);
    expect(afterwards).not.toContain('RUN');
    expect(afterwards).not.toContain('ADD');
  });

  it('is of a named release, holds the bundle that was checksummed and fetches nothing else', () => {
    expect(of('FROM')).toEqual(['debian:12-slim']);
    const version = JSON.parse(readFileSync(path.join(PROJECT, 'package.json'), 'utf8')).version;
    expect(of('ARG')).toEqual([`VERSION=${version}`]);
    expect(of('ADD').join(' ')).not.toMatch(/https?:/);
    expect(of('RUN').join(' ')).not.toMatch(/curl|wget|npm|latest/);
    expect(of('RUN')[0]).toContain('rm -rf /var/lib/apt/lists/*');
  });

  it('says whether it is well, and starts without a shell', () => {
    expect(of('HEALTHCHECK')[0]).toMatch(
      /--timeout=\d+s CMD \["[^"]+node", "-e", "fetch\('http:\/\/127\.0\.0\.1:8080\/health'\)/,
    );
    expect([of('ENTRYPOINT'), of('CMD')]).toEqual([['["geungeo"]'], ['["serve"]']]);
  });
});

describe('the composition', () => {
  const compose = read('compose.yaml');

  it.each([
    /^ {4}read_only: true$/m,
    /^ {4}tmpfs: \[\/tmp\]$/m,
    /^ {4}cap_drop: \[ALL\]$/m,
    /^ {4}security_opt: \["no-new-privileges:true"\]$/m,
    /^ {4}mem_limit: \d+g$/m,
    /^ {4}pids_limit: \d+$/m,
    /^ {4}ports: \["127\.0\.0\.1:8080:8080"\]$/m,
    /^ {4}env_file: \[geungeo\.key\.env\]$/m,
  ])('has %s', (statement) => {
    expect(compose).toMatch(statement);
  });

  it('asks for nothing that would undo it', () => {
    expect(compose).not.toMatch(/privileged|cap_add|network_mode|pid:|userns_mode|docker\.sock/);
  });
});

describe('the systemd unit', () => {
  const unit = read('geungeo.service');

  it.each([
    'User=geungeo',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateUsers=yes',
    'CapabilityBoundingSet=',
    'RestrictNamespaces=yes',
    'SystemCallFilter=@system-service',
  ])('says %s', (line) => {
    expect(unit.split('\n')).toContain(line);
  });

  it('lets the tools that fence the reading children do their work', () => {
    // Without these setpriv or prlimit fails, and the server reads without hard limits.
    const lines = unit.split('\n');
    const allowed = lines.findIndex((line) => line.startsWith('SystemCallFilter=prlimit64') && line.includes('capset'));
    expect(allowed).toBeGreaterThan(lines.indexOf('SystemCallFilter=~@privileged @resources'));
  });

  it('is sound for systemd, and exposes no more than deploy.md says', ({ skip }) => {
    if (spawnSync('systemd-analyze', ['--version']).error !== undefined) skip('systemd-analyze is not here');
    const place = mkdtempSync(path.join(tmpdir(), 'unit-'));
    const file = path.join(place, 'geungeo.service');
    // The program is not installed here; everything else is as it stands.
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], { encoding: 'utf8' });
    rmSync(place, { recursive: true });
    expect([verified.status, verified.stderr]).toEqual([0, '']);
    const exposure = /exposure level for geungeo\.service: ([\d.]+)/.exec(security.stdout)?.[1];
    const told = /exposure of ([\d.]+)/.exec(readFileSync(path.join(PROJECT, 'docs/deploy.md'), 'utf8'))?.[1];
    expect(exposure).toBe(told);
  });
});
