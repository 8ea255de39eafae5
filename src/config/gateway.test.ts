import { expect, it } from 'vitest';
import { gatewayOf } from './gateway.ts';
import { loadSettings } from './load.ts';

const gateway = (url: string, hosts = '') =>
  gatewayOf(loadSettings({ SERVICE_LLM_BASE_URL: url, SERVICE_LLM_API_KEY: 'k', SERVICE_LLM_INTERNAL_HOSTS: hosts }).settings);

it.each([
  'http://127.0.0.1:9/v1',
  'http://localhost/v1',
  'http://10.1.2.3',
  'https://172.31.0.1',
  'http://192.168.0.9',
  'http://[::1]:8080',
  'http://[fd00::1]',
])('%s is in-house', (url) => {
  expect(gateway(url).external).toBe(false);
});

it.each([
  'https://api.example.org/v1',
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://[2001:db8::1]',
  'http://localhost.example.org',
])('%s is not', (url) => {
  expect(gateway(url)).toMatchObject({ configured: true, external: true });
});

it('a host that is listed is in-house', () => {
  expect(gateway('https://LLM.example.org/v1', 'other.example.org, llm.example.org')).toMatchObject({
    host: 'llm.example.org',
    external: false,
  });
  expect(gateway('http://8.8.8.8', '8.8.8.8').external).toBe(false);
});

it('without a key there is no gateway', () => {
  const { settings } = loadSettings({ SERVICE_LLM_BASE_URL: 'https://api.example.org' });
  expect(gatewayOf(settings)).toEqual({ configured: false, host: '', model: '', external: false });
});
