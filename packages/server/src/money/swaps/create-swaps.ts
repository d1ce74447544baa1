import { assert } from '@tern/base/assert';
import { systemClock } from '@tern/base/clock';
import { crashPoint } from '@tern/base/crash-point';
import { newOrderedId, type SwapId } from '@tern/base/ids';
import { mapOk } from '@tern/base/map-ok';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { DbTx } from '@tern/db/database';
import type { LedgerError } from '@tern/ledger/error';
import type { JournalId } from '@tern/ledger/ids';
import { zero } from '@tern/money/units';
import { putRecords, type RecordWithSteps } from '../../people/records/public.ts';
import { findShownAddress } from '../../people/wallets/public.ts';
import { catchProblem } from '../../platform/catch-problem.ts';
import type { SwapDeps } from './deps.ts';
import { insufficientBalance, judgeSwap } from './judge-swap.ts';
import { readAccounts, readSwapFacts, type AskedSwap, type SwapFacts } from './swap-facts.ts';
import { postSwaps, isHouseShortfall } from './swap-money.ts';
import { insertSwaps, useQuotes } from './swap-store.ts';
import { renderSwap, type StoredQuote } from './swap.ts';

/**
 * Swaps at quotes, at most one of each person, in the caller's transaction: the price again, both legs, record. The number
 * of statements does not grow with the swaps but with the directions they have. For each the swap or the problem that
 * speaks against it; of a refused one no money, record or reply is left. Throws, and nothing of the set may stay, where the
 * ledger took one part of a swap and refused the other.
 */
export async function createSwaps(
  deps: SwapDeps,
  tx: DbTx,
  asked: readonly AskedSwap[],
): Promise<readonly (SwapView | DomainError)[]> {
  const facts = await readSwapFacts(deps, tx, asked);
  const judged = asked.map((each, at) => catchProblem(() => judgeSwap(facts, each, facts.quotes[at])));
  const moved = await mapOk<StoredQuote, Moved, DomainError>(judged, (quotes) => moveMoney(tx, facts, quotes));
  return mapOk<Moved, SwapView, DomainError>(moved, (open) => writeDown(tx, facts, open));
}

/** A swap whose money has moved. */
type Moved = { readonly id: SwapId; readonly quote: StoredQuote; readonly journalId: JournalId };

async function moveMoney(
  tx: DbTx,
  facts: SwapFacts,
  quotes: readonly StoredQuote[],
): Promise<readonly (Moved | DomainError)[]> {
  const posted = await postSwaps(tx, quotes, facts.account);
  return quotes.map((quote, at) => {
    const each = posted[at];
    assert(each !== undefined, 'the ledger answers for each');
    if ('journalId' in each) return { id: newOrderedId<SwapId>(systemClock.nowMs()), quote, ...each };
    const refusal = refusalOf(quote, each.error, facts);
    if (each.halfPosted) throw refusal;
    return refusal;
  });
}

/** Turns the ledger's refusal of an overdraft into the problem a person understands. Throws any other one. */
function refusalOf(quote: StoredQuote, error: LedgerError, { account }: SwapFacts): DomainError {
  if (error.code !== 'exceeds-available') throw error;
  if (isHouseShortfall(error)) return problem('SWAP_CLOSED', { reason: 'inventory' });
  return insufficientBalance(quote, account(quote.walletId, quote.assetOut)?.available ?? zero);
}

async function writeDown(tx: DbTx, facts: SwapFacts, moved: readonly Moved[]): Promise<readonly SwapView[]> {
  crashPoint('s2');
  await useQuotes(
    tx,
    moved.map(({ quote }) => quote),
  );
  const records = await putRecords(
    tx,
    moved.map((each) => recordOf(facts, each)),
    moved.map(({ quote: { personId, walletId } }) => ({ personId, topic: 'balances', ref: walletId })),
  );
  const accountAfter = await readAccounts(
    tx,
    moved.map(({ quote }) => quote.walletId),
  );
  const swaps = await insertSwaps(
    tx,
    moved.map(({ id, quote, journalId }, at) => {
      const record = records[at];
      assert(record !== undefined, 'every swap has a record');
      const { id: quoteId, personId, walletId, assetOut, assetIn, amountOut, amountIn, fee, swapperReward } = quote;
      const availableAfter = accountAfter(walletId, assetOut)?.available ?? zero;
      const amounts = { amountOut, amountIn, fee, availableAfter, reward: swapperReward };
      return { id, quoteId, personId, walletId, assetOut, assetIn, ...amounts, journalId, recordId: record.id };
    }),
  );
  return swaps.map(renderSwap);
}

function recordOf({ wallets }: SwapFacts, { id, quote, journalId }: Moved): RecordWithSteps {
  const { personId, walletId } = quote;
  const wallet = wallets.get(walletId);
  assert(wallet !== undefined, `quote ${quote.id} has a wallet`);
  const address = findShownAddress(wallet);
  return {
    record: {
      personId,
      walletId,
      type: 'swap',
      direction: 'out',
      status: 'success',
      settlement: 'internal',
      assetId: quote.assetOut,
      amount: quote.amountOut,
      counter: { assetId: quote.assetIn, amount: quote.amountIn },
      payAddress: address,
      receiveAddress: address,
      source: { kind: 'swap', id },
      journalId,
    },
    steps: [{ step: 'settled' }],
  };
}
