import { describe, expect, it } from 'vitest';
import type { RequestProblem } from '../contract/errors.ts';
import type { Caller } from './key-ring.ts';
import { tenantFor } from './tenant-access.ts';

const asked = (caller: Caller, tenant: string) => {
  try {
    return tenantFor(caller, tenant);
  } catch (error) {
    return (error as RequestProblem).code;
  }
};
const consumer = (name: string): Caller => ({ consumer: name, administrator: false });
const ADMINISTRATOR: Caller = { consumer: 'default', administrator: true };

describe('the tenant of a request', () => {
  it.each(['a', 'a-b', 'a-2026-1', 'a--'])('is the consumer’s own: %s', (tenant) => {
    expect(asked(consumer('a'), tenant)).toBe(tenant);
  });

  it.each(['ab', 'a-', 'A', 'b', 'ba', 'a_b', 'default', 'unknown', 'a.b', '-a-b'.slice(1).toUpperCase()])(
    'is not the consumer’s: %s',
    (tenant) => {
      expect(asked(consumer('a'), tenant)).toBe('TENANT_FORBIDDEN');
    },
  );

  it.each(['', '.', '..', '../a', 'a/..', 'a/b', 'a\\b', '/a', 'a\u0000', '-a', '.a', 'a.', 'a ', 'con', 'a'.repeat(241)])(
    'has to be one directory name, for everybody: %j',
    (tenant) => {
      expect(asked(consumer('a'), tenant)).toBe('TENANT_INVALID');
      expect(asked(ADMINISTRATOR, tenant)).toBe('TENANT_INVALID');
    },
  );

  it('is any for the administrative key, and where there are no keys', () => {
    expect(asked(ADMINISTRATOR, '아무나')).toBe('아무나');
    expect(asked({ consumer: null, administrator: true }, 'x')).toBe('x');
    expect(asked({ consumer: null, administrator: false }, 'x')).toBe('TENANT_FORBIDDEN');
  });

  it('is compared composed', () => {
    expect(asked(consumer('가나'), '가나-다'.normalize('NFD'))).toBe('가나-다');
  });
});
