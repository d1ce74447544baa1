import { toWire } from '@tern/base/to-wire';
import { shownGaps, type GapView, type ReconciliationView } from '@tern/contracts/routes/console-books';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { BooksReader } from './read-books.ts';

const pageDays = 14;

/** Comparisons of the chain with the books by day, newest first, and on the first page what was missing and since when. */
export async function listReconciliations(
  books: BooksReader,
  { before }: { readonly before: string | undefined },
): Promise<{ days: ReconciliationView[]; gaps: GapView[]; next: string | null }> {
  const { rows } = await selectDays(before).execute(books);
  const days = [...new Set(rows.map(({ day }) => day))];
  const shown = new Set(days.slice(0, pageDays));
  return toWire({
    days: rows
      .filter(({ day }) => shown.has(day))
      .map(({ asset_id, block_number, ...row }) => ({ ...row, assetId: asset_id, blockNumber: Number(block_number) })),
    gaps: before === undefined ? await listGaps(books) : [],
    next: days.length > pageDays ? (days[pageDays - 1] ?? null) : null,
  });
}

type Row = Pick<ReconciliationView, 'day' | 'place' | 'comparisons' | 'differing' | 'books' | 'chain'> & {
  readonly asset_id: AssetId;
  readonly block_number: string;
  readonly at: Date;
};

function selectDays(before: string | undefined) {
  return sql<Row>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, place, asset_id, comparisons, differing, books::text AS books,
           chain::text AS chain, block_number, at
      FROM reserve_days
     WHERE day IN (SELECT DISTINCT day FROM reserve_days
                    WHERE ${before ?? null}::date IS NULL OR day < ${before ?? null}::date
                    ORDER BY day DESC LIMIT ${pageDays + 1})
     ORDER BY day DESC, asset_id, place`;
}

async function listGaps(books: BooksReader): Promise<GapView[]> {
  const { rows } = await sql<{
    id: string;
    asset_id: AssetId;
    subject: string;
    missing: string;
    opened_at: Date;
    closed_at: Date | null;
  }>`
    SELECT id, asset_id, subject, missing, opened_at, closed_at FROM reserve_gaps
     ORDER BY closed_at IS NOT NULL, id DESC LIMIT ${shownGaps}`.execute(books);
  return toWire(
    rows.map((row) => ({
      id: row.id,
      assetId: row.asset_id,
      subject: row.subject,
      missing: row.missing,
      openedAt: row.opened_at,
      closedAt: row.closed_at,
    })),
  );
}
