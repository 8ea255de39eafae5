import type { S3Access } from '../../shared/s3-access.ts';

/**
 * A store of the same house answers in milliseconds; somebody waits for every one of these. What failed at once is tried again, what
 * got no answer is not: the engine itself tries three times, and with repetitions below that a call would wait for half a minute.
 */
const LIMITS = { timeout: '4s', connectTimeout: '2s', clientMaxRetries: '2', clientRetryTimeout: '3' } as const;

/** How the engine is told of an S3 store. */
export function storeOptions({ endpoint, region, accessKeyId, secretAccessKey, sessionToken }: S3Access): Record<string, string> {
  return {
    region,
    awsAccessKeyId: accessKeyId,
    awsSecretAccessKey: secretAccessKey,
    ...(sessionToken === null ? {} : { awsSessionToken: sessionToken }),
    // Bucket names of a store of one's own are in no DNS.
    ...(endpoint === null ? {} : { endpoint, awsVirtualHostedStyleRequest: 'false' }),
    ...(endpoint?.startsWith('http:') ? { allowHttp: 'true' } : {}),
    ...LIMITS,
  };
}
