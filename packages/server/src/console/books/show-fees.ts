import type { FeesView } from '@tern/contracts/routes/console-books';
import { listTotals, type Total } from '@tern/ledger/list-totals';
import { assetIds } from '@tern/money/asset';
import type { BooksReader } from './read-books.ts';

type Period = { readonly from: string; readonly to: string };

/** What people paid in fees and the chain cost the house, for each asset over a period and on each of its days. */
export async function showFees(books: BooksReader, period: Period): Promise<FeesView> {
  const totals = (await listTotals(books, period)).filter(
    (total) => total.class === 'fee-income' || total.class === 'network-cost',
  );
  const days = [...Map.groupBy(totals, ({ day }) => day).entries()];
  return {
    assets: assetIds.flatMap((assetId) => {
      const own = totals.filter(({ asset }) => asset === assetId);
      if (own.length === 0) return [];
      return [{ assetId, sends: countOf(own, 'withdrawal-fee'), swaps: countOf(own, 'swap-fee'), ...sumUp(own) }];
    }),
    days: days.flatMap(([day, ofDay]) =>
      assetIds.flatMap((assetId) => {
        const own = ofDay.filter(({ asset }) => asset === assetId);
        return own.length === 0 ? [] : [{ day, assetId, ...sumUp(own) }];
      }),
    ),
  };
}

function countOf(totals: readonly Total[], code: string): number {
  return totals.filter((total) => total.code === code).reduce((sum, { transfers }) => sum + Number(transfers), 0);
}

function sumUp(totals: readonly Total[]) {
  const income = (code: string): bigint =>
    totals
      .filter((total) => total.class === 'fee-income' && total.code === code)
      .reduce((sum, { credits, debits }) => sum + credits - debits, 0n);
  const [sendFees, swapFees, shared] = [income('withdrawal-fee'), income('swap-fee'), -income('fee-share')];
  const networkCosts = totals
    .filter((total) => total.class === 'network-cost')
    .reduce((sum, { credits, debits }) => sum + debits - credits, 0n);
  const margin = sendFees + swapFees - shared - networkCosts;
  return {
    sendFees: sendFees.toString(),
    swapFees: swapFees.toString(),
    shared: shared.toString(),
    networkCosts: networkCosts.toString(),
    margin: margin.toString(),
  };
}
