/** How an S3 store is reached; never printed. */
export interface S3Access {
  /** Null is the public service of the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}
