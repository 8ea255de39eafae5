import { BlockList, isIP } from 'node:net';
import type { Settings } from './settings.ts';

/** What may be told of the gateway; never its key. */
export interface Gateway {
  readonly configured: boolean;
  readonly host: string;
  readonly model: string;
  /** Whether text that is sent there leaves the house. */
  readonly external: boolean;
}

const IN_HOUSE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  IN_HOUSE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  IN_HOUSE.addSubnet(network, bits, 'ipv6');

/** A host name is in-house only where it is listed: what it resolves to can change under us. */
export function gatewayOf(settings: Settings): Gateway {
  if (settings.llmBaseUrl === null || settings.llmApiKey === null)
    return { configured: false, host: '', model: '', external: false };
  const host = new URL(settings.llmBaseUrl).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  const internal =
    family === 0
      ? host === 'localhost' || settings.llmInternalHosts.includes(host)
      : IN_HOUSE.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return {
    configured: true,
    host,
    model: settings.llmModel ?? '',
    external: !internal && !settings.llmInternalHosts.includes(host),
  };
}
