import { sql } from 'kysely';
import { withPatience } from '../../bench/bench.ts';
import { repeat, transfer, type Year } from './live-a-day.ts';

const transfers = 1_000;

/**
 * What transfers put into the log right after a checkpoint, when each page that is touched goes there as a whole for the
 * first time: which tables and indexes are touched all over, and not at their end alone.
 */
export async function listPageImages(year: Year): Promise<readonly string[]> {
  const { world } = year;
  return await withPatience(world.url, async ({ kysely: db }) => {
    await sql`CREATE EXTENSION IF NOT EXISTS pg_walinspect`.execute(db);
    // What is touched anyway (the books’ ends, house accounts, counters) is in the log before.
    await sql`CHECKPOINT`.execute(db);
    await repeat(20, () => transfer(year));
    const from = await readLsn(year);
    await repeat(transfers, () => transfer(year));
    const to = await readLsn(year);
    await sql`SELECT pg_switch_wal()`.execute(db);
    const { rows: totals } = await sql<{ kilobytes: string; images: string }>`
      SELECT round((${to}::pg_lsn - ${from}::pg_lsn) / 1000.0 / ${transfers}, 2) AS kilobytes,
             round(coalesce(sum(fpi_size), 0) / 1000.0 / ${transfers}, 2) AS images
        FROM pg_get_wal_stats(${from}::pg_lsn, ${to}::pg_lsn)`.execute(db);
    const { rows } = await sql<{ name: string; images: string; kilobytes: string }>`
      SELECT coalesce(c.oid::regclass::text, 'other') AS name, round(count(*) / ${transfers}::numeric, 2) AS images,
             round(sum(b.block_fpi_length) / 1000.0 / ${transfers}, 2) AS kilobytes
        FROM pg_get_wal_block_info(${from}::pg_lsn, ${to}::pg_lsn, false) AS b
        LEFT JOIN pg_class c ON c.relfilenode = b.relfilenode
       WHERE b.block_fpi_length > 0 GROUP BY 1 ORDER BY sum(b.block_fpi_length) DESC LIMIT 16`.execute(db);
    return [
      `log of a transfer after a checkpoint: ${totals[0]?.kilobytes} kB, of this page images ${totals[0]?.images} kB:`,
      ...rows.map(({ name, images, kilobytes }) => `  ${name}: ${images} images, ${kilobytes} kB`),
    ];
  });
}

async function readLsn({ world }: Year): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`SELECT pg_current_wal_insert_lsn()::text AS lsn`.execute(world.db.kysely);
  return rows[0]?.lsn ?? '0/0';
}
