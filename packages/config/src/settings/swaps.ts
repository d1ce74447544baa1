import { z } from 'zod';
import { amount, choice, integer, list, setting, tronAddress, url } from '../setting.ts';

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
    'an address, the JSON pointer to the price and, if there is one, the JSON pointer to the time, with spaces between',
  );

/** Prices, swaps and what comes back from their fees. Spreads and shares in basis points: 100 are one percent. */
export const swapSettings = {
  PRICE_PAIR_TRX: setting(tronAddress(), {
    describe:
      'Trading pair of TRX and USDT on chain, with the interface of SunSwap version 2. Unset: the pair of the local chain; on other networks none.',
    readBy: ['worker', 'launch'],
  }),
  PRICE_PAIR_REWARD: setting(tronAddress(), {
    describe: 'Trading pair of the reward token and USDT on chain. Leave it unset if there is none.',
    readBy: ['worker'],
  }),
  PRICE_TICKER_TRX: setting(ticker, {
    describe:
      'A public ticker of TRX in USDT: its address, the JSON pointer to the price, and the JSON pointer to the time if it has one. docs/prices.md has examples.',
    readBy: ['worker'],
  }),
  PRICE_TICKER_TRX_2: setting(ticker, {
    describe: 'A second public ticker of TRX, of another exchange.',
    readBy: ['worker'],
  }),
  PRICE_TICKER_TRX_3: setting(ticker, {
    describe: 'A third public ticker of TRX.',
    readBy: ['worker'],
  }),
  PRICE_TICKER_REWARD: setting(ticker, {
    describe: 'A public ticker of the reward token in USDT.',
    readBy: ['worker'],
  }),
  PRICE_EVERY_SECONDS: setting(integer({ from: 1, to: 30 }), {
    fallback: '20',
    describe: 'Seconds between two requests to each price source. Swaps never use a price that is older than a minute.',
    readBy: ['worker'],
  }),
  RATES_URL: setting(url(['https:', 'http:']), {
    describe:
      'Daily currency rates in the XML format of the European Central Bank, whose address is https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml. Unset: the wallet shows values in currencies at old rates that come with it, with their date.',
    readBy: ['worker'],
  }),
  PRICE_SOURCES_TRX: setting(integer({ from: 1, to: 5 }), {
    fallback: '2',
    describe: 'Number of sources that must agree on the price of TRX within one percent before a swap uses it.',
    readBy: [...readers, 'console'],
  }),
  PRICE_SOURCES_REWARD: setting(integer({ from: 1, to: 3 }), {
    fallback: '1',
    describe:
      'Number of sources that must agree on the price of the reward token within one percent before a swap uses it. Set it to two as soon as the token has an outside market.',
    readBy: [...readers, 'console'],
  }),
  SWAP_PAIRS: setting(list(pair, { minLength: 0, maxLength: 3 }), {
    fallback: 'reward-usdt,reward-trx,trx-usdt',
    describe: 'Pairs of tokens that can be swapped, always in both directions. none closes swaps.',
    readBy: ['api', 'console'],
  }),
  SWAP_MIN: setting(usdt, {
    fallback: '1',
    describe: 'Smallest swap, in USDT-equivalent. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_MAX: setting(usdt, {
    fallback: '20000',
    describe: 'Largest swap, in USDT-equivalent. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_FEE: setting(basisPoints, {
    fallback: '30',
    describe:
      'Fee of a swap in basis points (100 basis points are 1 %), charged in the token that the person gives. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_SWAPPER_SHARE: setting(basisPoints, {
    fallback: '2000',
    describe:
      'Share of the fee that the person who swaps gets back with the next distribution, in basis points. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_POOL_SHARE: setting(basisPoints, {
    fallback: '3000',
    describe:
      'Share of the fee that goes to the reward pool, in basis points. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_SPREAD: setting(basisPoints, {
    fallback: '25',
    describe:
      'Constant part of the spread, in basis points. A swap uses the price of the sources minus the spread; docs/prices.md names the other parts of the spread. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_SPREAD_SIZE: setting(basisPoints, {
    fallback: '200',
    describe:
      'Spread in basis points that is added for a swap that takes the whole inventory of a token, which is what the house has of it for swaps. Smaller swaps add their share of it. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_SPREAD_MAX: setting(basisPoints, {
    fallback: '1000',
    describe: 'Largest possible spread, in basis points. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_INVENTORY_SHARE: setting(basisPoints, {
    fallback: '1000',
    describe:
      'Largest share of the inventory of a token that one swap can take, in basis points. This is the first value; operators change it in the console.',
    readBy: termReaders,
  }),
  SWAP_QUOTE_SECONDS: setting(integer({ from: 5, to: 60 }), {
    fallback: '15',
    describe: 'Seconds for which a quote is valid.',
    readBy: ['api'],
  }),
  POOL_EVERY_HOURS: setting(choice(['1', '2', '3', '4', '6', '8', '12', '24']).transform(Number), {
    fallback: '24',
    describe:
      'Hours between two distributions of the reward pool, counted from 00:00 UTC. This is the first value; operators change it in the console.',
    readBy: ['api', 'console', 'worker'],
  }),
  POOL_SHARE: setting(basisPoints, {
    fallback: '1000',
    describe:
      'Share of the pool that is distributed each time, in basis points. This is the first value; operators change it in the console.',
    readBy: ['api', 'console', 'worker'],
  }),
  INCENTIVES_CLOSED_IN: setting(list(country, { minLength: 0, maxLength: 250 }), {
    fallback: 'GB',
    describe:
      'Closed countries: people there get no bonus and no rewards, and swap without a reward. none: no country is closed.',
    readBy: ['api', 'console', 'worker'],
  }),
  COUNTRY_CORRECTION_MINUTES: setting(integer({ from: 0, to: 1_440 }), {
    fallback: '60',
    describe:
      'Minutes in which people can correct the country that they declared, unless it is a closed one. Bonuses are decided after that.',
    readBy: readers,
  }),
};
