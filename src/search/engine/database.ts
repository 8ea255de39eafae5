import { type Connection, connect, Session, type Table } from '@lancedb/lancedb';
import { RowCache } from './row-cache.ts';

export interface DatabaseOptions {
  /** An absolute directory or an address of a store; null keeps everything in memory. */
  readonly place: string | null;
  /** What the engine has to know of the store. */
  readonly storageOptions?: Readonly<Record<string, string>>;
  /** Bytes that the engine may keep of what it read, for all tables together. */
  readonly cacheBytes: number;
}

/** The engine's caches hold indexes and what it knows of files; rows it reads again each time. */
const SHARES = { indexes: 0.5, metadata: 0.25, rows: 0.25 } as const;

/** Where the engine keeps its tables. */
export class Database {
  readonly rows: RowCache;
  private readonly connection: Connection;

  private constructor(connection: Connection, rows: RowCache) {
    this.connection = connection;
    this.rows = rows;
  }

  static async open({ place, storageOptions, cacheBytes }: DatabaseOptions): Promise<Database> {
    // It would write lines of its own between ours; what matters comes as an error too.
    process.env.LANCE_LOG ??= 'off';
    const indexes = BigInt(Math.floor(cacheBytes * SHARES.indexes));
    const metadata = BigInt(Math.floor(cacheBytes * SHARES.metadata));
    const connection = await connect(place ?? 'memory://', {
      ...(storageOptions === undefined ? {} : { storageOptions: { ...storageOptions } }),
      // Every read looks whether somebody wrote: another process may have.
      readConsistencyInterval: 0,
      // Given as an argument of its own, the session would be ignored, and the caches would take up to 7 GB.
      session: new Session(indexes, metadata),
    });
    return new Database(connection, new RowCache(cacheBytes * SHARES.rows));
  }

  /** Null where there is no such table. Nothing is ever listed: that is slow where tables are many. */
  async table(name: string): Promise<Table | null> {
    try {
      return await this.connection.openTable(name);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** A handle that stays on one version, whatever is written. */
  async tableAt(name: string, version: number): Promise<Table> {
    const table = await this.connection.openTable(name);
    await table.checkout(version);
    return table;
  }

  /** Two processes may do it at once: both have the one table then. */
  async create(name: string, schema: Parameters<Connection['createEmptyTable']>[1]): Promise<Table> {
    return this.connection.createEmptyTable(name, schema, { mode: 'create', existOk: true });
  }

  async drop(name: string): Promise<void> {
    try {
      await this.connection.dropTable(name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  close(): void {
    this.connection.close();
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && /^Table '[^']*' was not found/.test(error.message);
}
