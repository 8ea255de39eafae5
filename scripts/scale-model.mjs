#!/usr/bin/env node
// How many servers, how much memory and how many requests to the store a fleet needs, from figures that were measured.
//   node scripts/scale-model.mjs [--tenants N] [--chunks M] [--queries PER_SECOND] [--changes PER_HOUR] [--cores PER_SERVER]
//     [--open TENANTS_OPEN_AT_A_SERVER] [--new SHARE_OF_QUESTIONS_NOBODY_ASKED_LATELY]
// The constants are in docs/scale-constants.json, each with the command that measures it: put yours in their place.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '5000' },
    chunks: { type: 'string', default: '100000000' },
    queries: { type: 'string', default: '1000' },
    changes: { type: 'string', default: '10000' },
    cores: { type: 'string', default: '16' },
    open: { type: 'string', default: '2500' },
    new: { type: 'string', default: '0.5' },
  },
});
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
for (const [name, value] of Object.entries(given)) if (!(value >= 0)) throw new Error(`--${name}: expected a number`);
const file = new URL('../docs/scale-constants.json', import.meta.url);
const known = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(file, 'utf8'))).map(([name, { value }]) => [name, value]),
);

const { tenants, chunks, queries, changes, cores, open } = given;
const perTenant = chunks / tenants;
// A question costs more in a large tenant, but far less than in proportion: between the two sizes that were measured.
const between = (at10k, at100k) => at10k * Math.max(1, perTenant / 10_000) ** (Math.log(at100k / at10k) / Math.log(10));
const searchCpuMs =
  given.new * between(known.newCpuMs10k, known.newCpuMs100k) +
  (1 - given.new) * between(known.searchCpuMs10k, known.searchCpuMs100k);
const requestsOpen = given.new * between(known.requestsNew10k, known.requestsNew100k) + (1 - given.new) * known.requestsWarm;
const changeCpuMs = known.readCpuMs + known.replaceCpuMs;
const busyCores = (queries * searchCpuMs + (changes / 3600) * changeCpuMs) / 1000;
// Above this share of its processors a server's slowest answers grow long.
const servers = Math.max(2, Math.ceil(busyCores / (cores * known.fairShare)));
const openTenants = Math.min(tenants, servers * open);
// Questions that meet a tenant which is not open at its server, if all tenants are asked alike: the worst case.
const cold = queries * (1 - openTenants / tenants);
const storeRequests = (queries - cold) * requestsOpen + cold * known.requestsCold + (changes / 3600) * known.requestsReplace;
const memoryMb =
  known.serverMb +
  known.indexCacheMb +
  Math.min(open, tenants / servers) * (known.openIndexMb + perTenant * known.openIndexBytesPerChunk * 1e-6);
const storeGb = (chunks * (known.indexBytesPerChunk + known.blobBytesPerChunk)) / 1e9;
const firstReadCoreHours = (chunks / known.chunksPerDocument) * (changeCpuMs / 3_600_000);

const whole = (value) => Math.ceil(value).toLocaleString('en');
const rows = [
  [
    'tenants, chunks, questions a second, changes an hour',
    `${whole(tenants)}, ${whole(chunks)}, ${whole(queries)}, ${whole(changes)}`,
  ],
  ['processor time of a question, mean', `${searchCpuMs.toFixed(1)} ms`],
  [`servers of ${cores} cores`, `${whole(servers)} (${whole(busyCores)} cores busy)`],
  ['memory of a server, reading children not counted', `${(memoryMb / 1000).toFixed(1)} GB`],
  [
    'requests to the store',
    `${whole(storeRequests)} a second (${whole(cold)} questions a second meet a tenant that is not open)`,
  ],
  ['gateways of the store', whole(storeRequests / known.requestsPerGateway)],
  ['room in the store', `${whole(storeGb)} GB, before its copies`],
  ['first read of everything', `${whole(firstReadCoreHours)} core hours`],
];
process.stdout.write(`| what | figure |\n|---|---|\n${rows.map(([what, figure]) => `| ${what} | ${figure} |\n`).join('')}`);
