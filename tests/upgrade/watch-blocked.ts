import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Who was kept waiting by a migration. */
export type BlockedWatch = {
  /** Ends the watch; how long the longest wait was, and for what. */
  readonly stop: () => Promise<{ readonly longestMs: number; readonly statement: string; readonly looks: number }>;
};

const lookEveryMs = 10;

/**
 * Looks a hundred times a second who waits for a lock that `migrate` has, or that it waits for itself: whoever comes later stands
 * behind it.
 */
export async function watchBlocked(url: string): Promise<BlockedWatch> {
  const client = new pg.Client({ connectionString: url, application_name: 'watch' });
  await client.connect();
  let [longestMs, statement, looks] = [0, '', 0];
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number; statement: string }>(`
        SELECT (extract(epoch FROM clock_timestamp() - l.waitstart) * 1000)::float8 AS ms, left(a.query, 200) AS statement
          FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
         WHERE NOT l.granted AND l.waitstart IS NOT NULL AND a.application_name <> 'migrate'
           AND EXISTS (SELECT FROM pg_stat_activity m
                        WHERE m.pid = ANY (pg_blocking_pids(l.pid)) AND m.application_name = 'migrate')
         ORDER BY 1 DESC LIMIT 1`);
      looks += 1;
      const [longest] = rows;
      if (longest !== undefined && longest.ms > longestMs) [longestMs, statement] = [longest.ms, longest.statement];
      await wait(lookEveryMs);
    }
  };
  const looking = look();
  return {
    stop: async () => {
      isOver = true;
      await looking;
      await client.end();
      return { longestMs: Math.round(longestMs), statement, looks };
    },
  };
}
