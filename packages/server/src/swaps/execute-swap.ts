import { crashPoint } from '@tern/base/crash-point';
import { systemClock } from '@tern/base/clock';
import { newOrderedId, type PersonId, type QuoteId, type SwapId } from '@tern/base/ids';
import { DomainError, problem } from '@tern/contracts/problem';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getBalances } from '@tern/ledger/balances';
import { isLedgerError } from '@tern/ledger/error';
import type { JournalId } from '@tern/ledger/ids';
import { unitsToWire, zero } from '@tern/money/units';
import { requireActing } from '../acting-person.ts';
import { findReplies, runIdempotent, type IdempotentRequest } from '../idempotency/public.ts';
import { appendStep, putRecord } from '../records/public.ts';
import { getOwnWallet } from '../wallets/public.ts';
import type { SwapDeps } from './deps.ts';
import { notifyBalances } from './notify-balances.ts';
import { hasMovedAgainstHouse } from './quote-amounts.ts';
import { readMarket } from './read-market.ts';
import { renderSwap, type StoredQuote } from './swap.ts';
import { postSwap, wasHouseShort } from './swap-money.ts';
import { insertSwap, lockQuote, useQuote } from './swap-store.ts';

export type ExecuteSwapInput = {
  readonly personId: PersonId;
  readonly quoteId: QuoteId;
  /** Made by the client before the first sending; the same for every repetition. */
  readonly idempotencyKey: string;
  readonly tradePassword: string;
};

/**
 * Swaps at a quote: the trade password, then the price again, both legs, record and reply in one database transaction, once.
 * The same request again gets the stored reply. Throws the problems the contract lists for this route.
 */
export async function executeSwap(deps: SwapDeps, input: ExecuteSwapInput): Promise<SwapView> {
  const { db } = deps;
  const { personId, quoteId } = input;
  const request: IdempotentRequest = {
    personId,
    key: input.idempotencyKey,
    request: { route: 'execute-swap', quoteId },
  };
  const [earlier] = await findReplies<SwapView>(db.kysely, [request]);
  if (earlier instanceof DomainError) throw earlier;
  if (earlier !== undefined) return earlier;
  await deps.factors.authorizeSwap({ personId, tradePassword: input.tradePassword, action: quoteId });
  crashPoint('s1');
  const reply = await transact(db, (tx) => runIdempotent(tx, request, () => swapAtQuote(deps, tx, input)));
  crashPoint('s3');
  return reply;
}

async function swapAtQuote(deps: SwapDeps, tx: DbTx, { personId, quoteId }: ExecuteSwapInput): Promise<SwapView> {
  requireActing((await deps.factors.lockPeople(tx, [personId])).get(personId));
  const quote = await lockQuote(tx, personId, quoteId);
  if (quote === undefined) throw problem('NOT_FOUND');
  if (quote.used) throw problem('QUOTE_USED');
  if (quote.expired) throw problem('QUOTE_EXPIRED');
  await checkPrice(deps, tx, quote);
  await useQuote(tx, quote.id);
  const journalId = await post(tx, quote);
  crashPoint('s2');
  return await writeSwap(tx, quote, journalId);
}

/** Prices may have parted, stopped, or moved against the house since the quote. */
async function checkPrice(deps: SwapDeps, tx: DbTx, quote: StoredQuote): Promise<void> {
  const { swaps: terms } = await deps.terms.getVersion(tx, quote.termsVersion);
  const market = await readMarket({ ...deps, terms }, tx, quote);
  if ('closed' in market) throw problem('SWAP_CLOSED', { reason: market.closed });
  if (quote.swapperReward > 0n && market.rewardBid === undefined) throw problem('PRICE_CHANGED');
  if (hasMovedAgainstHouse(quote.mid, market.mid, quote.spreadPpm)) throw problem('PRICE_CHANGED');
}

async function post(tx: DbTx, quote: StoredQuote): Promise<JournalId> {
  const available = (await getBalances(tx, { walletId: quote.walletId })).get(quote.assetOut)?.available ?? zero;
  const insufficient = () =>
    problem('INSUFFICIENT_BALANCE', { assetId: quote.assetOut, available: unitsToWire(available) });
  // The common case, told before anything is written. The ledger decides in the end.
  if (quote.amountOut > available) throw insufficient();
  try {
    return await postSwap(tx, quote);
  } catch (error) {
    if (!isLedgerError(error, 'exceeds-available')) throw error;
    throw wasHouseShort(error) ? problem('SWAP_CLOSED', { reason: 'inventory' }) : insufficient();
  }
}

async function writeSwap(tx: DbTx, quote: StoredQuote, journalId: JournalId): Promise<SwapView> {
  const { personId, walletId } = quote;
  const wallet = await getOwnWallet(tx, personId, walletId);
  const id = newOrderedId<SwapId>(systemClock.nowMs());
  const recordId = await putRecord(tx, {
    personId,
    walletId,
    type: 'swap',
    direction: 'out',
    status: 'success',
    settlement: 'internal',
    assetId: quote.assetOut,
    amount: quote.amountOut,
    counter: { assetId: quote.assetIn, amount: quote.amountIn },
    payAddress: wallet.address,
    receiveAddress: wallet.address,
    source: { kind: 'swap', id },
    journalId,
  });
  await appendStep(tx, recordId, 'settled');
  const availableAfter = (await getBalances(tx, { walletId })).get(quote.assetOut)?.available ?? zero;
  const swap = await insertSwap(tx, {
    id,
    quoteId: quote.id,
    personId,
    walletId,
    assetOut: quote.assetOut,
    assetIn: quote.assetIn,
    amountOut: quote.amountOut,
    amountIn: quote.amountIn,
    fee: quote.fee,
    availableAfter,
    reward: quote.swapperReward,
    journalId,
    recordId,
  });
  await notifyBalances(tx, personId, walletId);
  return renderSwap(swap);
}
