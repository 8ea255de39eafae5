/** Values of the contract that a caller can meet; settings of a server are elsewhere. */

/** Most results of /search, /answer, /context and /view; more is clipped. */
export const MAX_LIMIT = 20;
/** Results where the request names no limit. */
export const DEFAULT_LIMIT = 10;

/** Longest query or question, in code points. */
export const MAX_QUERY = 2000;

/** Characters of a chunk. The default is what finds most answers in a bundle of CONTEXT_BUDGET.default; docs/rag.md has the table. */
export const CHUNK_BUDGET = { min: 200, max: 20_000, default: 1000 } as const;

/** Characters of an evidence bundle, its headers included. */
export const CONTEXT_BUDGET = { min: 1, max: 40_000, default: 4000 } as const;

/** Items of GET /feedback. */
export const FEEDBACK_LIMIT = { min: 1, max: 1000, default: 100 } as const;

/** Code points of the text fields of feedback: names and places, and what a person writes. */
export const FEEDBACK_TEXT = { name: 500, note: 2000 } as const;

/** The open trial: bytes, seconds, requests an hour and address. */
export const TRY_LIMITS = { bytes: 10 * 1024 * 1024, seconds: 60, requests_per_hour: 20 } as const;
