import type { ChartView } from '@tern/contracts/routes/console-books';
import type { AssetId } from '@tern/money/asset';
import { sql } from 'kysely';
import type { BooksReader } from './read-books.ts';

type Row = {
  readonly class: string;
  readonly side: 'debit' | 'credit';
  readonly guarded: boolean;
  readonly asset: AssetId | null;
  readonly balance: string | null;
  readonly accounts: number;
};

/** Every class of accounts, each with its side and what it has of each asset now, and the kinds of journals. */
export async function showChart(books: BooksReader): Promise<ChartView> {
  const { rows } = await sql<Row>`
    SELECT c.class, c.side, c.guarded, a.asset,
           (CASE c.side WHEN 'credit' THEN 1 ELSE -1 END * sum(a.posted))::text AS balance, count(a.id)::int AS accounts
      FROM ledger.classes c LEFT JOIN ledger.accounts a ON a.class = c.class
     GROUP BY c.class, c.side, c.guarded, a.asset ORDER BY c.class, a.asset`.execute(books);
  const kinds = await sql<{ kind: string }>`SELECT kind FROM ledger.kinds ORDER BY kind`.execute(books);
  return {
    classes: [...Map.groupBy(rows, (row) => row.class).entries()].map(([name, of]) => ({
      class: name,
      side: of[0]?.side ?? 'debit',
      guarded: of[0]?.guarded ?? false,
      assets: of.flatMap(({ asset, balance, accounts }) =>
        asset === null ? [] : [{ assetId: asset, balance: balance ?? '0', accounts }],
      ),
    })),
    kinds: kinds.rows.map(({ kind }) => kind),
  };
}
