import { describe, expect, it } from 'vitest';
import { memoryRefusal } from '../shared/memory-refusal.ts';
import { deathByExit, deathByReport } from './death.ts';

const exit = { code: null, signal: null, stderr: '', peakShare: 0.1 };

describe('the cause of a death', () => {
  it.each([
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'RangeError: Array buffer allocation failed',
    'RangeError: WebAssembly.Memory(): could not allocate memory',
    "terminate called after throwing an instance of 'std::bad_alloc'",
    '# Fatal process out of memory: Zone',
    'RangeError: Invalid string length',
  ])('is memory when the last words are: %s', (stderr) => {
    expect(deathByExit({ ...exit, signal: 'SIGABRT', stderr: `before\n${stderr}\nafter` }).reason).toBe('LIMIT_EXCEEDED');
    expect(deathByReport(stderr).reason).toBe('LIMIT_EXCEEDED');
  });

  it('is memory when a signal came near the limit, and else a bug', () => {
    expect(deathByExit({ ...exit, signal: 'SIGKILL', peakShare: 0.9 }).reason).toBe('LIMIT_EXCEEDED');
    expect(deathByExit({ ...exit, signal: 'SIGKILL' })).toEqual({ reason: 'PARSER_FAILED', cause: 'SIGKILL' });
    expect(deathByExit({ ...exit, code: 7, peakShare: 0.9 })).toEqual({ reason: 'PARSER_FAILED', cause: 'exit 7' });
  });

  it('tells nothing of what the child wrote', () => {
    const death = deathByExit({ ...exit, code: 1, stderr: 'Error: 주민등록번호 canary' });
    expect(JSON.stringify(death)).not.toContain('canary');
  });

  it('is one short line when the child reports it', () => {
    const { reason, cause } = deathByReport(`TypeError at a.js:1:2\n\u001b[31m\u202e${'x'.repeat(1000)}`);
    expect(reason).toBe('PARSER_FAILED');
    expect(cause).not.toMatch(/[\n\u001b\u202e]/);
    expect(cause.length).toBeLessThan(320);
  });
});

describe('a child that was refused memory', () => {
  it('can say so without saying what it was reading', () => {
    const told = `memory refused: ${memoryRefusal('RangeError: Array buffer allocation failed')}`;
    expect(deathByReport(told)).toEqual({ reason: 'LIMIT_EXCEEDED', cause: 'buffer refused' });
  });
});
