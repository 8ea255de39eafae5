import { expect, it } from 'vitest';
import { storeTrouble } from './store-trouble.ts';

const FROM_THE_ENGINE = 'lance error: LanceError(IO): Generic S3 error: Error performing';

it.each([
  [
    `${FROM_THE_ENGINE} GET http://s/b in 3s, after 2 retries, max_retries: 2 - HTTP error: error sending request`,
    'STORAGE_UNAVAILABLE',
  ],
  ['Status { status: 404, body: Some("<Error><Code>NoSuchBucket</Code></Error>") }', 'STORAGE_UNAVAILABLE'],
  [`${FROM_THE_ENGINE} PUT: 403 Forbidden: <Code>QuotaExceeded</Code>`, 'STORAGE_FULL'],
  [`${FROM_THE_ENGINE} PUT: status: 507 Insufficient Storage`, 'STORAGE_FULL'],
])('%s is the trouble of a store', (message, code) => {
  expect(storeTrouble(message)).toBe(code);
});

it.each([
  'lance error: Object at location a/b.lance not found: Error performing GET http://s/a in 1ms - 404: <Code>NoSuchKey</Code>',
  'lance error: LanceError(IO): Execution error: corrupt file, invalid magic number',
  "Table 't1' was not found",
])('%s is none', (message) => {
  expect(storeTrouble(message)).toBeNull();
});
