import * as fields from '@tern/contracts/fields';
import { acceptedVersions } from '@tern/contracts/routes/agreements';
import type { z } from 'zod';

/** What the API references say about the fields that many routes share: units, forms, and who makes them. */
export const fieldDescriptions: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [
    fields.unitsField,
    'An amount in base units, as digits: `"12500000"` is 12.5 of a coin with 6 decimals (USDT, TRX). The reward token has 18.',
  ],
  [
    fields.amountInput,
    'A number as a person types it, in whole coins or units and not in base units: `"12.5"`. Digits with at most one point and no ' +
      'more decimals than the asset has; no signs, exponents or separators. The answer to anything else says what is wrong.',
  ],
  [fields.assetField, '`usdt` and `trx` have 6 decimals, `reward` is the token of the installation, with 18.'],
  [fields.priceSourceField, 'Who says what something costs.'],
  [fields.currencyField, 'Short name of a currency in lower case, such as `usdt`.'],
  [fields.networkField, 'The network that holds the coins.'],
  [fields.timeField, 'A time in UTC, in ISO 8601: `2026-11-21T08:30:00.000Z`.'],
  [fields.dayField, 'A day of UTC that the calendar has, from 2000 on.'],
  [fields.idField, 'A UUID. Ids are compared as text in lower case.'],
  // The fields of all kinds of ids are one object.
  [fields.personIdField, 'A UUID of one thing of the kind that the name says.'],
  [fields.listCursor, '`next` of the answer before: where the former page ended. Nothing else is read.'],
  [fields.languageInput, 'A language as browsers name it, such as `de` or `zh-Hant`.'],
  [fields.codeInput, 'Six ASCII digits.'],
  [fields.loginPasswordInput, 'The login password, as it was typed.'],
  [fields.tradePasswordInput, 'The trade password, as it was typed.'],
  [
    fields.targetInput,
    'A phone number as typed with its area code, or an e-mail address. The server brings both into one form.',
  ],
  [
    fields.idempotencyHeaders,
    'Make one UUID for each thing that shall happen, and repeat it with the same body where no answer came.',
  ],
  [
    acceptedVersions,
    'The versions of user agreement and privacy policy that the person read and ticked, such as `2026-11-26`, which the texts name. ' +
      'Registering without them is refused with TERMS_NOT_ACCEPTED.',
  ],
]);
