import type { QuoteView, SwapDirectionView } from '@tern/contracts/routes/swaps';
import { expect, test } from 'vitest';
import {
  changeToken,
  chooseTokens,
  findDirection,
  findMost,
  isWorse,
  listGiven,
  listTaken,
  readSwapAmount,
} from './swap-form.ts';

const direction = (
  assetOut: SwapDirectionView['assetOut'],
  assetIn: SwapDirectionView['assetIn'],
): SwapDirectionView => ({
  assetOut,
  assetIn,
  basis: [],
  mid: { numerator: '1', denominator: '1' },
  minimum: '1000000',
  maximum: '50000000',
  closed: null,
});
const directions = [
  direction('reward', 'usdt'),
  direction('usdt', 'reward'),
  direction('trx', 'usdt'),
  direction('usdt', 'trx'),
];
const empty = { amount: '', isMax: false };

test('a swap begins with the reward token, or with what the link names', () => {
  expect(chooseTokens(directions, { assetOut: undefined, assetIn: undefined })).toEqual({
    assetOut: 'reward',
    assetIn: 'usdt',
  });
  expect(chooseTokens(directions, { assetOut: 'usdt', assetIn: 'trx' })).toEqual({ assetOut: 'usdt', assetIn: 'trx' });
  // TRX is not swapped into the reward token here.
  expect(chooseTokens(directions, { assetOut: 'trx', assetIn: 'reward' })).toEqual({
    assetOut: 'trx',
    assetIn: 'usdt',
  });
  expect(chooseTokens([], { assetOut: 'trx', assetIn: 'usdt' })).toBeUndefined();
});

test('tokens are those of the pairs', () => {
  expect(listGiven(directions)).toEqual(['reward', 'usdt', 'trx']);
  expect(listTaken(directions, 'usdt')).toEqual(['reward', 'trx']);
  expect(findDirection(directions, { assetOut: 'trx', assetIn: 'reward' })).toBeUndefined();
});

test('choosing the token of the other side turns the swap around', () => {
  const form = { assetOut: 'usdt', assetIn: 'trx', amount: '5', isMax: false } as const;
  expect(changeToken(form, { side: 'given', assetId: 'trx' }, directions)).toEqual({
    assetOut: 'trx',
    assetIn: 'usdt',
    ...empty,
  });
  expect(changeToken(form, { side: 'taken', assetId: 'reward' }, directions)).toEqual({ ...form, assetIn: 'reward' });
  expect(changeToken(form, { side: 'given', assetId: 'usdt' }, directions)).toBe(form);
});

test.each([
  ['', 'AMOUNT_REQUIRED'],
  ['1,5', 'AMOUNT_INVALID'],
  ['1.1234567', 'AMOUNT_INVALID'],
  ['0', 'AMOUNT_INVALID'],
  ['0.999999', 'AMOUNT_BELOW_MINIMUM'],
  ['1', undefined],
  ['30', undefined],
  ['30.000001', 'INSUFFICIENT_BALANCE'],
  ['50.000001', 'AMOUNT_ABOVE_MAXIMUM'],
])('of %j the form says %s', (plain, code) => {
  const terms = { direction: direction('usdt', 'trx'), decimals: 6, available: '30000000' };
  expect(readSwapAmount(plain, terms).problem?.code).toBe(code);
});

test('Max is what is there, and no more than the pair takes', () => {
  const terms = { direction: direction('usdt', 'trx'), decimals: 6 };
  expect(findMost({ ...terms, available: '30000000' })).toBe(30_000_000n);
  expect(readSwapAmount('max', { ...terms, available: '90000000' })).toEqual({
    units: 50_000_000n,
    problem: undefined,
  });
  expect(readSwapAmount('max', { ...terms, available: '0' }).problem?.code).toBe('INSUFFICIENT_BALANCE');
});

test('a closed pair says so itself: its bounds accuse nobody', () => {
  const closed = { ...direction('usdt', 'trx'), minimum: '0', maximum: '0', closed: 'prices' as const };
  expect(readSwapAmount('5', { direction: closed, decimals: 6, available: '0' }).problem).toBeUndefined();
});

test('a newer quote is looked at again where it gives less, not where it gives more', () => {
  const quote = { amountIn: '100', reward: '5' } as QuoteView;
  expect(isWorse({ ...quote, amountIn: '101' }, quote)).toBe(false);
  expect(isWorse({ ...quote, amountIn: '99' }, quote)).toBe(true);
  expect(isWorse({ ...quote, reward: '4' }, quote)).toBe(true);
  expect(isWorse(quote, quote)).toBe(false);
});
