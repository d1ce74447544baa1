import { crashPoint } from '@tern/base/crash-point';
import { newId, type PersonId, type QuoteId, type WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { QuoteView } from '@tern/contracts/routes/swaps';
import { transact } from '@tern/db/transact';
import { getBalances } from '@tern/ledger/balances';
import type { AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { ratio } from '@tern/money/ratio';
import { zero, type Units } from '@tern/money/units';
import { getOwnWallet } from '../../people/wallets/public.ts';
import type { SwapDeps } from './deps.ts';
import { isPaired } from './is-paired.ts';
import { quoteAmounts } from './quote-amounts.ts';
import { readMarket } from './read-market.ts';
import { insertQuote } from './swap-store.ts';
import { renderQuote } from './swap.ts';

export type CreateQuoteInput = {
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly assetOut: AssetId;
  readonly assetIn: AssetId;
  /** What is given, as typed. */
  readonly amount: string;
};

/**
 * Fixes the amounts of a swap for some seconds. Nothing is held: the price and the balance are looked at again when it
 * is executed. Throws the problems the contract lists for this route.
 */
export async function createQuote(deps: SwapDeps, input: CreateQuoteInput): Promise<QuoteView> {
  const { db } = deps;
  await deps.limitQuotes(input.personId);
  const wallet = await getOwnWallet(db.kysely, input.personId, input.walletId);
  if (!isPaired(deps.pairs, input)) throw problem('NOT_FOUND');
  const amountOut = readAmount(deps, input);
  const view = await transact(db, async (tx) => {
    const { version: termsVersion, swaps: terms } = await deps.terms.getCurrent(tx);
    const market = await readMarket({ ...deps, terms }, tx, input);
    if ('closed' in market) throw problem('SWAP_CLOSED', { reason: market.closed });
    const { minimum, maximum } = market;
    const bound = (limit: Units) => toWire({ assetId: input.assetOut, limit });
    if (amountOut < minimum) throw problem('AMOUNT_BELOW_MINIMUM', bound(minimum));
    if (amountOut > maximum) throw problem('AMOUNT_ABOVE_MAXIMUM', bound(maximum));
    const available = (await getBalances(tx, { walletId: wallet.id })).get(input.assetOut)?.available ?? zero;
    if (amountOut > available) throw problem('INSUFFICIENT_BALANCE', toWire({ assetId: input.assetOut, available }));
    const rewarded = market.rewardBid !== undefined && (await deps.mayReceiveIncentives(tx, input.personId));
    // Whoever may not be rewarded leaves their part to the house; the pool gets its own in any case.
    const swapperShareBasisPoints = rewarded ? terms.swapperShareBasisPoints : 0n;
    const rewardBid = market.rewardBid ?? ratio(0n, 1n);
    const amounts = quoteAmounts({ ...market, amountOut, rewardBid }, { ...terms, swapperShareBasisPoints });
    const fixed = { id: newId<QuoteId>(), walletId: wallet.id, amountOut, mid: market.mid, termsVersion };
    const quote = { ...input, ...amounts, ...fixed };
    const expiresAt = await insertQuote(tx, quote, { lifetimeMs: deps.quoteLifetimeMs });
    return renderQuote({ ...quote, expiresAt }, available);
  });
  crashPoint('s0');
  return view;
}

function readAmount({ assets }: SwapDeps, { amount, assetOut }: CreateQuoteInput): Units {
  const parsed = parseAmount(amount, assets[assetOut].decimals);
  if ('fault' in parsed) {
    if (parsed.fault === 'empty') throw problem('AMOUNT_REQUIRED');
    throw problem('AMOUNT_INVALID', { fault: parsed.fault });
  }
  if (parsed.units === zero) throw problem('AMOUNT_INVALID', { fault: 'zero' });
  return parsed.units;
}
