import { assert } from '@tern/base/assert';
import type { DbTx } from '@tern/db/database';
import { openCustomerAccounts } from '@tern/ledger/account';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { LedgerError } from '@tern/ledger/error';
import type { AccountId, JournalId } from '@tern/ledger/ids';
import type { PostedJournal, PostJournalInput } from '@tern/ledger/post-journal';
import { postJournals, type BatchedJournal, type BatchReply } from '@tern/ledger/post-journals';
import { rememberHouseAccounts } from '@tern/ledger/remember-house-accounts';
import type { AssetId } from '@tern/money/asset';
import { subtract } from '@tern/money/units';
import type { FindAccount } from './swap-facts.ts';
import type { StoredQuote } from './swap.ts';

type Leg = PostJournalInput['legs'][number];

/** A swap's journal, or why the ledger refused; `halfPosted` where it took the other part: then nothing may stay. */
export type PostedSwap =
  | { readonly journalId: JournalId }
  | { readonly error: LedgerError; readonly halfPosted: boolean };

/**
 * Posts swaps and what their fees give to the swappers, in one call; opens the accounts that `findAccount` does not find.
 * The account of an `exceeds-available` tells whose money it was.
 */
export async function postSwaps(
  tx: DbTx,
  quotes: readonly StoredQuote[],
  findAccount: FindAccount,
): Promise<readonly PostedSwap[]> {
  const accounts = await openSwapAccounts(tx, quotes, findAccount);
  const swaps = [];
  for (const quote of quotes) {
    const swap = await swapJournal(quote, accounts);
    swaps.push(quote.swapperReward > 0n ? [swap, await rewardJournal(quote, accounts)] : [swap]);
  }
  const replies = await postJournals(tx, swaps.flat());
  let next = 0;
  return swaps.map(({ length }) => outcomeOf(replies.slice(next, (next += length))));
}

function outcomeOf(replies: readonly BatchReply[]): PostedSwap {
  const [swap] = replies;
  assert(swap !== undefined, 'the ledger answers for each');
  const errors = replies.filter((reply) => reply instanceof LedgerError);
  const [error] = errors;
  if (error !== undefined) return { error, halfPosted: errors.length < replies.length };
  return { journalId: (swap as PostedJournal).journalId };
}

type SwapAccounts = {
  readonly customer: (quote: StoredQuote, asset: AssetId) => AccountId;
  readonly house: (code: HouseAccountCode, asset: AssetId) => Promise<AccountId>;
};

async function openSwapAccounts(
  tx: DbTx,
  quotes: readonly StoredQuote[],
  findAccount: FindAccount,
): Promise<SwapAccounts> {
  const missing = quotes.flatMap(({ personId, walletId, assetOut, assetIn }) =>
    [assetOut, assetIn].flatMap((asset) => (findAccount(walletId, asset) ? [] : [{ personId, walletId, asset }])),
  );
  const ids = await openCustomerAccounts(tx, missing);
  const opened = new Map(missing.map(({ walletId, asset }, at) => [`${walletId} ${asset}`, ids[at]]));
  return {
    customer: ({ walletId }, asset) => {
      const id = findAccount(walletId, asset)?.id ?? opened.get(`${walletId} ${asset}`);
      assert(id !== undefined, 'both accounts of a swap are open');
      return id;
    },
    house: rememberHouseAccounts(tx),
  };
}

async function swapJournal(quote: StoredQuote, { customer, house }: SwapAccounts): Promise<BatchedJournal> {
  const { assetOut, assetIn } = quote;
  const [giver, taker] = [customer(quote, assetOut), customer(quote, assetIn)];
  const [liquidityOut, liquidityIn] = [await house('liquidity', assetOut), await house('liquidity', assetIn)];
  const income = await house('fee-income', assetOut);
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
        debit: await house('liquidity', 'reward'),
        credit: await house('reward-pool', 'reward'),
        asset: 'reward',
        amount: quote.poolReward,
        code: 'pool-share',
      },
    );
  }
  return { key: `swap:${quote.id}`, kind: 'swap', legs, details: { quoteId: quote.id } };
}

async function rewardJournal(quote: StoredQuote, { house }: SwapAccounts): Promise<BatchedJournal> {
  const { assetOut, swapperShare, swapperReward } = quote;
  return {
    key: `swap-reward:${quote.id}`,
    kind: 'swap-reward-accrual',
    legs: [
      {
        debit: await house('fee-income', assetOut),
        credit: await house('liquidity', assetOut),
        asset: assetOut,
        amount: swapperShare,
        code: 'fee-share',
      },
      {
        debit: await house('liquidity', 'reward'),
        credit: await house('swap-rewards', 'reward'),
        asset: 'reward',
        amount: swapperReward,
        code: 'swap-reward',
      },
    ],
    details: { quoteId: quote.id },
  };
}

/** Whether what was missing for a swap was the house's and not the person's. */
export function isHouseShortfall({ particulars }: LedgerError): boolean {
  return particulars['ownerId'] === null;
}
