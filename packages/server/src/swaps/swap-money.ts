import type { DbTx } from '@tern/db/database';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { LedgerError } from '@tern/ledger/error';
import type { JournalId } from '@tern/ledger/ids';
import type { PostJournalInput } from '@tern/ledger/post-journal';
import { postJournals, type BatchedJournal } from '@tern/ledger/post-journals';
import { subtract } from '@tern/money/units';
import type { StoredQuote } from './swap.ts';

type Leg = PostJournalInput['legs'][number];

/**
 * Posts a swap and what its fee gives to the swapper: both or neither, in one call. Returns the swap's journal. Throws the
 * ledger's refusals; the account of `exceeds-available` tells whose money it was.
 */
export async function postSwap(tx: DbTx, quote: StoredQuote): Promise<JournalId> {
  const journals: BatchedJournal[] = [await swapJournal(tx, quote)];
  if (quote.swapperReward > 0n) journals.push(await rewardJournal(tx, quote));
  const [swap, reward] = await postJournals(tx, journals);
  for (const reply of [swap, reward]) if (reply instanceof LedgerError) throw reply;
  return (swap as Exclude<typeof swap, LedgerError | undefined>).journalId;
}

async function swapJournal(tx: DbTx, quote: StoredQuote): Promise<BatchedJournal> {
  const { assetOut, assetIn, personId, walletId } = quote;
  const giver = await openCustomerAccount(tx, { personId, walletId, asset: assetOut });
  const taker = await openCustomerAccount(tx, { personId, walletId, asset: assetIn });
  const [liquidityOut, liquidityIn] = [
    await houseAccount(tx, 'liquidity', assetOut),
    await houseAccount(tx, 'liquidity', assetIn),
  ];
  const income = await houseAccount(tx, 'fee-income', assetOut);
  const counted = subtract(quote.amountOut, quote.fee);
  const legs: Leg[] = [
    { debit: giver, credit: liquidityOut, asset: assetOut, amount: counted, code: 'swap-in' },
    { debit: giver, credit: income, asset: assetOut, amount: quote.fee, code: 'swap-fee' },
    { debit: liquidityIn, credit: taker, asset: assetIn, amount: quote.amountIn, code: 'swap-out' },
  ];
  if (quote.poolReward > 0n) {
    legs.push(
      { debit: income, credit: liquidityOut, asset: assetOut, amount: quote.poolShare, code: 'fee-share' },
      {
        debit: await houseAccount(tx, 'liquidity', 'reward'),
        credit: await houseAccount(tx, 'reward-pool', 'reward'),
        asset: 'reward',
        amount: quote.poolReward,
        code: 'pool-share',
      },
    );
  }
  return { key: `swap:${quote.id}`, kind: 'swap', legs, details: { quoteId: quote.id } };
}

async function rewardJournal(tx: DbTx, quote: StoredQuote): Promise<BatchedJournal> {
  const { assetOut, swapperShare, swapperReward } = quote;
  const liquidity = async (asset: 'reward' | typeof assetOut) => await houseAccount(tx, 'liquidity', asset);
  return {
    key: `swap-reward:${quote.id}`,
    kind: 'swap-reward-accrual',
    legs: [
      {
        debit: await houseAccount(tx, 'fee-income', assetOut),
        credit: await liquidity(assetOut),
        asset: assetOut,
        amount: swapperShare,
        code: 'fee-share',
      },
      {
        debit: await liquidity('reward'),
        credit: await houseAccount(tx, 'swap-rewards', 'reward'),
        asset: 'reward',
        amount: swapperReward,
        code: 'swap-reward',
      },
    ],
    details: { quoteId: quote.id },
  };
}

/** Whether what was missing for a swap was the house's and not the person's. */
export function wasHouseShort({ particulars }: LedgerError): boolean {
  return particulars['ownerId'] === null;
}
