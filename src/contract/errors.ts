import { z } from 'zod';

interface ErrorEntry {
  readonly status: number;
  /** Short English, the same for every occurrence. */
  readonly title: string;
  /** Korean wording for a person: what happened and what to do. Never holds a path, a key or document text. */
  readonly detail: string;
  /** Headers that every answer with this code carries. */
  readonly headers?: Readonly<Record<string, string>>;
}

const BEARER = { 'www-authenticate': 'Bearer' };

/** Every reason a request can be refused for. Clients branch on the code; a code is never taken out or given another meaning. */
export const ERRORS = {
  BODY_INVALID: {
    status: 400,
    title: 'Invalid request',
    detail: '요청의 형식이 올바르지 않습니다. 항목의 이름과 형식을 확인해 주세요.',
  },
  FILENAME_MISSING: {
    status: 400,
    title: 'File name missing',
    detail: '파일 이름이 없습니다. X-Filename 헤더나 filename 항목에 파일 이름을 넣어 주세요.',
  },
  FILENAME_INVALID: {
    status: 400,
    title: 'File name not usable',
    detail: '쓸 수 없는 파일 이름입니다. 이름을 240바이트 이내로 줄이거나 시스템이 예약한 이름이 아닌 것으로 바꿔 주세요.',
  },
  FILENAME_RESERVED: {
    status: 400,
    title: 'File name reserved',
    detail: 'ACL.json은 서비스로 올리거나 지울 수 없습니다. 접근 규칙은 서버의 폴더에서 직접 고쳐 주세요.',
  },
  BASE64_INVALID: {
    status: 400,
    title: 'Invalid base64',
    detail: 'data_base64 항목을 base64로 풀 수 없습니다. 파일을 다시 인코딩하여 보내 주세요.',
  },
  TENANT_INVALID: {
    status: 400,
    title: 'Invalid tenant name',
    detail: 'tenant는 폴더 이름 하나여야 합니다. 점 두 개(..)나 경로 구분자가 없는 이름을 넣어 주세요.',
  },
  QUERY_TOO_LONG: { status: 400, title: 'Query too long', detail: '질문은 2,000자까지 쓸 수 있습니다. 질문을 줄여 주세요.' },
  LLM_NOT_CONFIGURED: {
    status: 400,
    title: 'No language model configured',
    detail: '이 서버에는 LLM 게이트웨이가 설정되어 있지 않습니다. llm 없이 요청하거나 관리자에게 설정을 요청해 주세요.',
  },
  FEEDBACK_INVALID: {
    status: 400,
    title: 'Invalid feedback',
    detail: '의견의 형식이 올바르지 않습니다. kind와 doc_id 또는 filename을 넣고 글자 수 한도를 지켜 주세요.',
  },
  KEY_MISSING: {
    status: 401,
    title: 'Key missing',
    detail: 'API 키가 없습니다. Authorization: Bearer 또는 X-API-Key 헤더에 키를 넣어 주세요.',
    headers: BEARER,
  },
  KEY_INVALID: {
    status: 401,
    title: 'Key not valid',
    detail: 'API 키가 맞지 않습니다. 키를 확인하거나 관리자에게 새 키를 요청해 주세요.',
    headers: BEARER,
  },
  KEY_REQUIRED: {
    status: 403,
    title: 'Server has no key',
    detail: '이 기능은 API 키가 설정된 서버에서만 쓸 수 있습니다. 관리자에게 키 설정을 요청해 주세요.',
  },
  ADMIN_KEY_REQUIRED: {
    status: 403,
    title: 'Administrative key required',
    detail: '관리 키로만 쓸 수 있는 기능입니다. 관리 키로 요청해 주세요.',
  },
  TENANT_FORBIDDEN: {
    status: 403,
    title: 'Tenant belongs to another consumer',
    detail: '이 키로는 쓸 수 없는 tenant입니다. 키의 이름으로 시작하는 tenant를 넣어 주세요.',
  },
  ORIGIN_FORBIDDEN: {
    status: 403,
    title: 'Request from another origin',
    detail: '다른 사이트에서 보낸 요청은 받지 않습니다. 같은 출처에서 요청하거나 브라우저가 아닌 프로그램으로 요청해 주세요.',
  },
  TENANT_NOT_FOUND: {
    status: 404,
    title: 'Tenant not found',
    detail: '그런 이름의 tenant가 없습니다. 이름을 확인하거나 먼저 문서를 올려 주세요.',
  },
  FILE_NOT_FOUND: {
    status: 404,
    title: 'File not found',
    detail: '그런 이름의 파일이 없습니다. 목록에 나오는 이름을 그대로 넣어 주세요.',
  },
  ROUTE_NOT_FOUND: { status: 404, title: 'Route not found', detail: '없는 주소입니다. /docs/api.md에서 주소를 확인해 주세요.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'Method not allowed',
    detail: '이 주소에서 쓸 수 없는 요청 방식입니다. Allow 헤더에 적힌 방식으로 요청해 주세요.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request too slow',
    detail: '요청이 정해진 시간 안에 다 도착하지 않았습니다. 연결 상태를 확인하고 다시 보내 주세요.',
  },
  FILE_EXISTS: {
    status: 409,
    title: 'File exists',
    detail: '같은 이름의 파일이 이미 있습니다. 바꾸려면 replace를 넣고, 아니면 다른 이름으로 올려 주세요.',
  },
  TOO_LARGE: {
    status: 413,
    title: 'Too large',
    detail: '보낸 내용이 서버의 크기 한도를 넘습니다. 파일을 나누어 보내거나 관리자에게 한도를 늘려 달라고 요청해 주세요.',
  },
  TRY_TOO_LARGE: {
    status: 422,
    title: 'Too large to try',
    detail: '체험에서는 10MB까지 읽습니다. 더 작은 파일로 해 보거나 API 키로 /parse를 써 주세요.',
  },
  TRY_TIMEOUT: {
    status: 422,
    title: 'Took too long to try',
    detail: '체험에서는 60초까지 읽습니다. 더 작은 파일로 해 보거나 API 키로 /parse를 써 주세요.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    detail: '요청 횟수 한도를 넘었습니다. Retry-After 헤더에 적힌 초만큼 기다린 뒤 다시 요청해 주세요.',
  },
  INTERNAL: {
    status: 500,
    title: 'Internal error',
    detail: '서버에서 오류가 났습니다. 잠시 뒤 다시 요청하고, 계속되면 관리자에게 알려 주세요.',
  },
  LLM_GATEWAY_FAILED: {
    status: 502,
    title: 'Gateway failed',
    detail: 'LLM 게이트웨이가 답하지 못했습니다. 잠시 뒤 다시 요청하거나 llm 없이 요청해 주세요.',
  },
  BUSY: {
    status: 503,
    title: 'Busy',
    detail: '동시에 읽을 수 있는 수가 찼습니다. Retry-After 헤더에 적힌 초만큼 기다린 뒤 다시 요청해 주세요.',
    headers: { 'retry-after': '5' },
  },
  INDEXING: {
    status: 503,
    title: 'Still reading',
    detail: '이 tenant의 문서를 아직 읽고 있습니다. Retry-After 헤더에 적힌 초만큼 기다린 뒤 다시 요청해 주세요.',
  },
  FEEDBACK_NOT_CONFIGURED: {
    status: 503,
    title: 'Feedback not configured',
    detail: '이 서버에는 의견을 기록할 곳이 설정되어 있지 않습니다. 관리자에게 설정을 요청해 주세요.',
  },
  KEYS_UNREADABLE: {
    status: 503,
    title: 'Keys cannot be read',
    detail: '서버가 키 파일을 읽지 못해 키를 확인할 수 없습니다. 관리자에게 키 파일을 고쳐 달라고 요청해 주세요.',
  },
  STORAGE_FULL: {
    status: 503,
    title: 'Storage full',
    detail: '서버의 저장 공간이 가득 찼습니다. 관리자에게 공간을 늘려 달라고 요청해 주세요.',
  },
  STORAGE_READ_ONLY: {
    status: 503,
    title: 'Storage read-only',
    detail: '서버의 문서 폴더가 읽기 전용이라 올리거나 지울 수 없습니다. 폴더에 직접 넣거나 관리자에게 요청해 주세요.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    title: 'Storage unavailable',
    detail: '서버의 저장소를 쓸 수 없습니다. 잠시 뒤 다시 요청하고, 계속되면 관리자에게 알려 주세요.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

/** Media type of every error body (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

export const ProblemSchema = z
  .object({
    type: z.string().meta({ description: 'Stable relative reference to the description of the code' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'Korean wording for a person: what happened and what to do' }),
    reason: z.enum(ERROR_CODES).meta({ description: 'The code that clients branch on' }),
  })
  .meta({ id: 'Problem', description: 'Body of every refused request (RFC 9457)' });
export type Problem = z.infer<typeof ProblemSchema>;

/** `detail` replaces the general wording where more is known (which field is wrong). */
export function problemBody(code: ErrorCode, detail?: string): Problem {
  const { status, title, detail: general } = ERRORS[code];
  return { type: `/docs/api.md#${code}`, title, status, detail: detail ?? general, reason: code };
}

/** Thrown wherever a request turns out to be one that is refused; the doors turn it into their own kind of answer. */
export class RequestProblem extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, given: { detail?: string; headers?: Readonly<Record<string, string>>; cause?: unknown } = {}) {
    super(code, given.cause === undefined ? undefined : { cause: given.cause });
    this.name = 'RequestProblem';
    const entry: ErrorEntry = ERRORS[code];
    this.code = code;
    this.status = entry.status;
    this.detail = given.detail ?? entry.detail;
    this.headers = { ...entry.headers, ...given.headers };
  }

  body(): Problem {
    return problemBody(this.code, this.detail);
  }
}
