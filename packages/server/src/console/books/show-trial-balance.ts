import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { TrialBalanceView } from '@tern/contracts/routes/console-books';
import { findUnlikeAccounts, readTrialBalance, type TrialBalance } from '@tern/ledger/read-trial-balance';
import { assetIds } from '@tern/money/asset';
import type { BooksReader } from './read-books.ts';

/** So far ahead of this process's clock, nothing can have been posted yet: all of it is before the moment. */
const aheadMs = 24 * 3_600_000;

/** The trial balance before a moment; without one that of now, compared with the balances of the accounts. */
export async function showTrialBalance(
  books: BooksReader,
  { clock, at }: { readonly clock: Clock; readonly at: Date | undefined },
): Promise<TrialBalanceView> {
  const startedMs = performance.now();
  const balance = await readTrialBalance(books, { at: at ?? new Date(clock.nowMs() + aheadMs) });
  const differing = at === undefined ? [...(await findUnlikeAccounts(books, balance))] : null;
  return toWire({
    at: at ?? clock.now(),
    totalledTo: balance.totalledTo ?? null,
    assets: assetIds.flatMap((assetId) => {
      const rows = balance.rows.filter(({ asset }) => asset === assetId);
      return rows.length === 0 ? [] : [{ assetId, ...sumsOf(rows), rows: rows.map(toRow) }];
    }),
    differing,
    tookMs: Math.round(performance.now() - startedMs),
  });
}

type Row = TrialBalance['rows'][number];

function sumsOf(rows: readonly Row[]) {
  const sum = (side: 'debits' | 'credits'): string => rows.reduce((total, row) => total + row[side], 0n).toString();
  return { debits: sum('debits'), credits: sum('credits') };
}

function toRow({ class: of, side, debits, credits }: Row) {
  const balance = side === 'credit' ? credits - debits : debits - credits;
  return { class: of, side, debits: debits.toString(), credits: credits.toString(), balance: balance.toString() };
}
