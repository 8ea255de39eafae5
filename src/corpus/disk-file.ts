/** A document file of a tenant as it stands in its folder. */
export interface DiskFile {
  /** Below the tenant's folder; bytes as latin1. */
  readonly path: string;
  /** As a listing shows it; no other file of the tenant has it. */
  readonly name: string;
  /** What the path alone says, on which rules match. */
  readonly plain: string;
  readonly signature: string;
  readonly size: number;
  /** 0 where another signature is all it takes to tell other bytes. */
  readonly ctimeMs: number;
  /** A folder that cannot be looked into stands for all that is in it: the code of why. */
  readonly closed: string | null;
}
