import { expect, it } from 'vitest';
import { loggedError } from './logged-error.ts';

it('an error in the log tells its kind and its place, and nothing of what it says', () => {
  const error = Object.assign(new TypeError('canary text\nwith a second canary line'), { code: 'EX' });
  const logged = loggedError(error);
  expect(logged).toMatchObject({ name: 'TypeError', code: 'EX' });
  expect(logged.at.length).toBeGreaterThan(0);
  expect(JSON.stringify(logged)).not.toContain('canary');
  expect(loggedError('canary')).toEqual({ name: 'string', at: [] });
});
