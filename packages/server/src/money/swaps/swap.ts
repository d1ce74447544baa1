import type { PersonId, QuoteId, RecordId, SwapId, WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import type { AssetId } from '@tern/money/asset';
import type { Ratio } from '@tern/money/ratio';
import { subtractOrZero, type Units } from '@tern/money/units';
import type { QuoteAmounts } from './quote-amounts.ts';

/** One direction of a pair: `assetOut` is given ("token out"), `assetIn` is taken ("token in"). */
export type Direction = { readonly assetOut: AssetId; readonly assetIn: AssetId };

/** What a person was shown and may confirm, once and for some seconds. */
export type Quote = QuoteAmounts &
  Direction & {
    readonly id: QuoteId;
    readonly personId: PersonId;
    readonly walletId: WalletId;
    /** Given, fee included. */
    readonly amountOut: Units;
    /** Base units taken for one given. */
    readonly mid: Ratio;
    /** Version of the terms it keeps whatever is decided meanwhile; null where it is older than versions. */
    readonly termsVersion: number | null;
    readonly expiresAt: Date;
  };

export type StoredQuote = Quote & {
  readonly used: boolean;
  /** At `judgedAt`, by database time. */
  readonly expired: boolean;
  readonly judgedAt: Date;
};

export type Swap = Direction & {
  readonly id: SwapId;
  readonly quoteId: QuoteId;
  readonly personId: PersonId;
  readonly walletId: WalletId;
  readonly amountOut: Units;
  readonly amountIn: Units;
  readonly fee: Units;
  /** Of the token given. */
  readonly availableAfter: Units;
  /** In reward tokens; zero where none is owed. */
  readonly reward: Units;
  /** Whether a distribution has paid the reward. */
  readonly rewarded: boolean;
  readonly journalId: string;
  readonly recordId: RecordId;
  readonly createdAt: Date;
};

export function renderQuote(quote: Quote, available: Units): QuoteView {
  return toWire({
    id: quote.id,
    walletId: quote.walletId,
    assetOut: quote.assetOut,
    assetIn: quote.assetIn,
    amountOut: quote.amountOut,
    amountIn: quote.amountIn,
    fee: quote.fee,
    spreadPpm: Number(quote.spreadPpm),
    impactPpm: Number(quote.impactPpm),
    reward: quote.swapperReward,
    keeps: subtractOrZero(available, quote.amountOut),
    expiresAt: quote.expiresAt,
  });
}

/** *Completed* where nothing is owed any more, *distributing* while the reward waits for its distribution. */
export function renderSwap(swap: Swap): SwapView {
  return toWire({
    id: swap.id,
    walletId: swap.walletId,
    recordId: swap.recordId,
    assetOut: swap.assetOut,
    assetIn: swap.assetIn,
    amountOut: swap.amountOut,
    amountIn: swap.amountIn,
    fee: swap.fee,
    availableAfter: swap.availableAfter,
    status: swap.reward > 0n && !swap.rewarded ? 'distributing' : 'completed',
    reward: swap.reward,
    ledgerReference: swap.journalId,
    createdAt: swap.createdAt,
  });
}
