const FULL = /QuotaExceeded|InsufficientStorage|StorageFull|status: 507\b/;
/** How the engine of the index says that the store, and not an object in it, is at fault. */
const UNAVAILABLE =
  /error sending request|HttpError|HTTP error|RetryError|after \d+ retries|NoSuchBucket|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|SlowDown|Generic (?!LocalFileSystem |memory )[A-Za-z0-9]+ error|operation timed out|ConnectionRefused|Connection (?:refused|reset)/;

/** An object that is not there says something of the index, and nothing of the store. */
const MISSING = /NoSuchKey|[Nn]ot found|status: 404/;

/** What an engine's message says of the object store below it; null where it is about something else. */
export function storeTrouble(message: string): 'STORAGE_FULL' | 'STORAGE_UNAVAILABLE' | null {
  if (FULL.test(message)) return 'STORAGE_FULL';
  if (MISSING.test(message) && !message.includes('NoSuchBucket')) return null;
  return UNAVAILABLE.test(message) ? 'STORAGE_UNAVAILABLE' : null;
}
