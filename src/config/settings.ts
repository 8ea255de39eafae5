import { availableParallelism } from 'node:os';
import { consumerKeys } from './keys.ts';
import {
  addressRanges,
  corpusPlace,
  filePath,
  hostName,
  hostNames,
  httpUrl,
  integer,
  oneOf,
  onOff,
  someOf,
  storeAddress,
  text,
  type ValueKind,
} from './values.ts';

export interface Setting<T, D extends T | null = T | null> {
  /** An S3 store is told of by the variables that every tool for one takes. */
  readonly variable: `SERVICE_${string}` | `AWS_${string}`;
  /** The flag of the command line that wins over the variable. */
  readonly flag: string | null;
  readonly kind: ValueKind<T>;
  readonly fallback: D;
  /** How the fallback is told to people; the value itself unless it depends on the machine. */
  readonly fallbackText?: string;
  /** A secret's value is never printed, not even when it is wrong. */
  readonly secret?: true;
  readonly description: string;
}

const setting = <T, const D extends T | null>(it: Setting<T, D>): Setting<T, D> => it;

/** Every setting of the program: what is not in this table is not configurable. docs/deploy.md lists the same. */
export const SETTINGS = {
  corpus: setting({
    variable: 'SERVICE_CORPUS',
    flag: 'corpus',
    kind: corpusPlace,
    fallback: null,
    fallbackText: 'none: has to be given',
    description: 'Directory whose subdirectories are the tenants, or s3://bucket/prefix below which they are; may be read-only.',
  }),
  cache: setting({
    variable: 'SERVICE_CACHE',
    flag: 'cache',
    kind: filePath,
    fallback: null,
    fallbackText: '$XDG_CACHE_HOME/geungeo or ~/.cache/geungeo',
    description: 'Directory of parsed documents and indexes; never inside the corpus.',
  }),
  noCache: setting({
    variable: 'SERVICE_NO_CACHE',
    flag: 'no-cache',
    kind: onOff,
    fallback: false,
    description: '1 keeps no document text on disk outside the corpus.',
  }),
  indexUri: setting({
    variable: 'SERVICE_INDEX_URI',
    flag: null,
    kind: storeAddress,
    fallback: null,
    fallbackText: 'none: in the cache directory',
    description:
      'Where several servers share their indexes: s3://bucket/prefix or file:/directory. One address serves one corpus.',
  }),
  blobsUri: setting({
    variable: 'SERVICE_BLOBS_URI',
    flag: null,
    kind: storeAddress,
    fallback: null,
    fallbackText: 'none: in the cache directory',
    description:
      'Where several servers share parsed documents: s3://bucket/prefix or file:/directory. The cache directory stays as a copy at hand.',
  }),
  indexCache: setting({
    variable: 'SERVICE_INDEX_CACHE',
    flag: null,
    kind: integer(16 * 1024 * 1024),
    fallback: null,
    fallbackText: '256 MB',
    description: 'Bytes that the engine of the indexes keeps in memory of what it read, for all tenants together.',
  }),
  openTenants: setting({
    variable: 'SERVICE_OPEN_TENANTS',
    flag: null,
    kind: integer(1, 100_000),
    fallback: 32,
    description:
      'Tenants whose indexes stay open when nobody uses them; each takes a megabyte or more, opening one on a store some hundred requests.',
  }),
  s3Endpoint: setting({
    variable: 'AWS_ENDPOINT_URL',
    flag: null,
    kind: httpUrl,
    fallback: null,
    fallbackText: 'none: the public service of the region',
    description: 'Address of the S3 store that s3:// addresses mean.',
  }),
  s3Region: setting({
    variable: 'AWS_REGION',
    flag: null,
    kind: text,
    fallback: 'us-east-1',
    description: 'Region that requests to the S3 store are signed for.',
  }),
  s3AccessKey: setting({
    variable: 'AWS_ACCESS_KEY_ID',
    flag: null,
    kind: text,
    fallback: null,
    fallbackText: 'none',
    secret: true,
    description: 'Name of the key for the S3 store.',
  }),
  s3SecretKey: setting({
    variable: 'AWS_SECRET_ACCESS_KEY',
    flag: null,
    kind: text,
    fallback: null,
    fallbackText: 'none',
    secret: true,
    description: 'The key for the S3 store.',
  }),
  s3SessionToken: setting({
    variable: 'AWS_SESSION_TOKEN',
    flag: null,
    kind: text,
    fallback: null,
    fallbackText: 'none',
    secret: true,
    description: 'Belongs to a key for the S3 store that is given for a while only.',
  }),
  host: setting({
    variable: 'SERVICE_HOST',
    flag: 'host',
    kind: hostName,
    fallback: '127.0.0.1',
    description: 'Address to listen on; anything beyond loopback needs a key.',
  }),
  port: setting({
    variable: 'SERVICE_PORT',
    flag: 'port',
    kind: integer(0, 65535),
    fallback: 8080,
    description: 'Port to listen on; 0 picks a free one.',
  }),
  maxUpload: setting({
    variable: 'SERVICE_MAX_UPLOAD',
    flag: null,
    kind: integer(1),
    fallback: 100 * 1024 * 1024,
    description: 'Largest file in bytes, after base64 is decoded; more is 413.',
  }),
  rateLimit: setting({
    variable: 'SERVICE_RATE_LIMIT',
    flag: null,
    kind: integer(0),
    fallback: 0,
    fallbackText: '0 (off)',
    description: 'Requests a consumer may make in the last 60 seconds, counted in this process; more is 429.',
  }),
  maxParallel: setting({
    variable: 'SERVICE_MAX_PARALLEL',
    flag: null,
    kind: integer(0),
    fallback: 0,
    fallbackText: '0 (off)',
    description: 'Documents that may be in reading at once, whole server; more is refused at once with 503.',
  }),
  requestTimeout: setting({
    variable: 'SERVICE_REQUEST_TIMEOUT',
    flag: null,
    kind: integer(1, 86_400),
    fallback: 300,
    description: 'Seconds in which a request has to arrive whole, body included; slower is 408.',
  }),
  parseTimeout: setting({
    variable: 'SERVICE_PARSE_TIMEOUT',
    flag: null,
    kind: integer(1, 86_400),
    fallback: 120,
    description: 'Seconds that reading one document may take.',
  }),
  parseMemory: setting({
    variable: 'SERVICE_PARSE_MEMORY',
    flag: null,
    kind: integer(64 * 1024 * 1024),
    fallback: 1024 * 1024 * 1024,
    description: 'Memory in bytes that one reading child may take.',
  }),
  parseChildren: setting({
    variable: 'SERVICE_PARSE_CHILDREN',
    flag: null,
    kind: integer(1, 256),
    fallback: availableParallelism(),
    fallbackText: 'number of cores',
    description: 'Reading children that run at once.',
  }),
  paginate: setting({
    variable: 'SERVICE_PAGINATE',
    flag: null,
    kind: onOff,
    fallback: true,
    description: '0 skips the layout engine: page numbers of hwp and hwpx become estimates and reading gets faster.',
  }),
  ocrPages: setting({
    variable: 'SERVICE_OCR_PAGES',
    flag: null,
    kind: integer(0, 10_000),
    fallback: 200,
    description: 'Pages of one document that are read by OCR at most.',
  }),
  readWait: setting({
    variable: 'SERVICE_READ_WAIT',
    flag: null,
    kind: integer(1, 86_400),
    fallback: null,
    fallbackText: 'none: waits until all is read',
    description: 'Seconds a call waits for the first read of a tenant before it answers 503 INDEXING.',
  }),
  watch: setting({
    variable: 'SERVICE_WATCH',
    flag: null,
    kind: onOff,
    fallback: true,
    description: "0 scans a tenant's folder on every call instead of following reports of changes.",
  }),
  apiKey: setting({
    variable: 'SERVICE_API_KEY',
    flag: null,
    kind: text,
    fallback: null,
    fallbackText: 'none',
    secret: true,
    description: 'The administrative key; its consumer name is default.',
  }),
  apiKeys: setting({
    variable: 'SERVICE_API_KEYS',
    flag: null,
    kind: consumerKeys,
    fallback: null,
    fallbackText: 'none',
    secret: true,
    description: 'JSON object of consumer names and keys, read at start.',
  }),
  apiKeysFile: setting({
    variable: 'SERVICE_API_KEYS_FILE',
    flag: null,
    kind: filePath,
    fallback: null,
    fallbackText: 'none',
    description: 'File with such a JSON object, looked at on every request; a key may be given as sha256:<hex>.',
  }),
  usageLog: setting({
    variable: 'SERVICE_USAGE_LOG',
    flag: null,
    kind: filePath,
    fallback: null,
    fallbackText: 'none',
    description: 'File to which one JSON line a request is appended: consumer, route, status, bytes in, milliseconds.',
  }),
  feedbackLog: setting({
    variable: 'SERVICE_FEEDBACK_LOG',
    flag: null,
    kind: filePath,
    fallback: null,
    fallbackText: 'none',
    description: 'File to which feedback is appended; without it /feedback is 503.',
  }),
  llmBaseUrl: setting({
    variable: 'SERVICE_LLM_BASE_URL',
    flag: null,
    kind: httpUrl,
    fallback: null,
    fallbackText: 'none',
    description: 'Base URL of an OpenAI-compatible gateway.',
  }),
  llmApiKey: setting({
    variable: 'SERVICE_LLM_API_KEY',
    flag: null,
    kind: text,
    fallback: null,
    fallbackText: 'none',
    secret: true,
    description: 'Key for the gateway; never shown anywhere.',
  }),
  llmModel: setting({
    variable: 'SERVICE_LLM_MODEL',
    flag: null,
    kind: text,
    fallback: null,
    fallbackText: 'none',
    description: 'Name of the model that the gateway is asked for.',
  }),
  llmTimeout: setting({
    variable: 'SERVICE_LLM_TIMEOUT',
    flag: null,
    kind: integer(1, 3600),
    fallback: 60,
    description: 'Seconds that the gateway may take for an answer; longer is 502.',
  }),
  llmInternalHosts: setting({
    variable: 'SERVICE_LLM_INTERNAL_HOSTS',
    flag: null,
    kind: hostNames,
    fallback: [],
    fallbackText: 'none',
    description: 'Host names that count as in-house although their address is public.',
  }),
  vectors: setting({
    variable: 'SERVICE_VECTORS',
    flag: null,
    kind: onOff,
    fallback: true,
    description: '0 turns search by meaning off.',
  }),
  modelDir: setting({
    variable: 'SERVICE_MODEL_DIR',
    flag: null,
    kind: filePath,
    fallback: null,
    fallbackText: 'none',
    description: 'Directory of the model for search by meaning.',
  }),
  compat: setting({
    variable: 'SERVICE_COMPAT',
    flag: null,
    kind: someOf('dify', 'open-webui'),
    fallback: [],
    fallbackText: 'none',
    description: 'Routes for other products, separated by commas: dify (external knowledge), open-webui (document loader).',
  }),
  trustProxy: setting({
    variable: 'SERVICE_TRUST_PROXY',
    flag: null,
    kind: addressRanges,
    fallback: [],
    fallbackText: 'none',
    description: 'Addresses of proxies whose X-Forwarded-For is believed.',
  }),
  logLevel: setting({
    variable: 'SERVICE_LOG_LEVEL',
    flag: null,
    kind: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    description: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  }),
} as const;

export type SettingName = keyof typeof SETTINGS;
type ValueOf<S> = S extends { kind: ValueKind<infer T>; fallback: infer D } ? T | Extract<D, null> : never;
export type Settings = { readonly [K in SettingName]: ValueOf<(typeof SETTINGS)[K]> };

export function fallbackText(setting: Setting<unknown, unknown>): string {
  if (setting.fallbackText !== undefined) return setting.fallbackText;
  return setting.fallback === true ? '1' : setting.fallback === false ? '0' : String(setting.fallback);
}
