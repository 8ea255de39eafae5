import type { Reason } from '../model/access.ts';
import { memoryRefusal } from '../shared/memory-refusal.ts';

/** Why a reading ended without a result. `cause` is for the log and holds nothing that the child wrote. */
export interface Death {
  readonly reason: Extract<Reason, 'TIMEOUT' | 'LIMIT_EXCEEDED' | 'PARSER_FAILED'>;
  readonly cause: string;
}

/** A process that is killed for memory, or trips over a refusal, need not say so; this near its limit it is the likely cause. */
const NEAR_LIMIT = 0.8;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what the child wrote to stderr. */
  readonly stderr: string;
  /** Most resident memory that was seen during the job, as a share of what the child may take. */
  readonly peakShare: number;
}

export function deathByExit(exit: Exit): Death {
  const how = exit.signal ?? `exit ${exit.code}`;
  const phrase = memoryRefusal(exit.stderr);
  if (phrase) return { reason: 'LIMIT_EXCEEDED', cause: `${how}, ${phrase}` };
  if (exit.signal && exit.peakShare >= NEAR_LIMIT) return { reason: 'LIMIT_EXCEEDED', cause: `${how}, near the memory limit` };
  return { reason: 'PARSER_FAILED', cause: how };
}

/** A reader's own report: a bug, unless it says that memory was refused. */
export function deathByReport(error: string): Death {
  const phrase = memoryRefusal(error);
  if (phrase) return { reason: 'LIMIT_EXCEEDED', cause: phrase };
  return { reason: 'PARSER_FAILED', cause: `failed: ${error.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 300)}` };
}
