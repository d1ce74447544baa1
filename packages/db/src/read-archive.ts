import { sql } from 'kysely';
import type { DbReader } from './database.ts';

/** Whether the server copies its log (WAL) to a backup. */
export type Archive = {
  /** The server is set to copy each finished file of its log. */
  readonly on: boolean;
  /** The command that does it; empty where there is none, or where a library does it. */
  readonly command: string;
  /** Seconds since a file was last copied; null where none was, since the server's counters began. */
  readonly copiedSecondsAgo: number | null;
  /** The last try failed. The server keeps the file and tries again. */
  readonly failing: boolean;
};

/** Asks the server with any role. */
export async function readArchive(db: DbReader): Promise<Archive> {
  const { rows } = await sql<Archive>`
    SELECT current_setting('archive_mode') <> 'off'
        AND (current_setting('archive_command') <> '' OR current_setting('archive_library') <> '') AS on,
      -- What is shown for a server without archiving is no command.
      CASE current_setting('archive_command') WHEN '(disabled)' THEN '' ELSE current_setting('archive_command') END AS command,
      extract(epoch FROM clock_timestamp() - last_archived_time)::float8 AS "copiedSecondsAgo",
      last_failed_time IS NOT NULL AND last_failed_time > coalesce(last_archived_time, '-infinity') AS failing
      FROM pg_stat_archiver`.execute(db);
  return rows[0] ?? { on: false, command: '', copiedSecondsAgo: null, failing: false };
}
