import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { amountInput, assetField, currencyField, idField, priceAlertIdField, timeField } from '../fields.ts';
import { priceView } from './wallets.ts';

/** `above`: the price is there or higher. `below`: there or lower. */
export const alertDirection = z.enum(['above', 'below']);
export type AlertDirection = z.infer<typeof alertDirection>;

export const priceAlertView = z.object({
  id: idField,
  assetId: assetField,
  /** What both prices are in, for one whole coin. */
  unit: currencyField,
  direction: alertDirection,
  /** Plain decimal. */
  target: z.string(),
  setAt: timeField,
  /** When and at which price it was reached, cut after eight decimals; null while it waits. */
  reached: z.object({ at: timeField, price: z.string() }).nullable(),
});
export type PriceAlertView = z.infer<typeof priceAlertView>;

export const priceAlertsView = z.object({
  /** Null while no source has said one. */
  price: priceView.nullable(),
  /** Whether alerts are judged by it now: enough sources said it within a minute, and they agree. */
  judged: z.boolean(),
  /** Those of this asset: first those that wait, then those that were reached, the newest first. */
  alerts: z.array(priceAlertView),
  /** How many the person has of all assets, and may have. */
  used: z.number().int(),
  limit: z.number().int(),
});
export type PriceAlertsView = z.infer<typeof priceAlertsView>;

const settingProblems = [
  'AGREEMENT_REQUIRED',
  'CURRENCY_UNKNOWN',
  'ALERT_PRICE_REACHED',
  'ALERT_PRICE_FIXED',
  'ALERT_PRICE_UNKNOWN',
] as const;

export const priceAlertRoutes = {
  listPriceAlerts: oc
    .route({ method: 'GET', path: '/price-alerts', summary: 'Price alerts of one asset', tags: ['price alerts'] })
    .input(z.object({ assetId: assetField }))
    .output(priceAlertsView)
    .errors(declareProblems()),

  addPriceAlert: oc
    .route({ method: 'POST', path: '/price-alerts', summary: 'Wait for a price', tags: ['price alerts'] })
    .input(z.strictObject({ assetId: assetField, unit: currencyField, direction: alertDirection, target: amountInput }))
    .output(priceAlertView)
    .errors(declareProblems('ALERT_PRICE_INVALID', 'ALERT_SET_ALREADY', 'ALERT_LIMIT_REACHED', ...settingProblems)),

  resetPriceAlert: oc
    .route({
      method: 'POST',
      path: '/price-alerts/{id}/reset',
      summary: 'Wait again for a price that was reached',
      tags: ['price alerts'],
    })
    .input(z.strictObject({ id: priceAlertIdField }))
    .output(priceAlertView)
    .errors(declareProblems(...settingProblems)),

  removePriceAlert: oc
    .route({
      method: 'POST',
      path: '/price-alerts/{id}/remove',
      summary: 'Wait for a price no longer',
      tags: ['price alerts'],
    })
    .input(z.strictObject({ id: priceAlertIdField }))
    .output(z.object({}))
    .errors(declareProblems()),
};
