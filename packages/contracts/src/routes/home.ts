import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { assetField, timeField, unitsField, walletIdField } from '../fields.ts';

export const assetSettings = z.object({
  hidden: z.array(assetField).max(50),
  /** Assets that come first, in this order. */
  firstOnes: z.array(assetField).max(50),
  /** Leaves out what is worth less than one of the currency unit. */
  hideSmall: z.boolean(),
});
export type AssetSettings = z.infer<typeof assetSettings>;

/** How far back a chart reaches: `all` to the first price, or to the first entry of a wallet. */
export const chartRange = z.enum(['day', 'week', 'month', 'year', 'all']);
export type ChartRange = z.infer<typeof chartRange>;

/** Base units of the currency unit, signed. */
const signedUnits = z.string().regex(/^(0|-?[1-9]\d{0,77})$/);

/** What a wallet was worth at equal steps from `from` to `until`, in base units of the currency unit, rounded down. */
export const worthView = z.object({
  from: timeField,
  until: timeField,
  /** When something first moved in the wallet; null where nothing ever has. `from` is never earlier, or than an empty wallet. */
  startedAt: timeField.nullable(),
  /** The last is the total of the overview at the same moment. Null where something held had no price; empty without a start. */
  points: z.array(unitsField.nullable()),
  /** From the first known point to the last. The three parts add up to `amount`; null where there are no two points. */
  change: z
    .object({
      since: timeField,
      amount: signedUnits,
      /** Money that came in or went out, fees included, at the price of its moment. */
      inOut: signedUnits,
      /** Rewards and bonuses at the price of their moment. */
      rewards: signedUnits,
      /** What prices did to the rest. */
      prices: signedUnits,
    })
    .nullable(),
  /** Points before which so much came in or went out that the line shows a step. */
  marks: z.array(z.object({ point: z.number().int(), direction: z.enum(['in', 'out']) })),
  /** Assets held in that time that nobody can value now: they are in no point and not in the total. */
  without: z.array(assetField),
});
export type WorthView = z.infer<typeof worthView>;

/** What prices did in 24 hours, as pages of 2.1.0 ask for it; gone with the release after the next. */
const dayChange = z.object({
  since: timeField,
  amount: signedUnits,
  /** Hundredths of a percent of what was there and came in, towards zero; null where that is nothing. */
  basisPoints: z.number().int().nullable(),
  without: z.array(assetField),
});
export type DayChangeView = z.infer<typeof dayChange>;

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
    .input(z.object({ range: chartRange }))
    .output(priceHistoryView)
    .errors(declareProblems()),

  worth: oc
    .route({
      method: 'GET',
      path: '/wallets/{walletId}/worth',
      summary: 'What a wallet was worth over time, and what changed it',
      tags: ['wallets'],
    })
    .input(z.object({ walletId: walletIdField, range: chartRange }))
    .output(worthView)
    .errors(declareProblems()),

  dayChange: oc
    .route({
      method: 'GET',
      path: '/wallets/{walletId}/day-change',
      summary: 'What prices did to the value of a wallet in 24 hours, for pages of 2.1.0',
      deprecated: true,
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
