/** Which bytes a document in the index was read from. */
export interface Stamp {
  /** Of the file below its tenant, bytes as latin1. */
  readonly path: string;
  /** How the file looked. */
  readonly signature: string;
  /** Of its bytes; empty where they could not be had. */
  readonly sha256: string;
  /** When the reading began, in milliseconds of the wall clock. */
  readonly began: number;
  /** How many documents the file gave. */
  readonly documents: number;
  /** The name that rules match; empty where it is the listed one. */
  readonly plain: string;
}

const FORM = /^1 (\S+) ([0-9a-f]{64})? (\d+) (\d+) (\d+) ([\s\S]*)$/;

export function writeStamp({ path, signature, sha256, began, documents, plain }: Stamp): string {
  return `1 ${signature} ${sha256} ${began} ${documents} ${path.length} ${path}${plain}`;
}

/** Null for what is no stamp of ours. */
export function readStamp(text: string): Stamp | null {
  const [, signature, sha256 = '', began, documents, length, rest] = FORM.exec(text) ?? [];
  if (signature === undefined || rest === undefined || Number(length) > rest.length) return null;
  return {
    signature,
    sha256,
    began: Number(began),
    documents: Number(documents),
    path: rest.slice(0, Number(length)),
    plain: rest.slice(Number(length)),
  };
}
