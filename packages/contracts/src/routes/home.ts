import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, timeField, walletIdField } from '../fields.ts';

/** How the value of a wallet changed in 24 hours through prices alone: what came in or went out is no change. */
const dayChange = z.object({
  since: timeField,
  /** Base units of the currency unit, signed. */
  amount: z.string().regex(/^-?(0|[1-9]\d{0,77})$/),
  /** Hundredths of a percent of what was there and came in, towards zero; null where that is nothing. */
  basisPoints: z.number().int().nullable(),
  /** Assets held in that time that had no price in a part of it: they are left out. */
  without: z.array(assetField),
});
export type DayChangeView = z.infer<typeof dayChange>;

export const assetSettings = z.object({
  hidden: z.array(assetField).max(50),
  /** Assets that come first, in this order. */
  firstOnes: z.array(assetField).max(50),
  /** Leaves out what is worth less than one of the currency unit. */
  hideSmall: z.boolean(),
});
export type AssetSettings = z.infer<typeof assetSettings>;

/** How far back a chart reaches. */
export const priceRange = z.enum(['day', 'week', 'month', 'year']);
export type PriceRange = z.infer<typeof priceRange>;

export const priceHistoryView = z.object({
  from: timeField,
  until: timeField,
  /** One for each asset but the unit itself. */
  series: z.array(
    z.object({
      assetId: assetField,
      /** Plain decimals, USDT for one whole token, at equal steps from `from` to `until`; null where no source said anything. */
      points: z.array(z.string().nullable()),
    }),
  ),
});
export type PriceHistoryView = z.infer<typeof priceHistoryView>;

export const homeRoutes = {
  priceHistory: oc
    .route({
      method: 'GET',
      path: '/prices/history',
      summary: 'What assets cost, at equal steps, with gaps where nobody said',
      tags: ['prices'],
    })
    .input(z.object({ range: priceRange }))
    .output(priceHistoryView)
    .errors(declareProblems()),

  dayChange: oc
    .route({
      method: 'GET',
      path: '/wallets/{walletId}/day-change',
      summary: 'What prices did to the value of a wallet in 24 hours',
      tags: ['wallets'],
    })
    .input(z.object({ walletId: walletIdField }))
    .output(dayChange)
    .errors(declareProblems()),

  assetSettings: oc
    .route({ method: 'GET', path: '/asset-settings', summary: 'How the assets are listed', tags: ['wallets'] })
    .output(assetSettings)
    .errors(declareProblems()),

  setAssetSettings: oc
    .route({ method: 'POST', path: '/asset-settings', summary: 'Change how the assets are listed', tags: ['wallets'] })
    .input(z.strictObject(assetSettings.shape))
    .output(assetSettings)
    .errors(declareProblems('AGREEMENT_REQUIRED')),
};
