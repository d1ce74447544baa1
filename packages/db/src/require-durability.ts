import { sql } from 'kysely';
import type { Database } from './database.ts';

type Facts = {
  readonly recovering: boolean;
  readonly fsync: string;
  readonly fullPageWrites: string;
  readonly commit: string;
  readonly waitedFor: string;
  readonly standbys: number;
};

/**
 * Throws, with every reason, where the server could lose a commit it has acknowledged: on a power cut, or when a standby
 * takes over that no commit waited for. Money is paid out on such a commit, and would be paid again.
 */
export async function requireDurability(db: Database): Promise<void> {
  const { rows } = await sql<Facts>`
    SELECT pg_is_in_recovery() AS recovering, current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS commit,
      current_setting('synchronous_standby_names') AS "waitedFor",
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys`.execute(db.kysely);
  const faults = rows.flatMap(findFaults);
  if (faults.length > 0) throw new Error(`The database may lose what it has confirmed:\n${faults.join('\n')}`);
}

function findFaults({ recovering, fsync, fullPageWrites, commit, waitedFor, standbys }: Facts): readonly string[] {
  const waits = waitedFor !== '';
  return [
    ...(recovering ? ['it is a standby: connect to the primary'] : []),
    ...(fsync === 'off' ? ['fsync is off'] : []),
    ...(fullPageWrites === 'off' ? ['full_page_writes is off'] : []),
    ...(commit === 'off' ? ['synchronous_commit is off'] : []),
    ...(waits && commit === 'local' ? ['synchronous_commit is local: no commit waits for a standby'] : []),
    ...(standbys > 0 && !waits
      ? ['a standby is attached that no commit waits for: name it in synchronous_standby_names, or take it off']
      : []),
  ];
}
