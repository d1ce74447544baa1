import { z } from 'zod';
import { amount, integer, list, setting, tronAddress, url } from '../setting.ts';

const usdt = amount(6);
const readers = ['api', 'worker'] as const;
/** Fees and limits people meet: the settings are their first version (docs/decisions/0152). */
const termReaders = ['api', 'console'] as const;
const basisPoints = integer({ from: 0, to: 10_000 });
const pair = z
  .string()
  .regex(/^(usdt|trx|reward)-(usdt|trx|reward)$/, 'two of usdt, trx and reward with a hyphen between');
const country = z.string().regex(/^[A-Z]{2}$/, 'two capital letters, as in ISO 3166');
const ticker = z
  .string()
  .regex(
    /^https?:\/\/\S+ (\/[^\s/]+)+( (\/[^\s/]+)+)?$/,
    'an address, and the JSON pointer of its price, and of its time where it has one',
  );

/** Prices, swaps and what comes back from their fees. Spreads and shares in basis points: 100 are one percent. */
export const swapSettings = {
  PRICE_PAIR_TRX: setting(tronAddress(), {
    describe:
      'Pair of TRX and USDT on chain with the interface of SunSwap version 2. Unset: that of the local chain; elsewhere none.',
    readBy: ['worker'],
  }),
  PRICE_PAIR_REWARD: setting(tronAddress(), {
    describe: 'Pair of the reward token and USDT on chain; unset where there is none.',
    readBy: ['worker'],
  }),
  PRICE_TICKER_TRX: setting(ticker, {
    describe:
      'A public ticker of TRX in USDT: its address, the JSON pointer of the price, and of the time where it has one. docs/prices.md has some.',
    readBy: ['worker'],
  }),
  PRICE_TICKER_REWARD: setting(ticker, {
    describe: 'A public ticker of the reward token in USDT.',
    readBy: ['worker'],
  }),
  PRICE_EVERY_SECONDS: setting(integer({ from: 1, to: 30 }), {
    fallback: '20',
    describe: 'How often each source of prices is asked. A price older than a minute is no longer swapped at.',
    readBy: ['worker'],
  }),
  RATES_URL: setting(url(['https:', 'http:']), {
    describe:
      'Daily rates of currencies in the XML form of the European Central Bank, whose address is https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. Unset: values in currencies are shown at old rates that come with the wallet, with their date.',
    readBy: ['worker'],
  }),
  PRICE_SOURCES_TRX: setting(integer({ from: 1, to: 3 }), {
    fallback: '2',
    describe: 'Sources that have to agree on the price of TRX within one percent before anything is swapped at it.',
    readBy: readers,
  }),
  PRICE_SOURCES_REWARD: setting(integer({ from: 1, to: 3 }), {
    fallback: '1',
    describe: 'The same for the reward token; two as soon as it has a market outside.',
    readBy: readers,
  }),
  SWAP_PAIRS: setting(list(pair, { minLength: 0, maxLength: 3 }), {
    fallback: 'reward-usdt,reward-trx,trx-usdt',
    describe: 'Tokens that are swapped into one another, always in both directions; none closes swaps.',
    readBy: readers,
  }),
  SWAP_MIN: setting(usdt, {
    fallback: '1',
    describe: 'Smallest swap, in USDT-equivalent. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_MAX: setting(usdt, {
    fallback: '20000',
    describe: 'Largest swap, in USDT-equivalent. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_FEE: setting(basisPoints, {
    fallback: '30',
    describe: 'Fee of a swap, in the token given. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_SWAPPER_SHARE: setting(basisPoints, {
    fallback: '2000',
    describe:
      'Part of the fee that comes back to the swapper with the next distribution. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_POOL_SHARE: setting(basisPoints, {
    fallback: '3000',
    describe: 'Part of the fee that goes to the reward pool. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_SPREAD: setting(basisPoints, {
    fallback: '25',
    describe: 'Spread at a calm price. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_SPREAD_SIZE: setting(basisPoints, {
    fallback: '200',
    describe:
      'Spread added for a swap as large as the whole inventory; smaller ones add their part of it. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_SPREAD_MAX: setting(basisPoints, {
    fallback: '1000',
    describe: 'Largest spread there is. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_INVENTORY_SHARE: setting(basisPoints, {
    fallback: '1000',
    describe: 'The most that one swap takes of what the house has of a token. The first value: the console changes it.',
    readBy: termReaders,
  }),
  SWAP_QUOTE_SECONDS: setting(integer({ from: 5, to: 60 }), {
    fallback: '15',
    describe: 'How long a quote holds.',
    readBy: readers,
  }),
  POOL_EVERY_HOURS: setting(
    z
      .string()
      .refine((value) => ['1', '2', '3', '4', '6', '8', '12', '24'].includes(value), 'hours that divide a day')
      .transform(Number),
    {
      fallback: '24',
      describe:
        'How often the reward pool distributes at first, counted from 00:00 UTC; operators decide later ones in the console.',
      readBy: readers,
    },
  ),
  POOL_SHARE: setting(basisPoints, {
    fallback: '1000',
    describe:
      'Part of itself that the pool distributes each time at first; operators decide later ones in the console.',
    readBy: readers,
  }),
  INCENTIVES_CLOSED_IN: setting(list(country, { minLength: 0, maxLength: 250 }), {
    fallback: 'GB',
    describe: 'Countries whose people are given no bonus and no rewards.',
    readBy: readers,
  }),
  COUNTRY_CORRECTION_MINUTES: setting(integer({ from: 0, to: 1_440 }), {
    fallback: '60',
    describe: 'How long people can correct the country they declared. Bonuses are decided after that.',
    readBy: readers,
  }),
};
