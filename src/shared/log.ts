/** The part of pino that code below the adapters may use. Fields hold no document text, query, key or principal. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: Log = { info() {}, warn() {}, error() {} };
