/** Numbered migrations: one transaction each, a backup before, an error for a database from the future [S1]. */
import { existsSync } from 'node:fs';
import type { Database } from './driver';
import { migrations as all } from './migrations';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** The schema version this program writes. */
export const SCHEMA_VERSION = all.at(-1)!.version;

/**
 * Brings a database to the newest schema. A database that already holds data is first copied to
 * `<file>.before-<version>` beside it.
 *
 * @throws when the database was written by a newer program: it is left as it is
 */
export function migrate(database: Database, file: string, migrations: readonly Migration[] = all): void {
  const version = database.pragma('user_version', { simple: true }) as number;
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new Error(
      `The database ${file} was written by a newer Astwerk (schema ${version}; this one knows ${newest}). Update Astwerk to open it. Nothing was changed.`,
    );
  }
  const due = migrations.filter((migration) => migration.version > version);
  if (due.length === 0) return;
  if (version > 0) backUp(database, `${file}.before-${newest}`);
  for (const migration of due) {
    database
      .transaction(() => {
        database.exec(migration.sql);
        const broken = database.pragma('foreign_key_check') as unknown[];
        if (broken.length > 0)
          throw new Error(
            `Migration ${migration.version} (${migration.name}) left ${broken.length} broken references.`,
          );
        database.pragma(`user_version = ${migration.version}`);
      })
      .immediate();
  }
}

function backUp(database: Database, target: string): void {
  let free = target;
  for (let n = 2; existsSync(free); n++) free = `${target}.${n}`;
  // VACUUM INTO writes a sound copy, the write-ahead log included.
  database.prepare('VACUUM INTO ?').run(free);
}
