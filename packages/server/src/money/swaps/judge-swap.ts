import { assert } from '@tern/base/assert';
import { toWire } from '@tern/base/to-wire';
import { problem, type DomainError } from '@tern/contracts/problem';
import { zero, type Units } from '@tern/money/units';
import { requireActing } from '../../people/accounts/public.ts';
import { hasMovedAgainstHouse } from './quote-amounts.ts';
import type { Market } from './read-market.ts';
import { marketKey, type AskedSwap, type SwapFacts } from './swap-facts.ts';
import type { StoredQuote } from './swap.ts';

/**
 * Judges one swap by the facts of its set, in the order in which refusals are told, and returns the quote it is made at.
 * Throws the problem that speaks against it. A set has one swap of each person, so nothing in it depends on another one but
 * what the house has, which the ledger decides in the end.
 */
export function judgeSwap(
  facts: SwapFacts,
  { personId, sessionId }: AskedSwap,
  quote: StoredQuote | undefined,
): StoredQuote {
  requireActing(facts.people.get(personId));
  if (!facts.openSessions.has(sessionId)) throw problem('LOGIN_EXPIRED');
  if (quote === undefined) throw problem('NOT_FOUND');
  if (quote.used) throw problem('QUOTE_USED');
  if (quote.expired) throw problem('QUOTE_EXPIRED');
  const market = facts.markets.get(marketKey(quote));
  assert(market !== undefined, 'the market of every open quote is read');
  checkPrice(market, quote);
  // People are locked by now, so a declaration came before this and counts, or comes after it.
  if (facts.closed.has(personId)) throw problem('PRICE_CHANGED');
  // The common case, told before anything is written. The ledger decides in the end.
  const available = facts.account(quote.walletId, quote.assetOut)?.available ?? zero;
  if (quote.amountOut > available) throw insufficientBalance(quote, available);
  return quote;
}

/** Prices may have parted, stopped, or moved against the house since the quote. */
function checkPrice(market: Market, quote: StoredQuote): void {
  if ('closed' in market) throw problem('SWAP_CLOSED', { reason: market.closed });
  if (quote.swapperReward > 0n && market.rewardBid === undefined) throw problem('PRICE_CHANGED');
  if (hasMovedAgainstHouse(quote.mid, market.mid, quote.spreadPpm)) throw problem('PRICE_CHANGED');
}

export function insufficientBalance({ assetOut }: StoredQuote, available: Units): DomainError<'INSUFFICIENT_BALANCE'> {
  return problem('INSUFFICIENT_BALANCE', toWire({ assetId: assetOut, available }));
}
