import { oc } from '@orpc/contract';
import { z } from 'zod';
import { declareProblems } from '../declare-problems.ts';
import { currencyField, languageInput, timeField } from '../fields.ts';

export const preferencesView = z.object({
  /** What amounts are valued in. */
  currencyUnit: currencyField,
  /** Whether amounts are shown as dots on every device. */
  hideBalances: z.boolean(),
  /** Where the person says to live: ISO 3166-1 alpha-2; null until declared. */
  country: z.string().nullable(),
  /** Until when the declared country can be corrected; null once it stands. */
  countryCorrectableUntil: timeField.nullable(),
  /** The same as whole seconds from now on, rounded up, whatever the clock of the device says. */
  countryCorrectionSecondsLeft: z.number().int().nullable(),
  /** From when on another country can be declared; null when it can be now. */
  countryFixedUntil: timeField.nullable(),
});
export type PreferencesView = z.infer<typeof preferencesView>;

/** A unit amounts can be valued in, with its rate. */
export const currencyView = z.object({
  unit: currencyField,
  symbol: z.string(),
  /** Plain decimal: USDT for one whole unit; null while nobody says. */
  usdtPrice: z.string().nullable(),
  source: z.enum(['unit', 'operator', 'chain', 'ticker', 'central-bank']),
  /** When the source last confirmed it; null for the unit itself. */
  at: timeField.nullable(),
  stale: z.boolean(),
});
export type CurrencyView = z.infer<typeof currencyView>;

export const preferenceRoutes = {
  preferences: oc
    .route({ method: 'GET', path: '/preferences', summary: 'What the person prefers', tags: ['preferences'] })
    .output(preferencesView)
    .errors(declareProblems()),

  setPreferences: oc
    .route({ method: 'POST', path: '/preferences', summary: 'Change what is given', tags: ['preferences'] })
    .input(
      z.strictObject({
        currencyUnit: currencyField.optional(),
        hideBalances: z.boolean().optional(),
        /** Of mails and text messages. */
        language: languageInput.optional(),
      }),
    )
    .output(preferencesView)
    .errors(declareProblems('CURRENCY_UNKNOWN')),

  declareCountry: oc
    .route({
      method: 'POST',
      path: '/preferences/country',
      summary: 'Say where one lives; needed before the first bonus or reward',
      tags: ['preferences'],
    })
    .input(z.strictObject({ country: z.string().max(8) }))
    .output(preferencesView)
    .errors(declareProblems('AGREEMENT_REQUIRED', 'COUNTRY_UNKNOWN', 'COUNTRY_FIXED', 'COUNTRY_REWARDED')),

  currencies: oc
    .route({
      method: 'GET',
      path: '/currencies',
      summary: 'Units amounts can be valued in, each with the age of its rate',
      tags: ['preferences'],
    })
    .output(z.object({ currencies: z.array(currencyView) }))
    .errors(declareProblems()),
};
