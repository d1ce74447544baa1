import type { DatabaseCluster } from '../cluster/database-cluster.ts';
import { withOwner } from '../cluster/probes.ts';

/** Fills the database with so much more, which no backup can squeeze: random bytes. */
export async function addBallast(cluster: DatabaseCluster, megabytes: number): Promise<void> {
  if (megabytes === 0) return;
  await withOwner(cluster, async (client) => {
    await client.query('CREATE SCHEMA IF NOT EXISTS ballast');
    await client.query('CREATE TABLE ballast.rows (bytes bytea NOT NULL)');
    await client.query('ALTER TABLE ballast.rows ALTER COLUMN bytes SET STORAGE EXTERNAL');
    const kilobyte = `(SELECT string_agg(sha256(gen_random_uuid()::text::bytea), NULL) FROM generate_series(1, 32 + 0 * n))`;
    // In pieces: the standby and the backup follow.
    for (let done = 0; done < megabytes; done += 50)
      await client.query(`INSERT INTO ballast.rows SELECT ${kilobyte} FROM generate_series(1, $1::int) AS n`, [
        Math.min(50, megabytes - done) * 1_000,
      ]);
  });
}
