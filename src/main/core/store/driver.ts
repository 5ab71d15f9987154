/**
 * The only file that imports the database library. better-sqlite3 13 crashes the process on Node before
 * 22, so the version is checked before its import.
 */
import type { Database as Sqlite, Statement } from 'better-sqlite3';

export type Database = Sqlite;
export type { Statement };

/** Two connections in WAL mode can corrupt a database before these (sqlite.org, "WAL-reset bug"). */
const SOUND_SQLITE: readonly (readonly [number, number, number])[] = [
  [3, 51, 3],
  [3, 50, 7],
  [3, 44, 6],
];

/** Whether a SQLite version is free of the WAL-reset bug: at least 3.51.3, or a mended 3.50 or 3.44. */
export function isSoundSqlite(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major !== 3) return major > 3;
  for (const [, soundMinor, soundPatch] of SOUND_SQLITE) {
    if (minor === soundMinor) return patch >= soundPatch;
  }
  return minor > 51;
}

/** Throws a sentence when this Node cannot load the database library. */
export function assertNodeVersion(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 14)) {
    throw new Error(
      `Astwerk needs Node.js 22.14 or newer; this is ${version}. In the checkout, start it with "npm start", which brings its own.`,
    );
  }
}

/**
 * Opens a database file with the settings all of ours have: WAL, full synchronisation, foreign keys, and
 * five seconds of patience with another writer.
 */
export async function openDatabase(file: string, options: { readonly?: boolean } = {}): Promise<Database> {
  assertNodeVersion();
  const { default: BetterSqlite } = await import('better-sqlite3');
  const database = new BetterSqlite(file, { readonly: options.readonly ?? false, timeout: 5_000 });
  try {
    const { version } = database.prepare('SELECT sqlite_version() AS version').get() as { version: string };
    if (!isSoundSqlite(version)) {
      throw new Error(`SQLite ${version} can damage a database in WAL mode. Astwerk needs 3.51.3 or newer.`);
    }
    if (!options.readonly) {
      database.pragma('journal_mode = WAL');
      database.pragma('synchronous = FULL');
    }
    database.pragma('foreign_keys = ON');
    database.pragma('cache_size = -32000');
    database.pragma('temp_store = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
