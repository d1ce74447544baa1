import { problem } from '@tern/contracts/problem';
import type { DayView } from '@tern/contracts/routes/console-books';
import { findWrongTotals } from '@tern/ledger/list-totals';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import { readPage } from '../../platform/read-page.ts';
import type { BooksReader } from './read-books.ts';

const pageDays = 31;

type Row = {
  readonly day: string;
  readonly journals: string;
  readonly entries: string;
  readonly root: string;
  readonly totalled: boolean;
  readonly amounts: Readonly<Partial<Record<AssetId, string>>> | null;
};

/** Closed days, newest first: how much there was, and the root that fixes it. */
export async function listDays(
  books: BooksReader,
  { before }: { readonly before: string | undefined },
): Promise<{ days: DayView[]; next: string | null }> {
  const { page, last } = await readPage(
    pageDays,
    async (limit) => (await selectDays(before, limit).execute(books)).rows,
  );
  return {
    days: page.map(({ day, journals, entries, root, totalled, amounts }) => ({
      day,
      journals: Number(journals),
      entries: Number(entries),
      root,
      assets: totalled
        ? Object.entries(amounts ?? {}).map(([assetId, amount]) => ({ assetId: assetId as AssetId, amount }))
        : null,
    })),
    next: last?.day ?? null,
  };
}

function selectDays(before: string | undefined, limit: number) {
  return sql<Row>`
    SELECT to_char(r.day, 'YYYY-MM-DD') AS day, r.journals::text AS journals, r.entries::text AS entries,
           encode(r.root, 'hex') AS root, t.day IS NOT NULL AS totalled,
           (SELECT jsonb_object_agg(s.asset, s.amount::text) FROM (
              SELECT asset, sum(debits) AS amount FROM ledger.day_totals WHERE day = r.day GROUP BY asset) s) AS amounts
      FROM ledger.daily_roots r LEFT JOIN ledger.totalled_days t ON t.day = r.day
     WHERE ${before ?? null}::date IS NULL OR r.day < ${before ?? null}::date
     ORDER BY r.day DESC LIMIT ${limit}`;
}

/** Computes root and totals of a closed day again from its journals and entries. Throws `NOT_FOUND`. */
export async function verifyDay(
  books: BooksReader,
  { day }: { readonly day: string },
): Promise<{ root: string; rootMatches: boolean; wrongTotals: string[] | null }> {
  const { rows } = await sql<{ kept: string; root: string; totalled: boolean }>`
    SELECT encode(r.root, 'hex') AS kept, encode(c.root, 'hex') AS root,
           EXISTS (SELECT FROM ledger.totalled_days t WHERE t.day = r.day) AS totalled
      FROM ledger.daily_roots r CROSS JOIN LATERAL ledger.compute_daily_root(r.day) c WHERE r.day = ${day}::date`.execute(
    books,
  );
  const [found] = rows;
  if (found === undefined) throw problem('NOT_FOUND');
  const wrongTotals = found.totalled ? [...(await findWrongTotals(books, day))] : null;
  return { root: found.root, rootMatches: found.root === found.kept, wrongTotals };
}
