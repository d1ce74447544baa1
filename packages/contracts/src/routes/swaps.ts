import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import {
  amountInput,
  assetField,
  idempotencyHeaders,
  idField,
  priceSourceField,
  quoteIdField,
  swapIdField,
  timeField,
  tradePasswordInput,
  unitsField,
  walletIdField,
} from '../fields.ts';
import { swapClosedReason } from '../problems/swaps.ts';

/** Exact: base units taken for one base unit given, as two whole numbers. */
const fraction = z.object({ numerator: z.string(), denominator: z.string() });

/** What a middle price follows from: who says what a token costs, and how long ago the one who said it longest ago did. */
const priceBasis = z.object({ assetId: assetField, sources: z.array(priceSourceField), ageS: z.number().int() });
export type PriceBasisView = z.infer<typeof priceBasis>;

/** One direction of a pair. Both directions exist on the same terms. */
export const swapDirectionView = z.object({
  assetOut: assetField,
  assetIn: assetField,
  /** Middle price before spread and fee; null while the direction is closed. */
  mid: fraction.nullable(),
  /** For each token but the unit; empty while the direction is closed. */
  basis: z.array(priceBasis),
  /** Bounds of what is given. */
  minimum: unitsField,
  maximum: unitsField,
  closed: swapClosedReason.nullable(),
});
export type SwapDirectionView = z.infer<typeof swapDirectionView>;

export const swapTermsView = z.object({
  feeBasisPoints: z.number().int(),
  swapperShareBasisPoints: z.number().int(),
  poolShareBasisPoints: z.number().int(),
  quoteLifetimeS: z.number().int(),
});

export const quoteView = z.object({
  id: idField,
  walletId: idField,
  /** Given ("token out") and taken ("token in"). */
  assetOut: assetField,
  assetIn: assetField,
  amountOut: unitsField,
  /** Exactly this is received, or nothing happens. */
  amountIn: unitsField,
  /** Part of what is given, in the same token. */
  fee: unitsField,
  spreadPpm: z.number().int(),
  /** The part of the spread that comes from the size. */
  impactPpm: z.number().int(),
  /** Reward tokens the swapper gets with the next distribution. */
  reward: unitsField,
  /** What is left to spend of the token given. */
  keeps: unitsField,
  expiresAt: timeField,
});
export type QuoteView = z.infer<typeof quoteView>;

export const swapView = z.object({
  id: idField,
  walletId: idField,
  recordId: idField,
  assetOut: assetField,
  assetIn: assetField,
  amountOut: unitsField,
  amountIn: unitsField,
  fee: unitsField,
  /** Of the token given, after the swap. */
  availableAfter: unitsField,
  /** `distributing`: the swap is done, its reward waits for the next distribution. */
  status: z.enum(['completed', 'distributing']),
  reward: unitsField,
  ledgerReference: z.string(),
  createdAt: timeField,
});
export type SwapView = z.infer<typeof swapView>;

export const swapRoutes = {
  swapOptions: oc
    .route({ method: 'GET', path: '/swaps/options', summary: 'Pairs, prices and bounds of swaps', tags: ['swaps'] })
    .output(z.object({ directions: z.array(swapDirectionView), terms: swapTermsView }))
    .errors(declareProblems()),

  createQuote: oc
    .route({
      method: 'POST',
      path: '/swaps/quotes',
      summary: 'Fix the amounts of a swap for 15 seconds',
      tags: ['swaps'],
    })
    .input(z.strictObject({ walletId: walletIdField, assetOut: assetField, assetIn: assetField, amount: amountInput }))
    .output(quoteView)
    .errors(
      declareProblems(
        'AGREEMENT_REQUIRED',
        'AMOUNT_REQUIRED',
        'AMOUNT_INVALID',
        'AMOUNT_BELOW_MINIMUM',
        'AMOUNT_ABOVE_MAXIMUM',
        'INSUFFICIENT_BALANCE',
        'SWAP_CLOSED',
        'TOO_MANY_REQUESTS',
      ),
    ),

  executeSwap: oc
    .route({
      method: 'POST',
      path: '/swaps/quotes/{quoteId}/execute',
      inputStructure: 'detailed',
      summary: 'Swap at the quote, whole or not at all',
      tags: ['swaps'],
    })
    .input(
      z.object({
        params: z.strictObject({ quoteId: quoteIdField }),
        headers: idempotencyHeaders,
        body: z.strictObject({ tradePassword: tradePasswordInput }),
      }),
    )
    .output(swapView)
    .errors(
      declareProblems(
        'AGREEMENT_REQUIRED',
        'TRADE_PASSWORD_NOT_SET',
        'TRADE_PASSWORD_WRONG',
        'FACTORS_LOCKED',
        'INSUFFICIENT_BALANCE',
        'SWAP_CLOSED',
        'PRICE_CHANGED',
        'QUOTE_EXPIRED',
        'ACCOUNT_FROZEN',
        'QUOTE_USED',
        'IDEMPOTENCY_KEY_REUSED',
      ),
    ),

  listSwaps: oc
    .route({ method: 'GET', path: '/swaps', summary: 'Swaps, newest first, by keyset', tags: ['swaps'] })
    .input(
      z.object({
        status: z.enum(['all', 'completed', 'distributing']).default('all'),
        assetId: assetField.optional(),
        cursor: swapIdField.optional(),
        limit: z.coerce.number().int().min(1).max(100).default(30),
      }),
    )
    .output(z.object({ swaps: z.array(swapView), nextCursor: z.string().nullable() }))
    .errors(declareProblems()),

  swap: oc
    .route({ method: 'GET', path: '/swaps/{id}', summary: 'One swap', tags: ['swaps'] })
    .input(z.object({ id: swapIdField }))
    .output(swapView)
    .errors(declareProblems()),
};
