import type { z } from 'zod';
import { type ErrorCode, isErrorCode, RequestProblem } from './errors.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: '문자열이어야 합니다.',
  number: '숫자여야 합니다.',
  int: '정수여야 합니다.',
  boolean: 'true 또는 false여야 합니다.',
  array: '배열이어야 합니다.',
  object: 'JSON 객체여야 합니다.',
};

const UNKNOWN_KIND = '형식을 확인해 주세요.';

/**
 * The value as its schema gives it (clipped, with defaults, without unknown fields). Otherwise a refusal whose detail names the
 * first wrong field, and never what stood in it. A schema may give a code of its own as the message of an issue.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, code: ErrorCode = 'BODY_INVALID'): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue === undefined) throw new RequestProblem(code);
  if (isErrorCode(issue.message)) throw new RequestProblem(issue.message);
  throw new RequestProblem(code, { detail: wording(issue, value) });
}

function wording(issue: z.core.$ZodIssue, value: unknown): string {
  const field = fieldName(issue.path);
  if (field === '') return '요청 본문은 JSON 객체여야 합니다. 항목을 { } 안에 넣어 다시 보내 주세요.';
  if (at(value, issue.path) === undefined && issue.code !== 'custom')
    return `'${field}' 항목이 없습니다. 넣어서 다시 보내 주세요.`;
  return `'${field}' 항목이 올바르지 않습니다: ${expectation(issue)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected] ?? UNKNOWN_KIND;
    case 'invalid_value':
      return `다음 가운데 하나여야 합니다: ${issue.values.join(', ')}.`;
    case 'custom':
      return issue.message;
    default:
      return UNKNOWN_KIND;
  }
}

/** `citations[0].quote` */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`;
    return name === '' ? String(key) : `${name}.${String(key)}`;
  }, '');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === 'object' && inside !== null ? (inside as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  );
}
