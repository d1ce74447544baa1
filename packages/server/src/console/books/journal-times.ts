import { sql } from 'kysely';
import type { BooksReader } from './read-books.ts';

/**
 * A journal's number and time are drawn in the same moment, but by connections that do not wait for each other. Numbers this
 * far apart in time are in the order of their times.
 */
export const skewMs = 60_000;

/**
 * The greatest number of a journal that is surely older than a moment, found by halving the numbers: some twenty look-ups
 * however many journals there are. '0' where there is none.
 */
export async function findJournalBefore(books: BooksReader, moment: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE search AS (
      SELECT 0::bigint AS known, (SELECT coalesce(max(id), 0) + 1 FROM ledger.journals) AS beyond
      UNION ALL
      SELECT CASE WHEN probe.is_older THEN probe.id ELSE s.known END, CASE WHEN probe.is_older THEN s.beyond ELSE probe.id END
        FROM search s
       CROSS JOIN LATERAL (SELECT j.id, j.created_at < ${new Date(moment.getTime() - skewMs)}::timestamptz AS is_older
                             FROM ledger.journals j
                            WHERE j.id = coalesce(
                              (SELECT max(id) FROM ledger.journals
                                WHERE id > s.known AND id <= s.known + (s.beyond - s.known) / 2),
                              (SELECT min(id) FROM ledger.journals
                                WHERE id > s.known + (s.beyond - s.known) / 2 AND id < s.beyond)
                            ) LIMIT 1) AS probe
    )
    SELECT max(known)::text AS id FROM search`.execute(books);
  return rows[0]?.id ?? '0';
}

/** The moments a day in UTC begins and ends. */
export function momentsOf({ from, to }: { readonly from: string; readonly to: string }) {
  return {
    from: new Date(`${from}T00:00:00.000Z`),
    until: new Date(Date.parse(`${to}T00:00:00.000Z`) + 86_400_000),
  };
}
