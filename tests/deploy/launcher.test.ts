import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT } from '../docs/example-blocks.ts';
import { cleanEnv, temporary } from '../support/server.ts';

describe('the command of an installed bundle', () => {
  function started(settings: string, env: Record<string, string> = {}): { env: Record<string, string>; args: string[] } {
    const place = temporary('launcher');
    for (const folder of ['bin', 'dist']) mkdirSync(path.join(place, folder));
    cpSync(path.join(PROJECT, 'deploy/geungeo-launcher.sh'), path.join(place, 'bin/geungeo'));
    writeFileSync(
      path.join(place, 'dist/cli.js'),
      'process.stdout.write(JSON.stringify({ env: process.env, args: process.argv.slice(2) }))',
    );
    const file = path.join(place, 'settings');
    writeFileSync(file, settings);
    const { stdout, stderr } = spawnSync('sh', [path.join(place, 'bin/geungeo'), 'ask', 'mois', '두 낱말 "과 $HOME'], {
      env: cleanEnv({ GEUNGEO_SETTINGS: file, ...env }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  it('sees the settings of the service, and hands its words on as they are', () => {
    const { env, args } = started(
      '# settings\nSERVICE_CORPUS=/srv/corpus\nSERVICE_LLM_MODEL="a b=c"\n\n  broken line\nSERVICE_PORT=81\nAWS_REGION=kr',
    );
    expect(env).toMatchObject({
      SERVICE_CORPUS: '/srv/corpus',
      SERVICE_LLM_MODEL: 'a b=c',
      SERVICE_PORT: '81',
      AWS_REGION: 'kr',
    });
    expect(args).toEqual(['ask', 'mois', '두 낱말 "과 $HOME']);
  });

  it('lets what is set already win, and runs nothing that stands in the file', () => {
    const { env } = started('SERVICE_CORPUS=/srv/corpus\nSERVICE_CACHE=$(echo ran)\nPATH=/nowhere\nSERVICE_X;echo ran=1\n', {
      SERVICE_CORPUS: '/mine',
    });
    expect(env.SERVICE_CORPUS).toBe('/mine');
    expect(env.SERVICE_CACHE).toBe('$(echo ran)');
    expect(env.PATH).not.toBe('/nowhere');
  });

  it('takes the settings file that comes with it', () => {
    const { env } = started(readFileSync(path.join(PROJECT, 'deploy/geungeo.env'), 'utf8'));
    expect(env).toMatchObject({
      SERVICE_CORPUS: '/var/lib/geungeo/corpus',
      SERVICE_CACHE: '/var/cache/geungeo',
      SERVICE_PORT: '8080',
    });
    expect(env.SERVICE_API_KEY).toBeUndefined();
  });
});
