import { expect, test } from 'vitest';
import { isGone, isLeftOut, moveUp, orderAssets } from './arrange-assets.ts';

const item = (assetId: 'usdt' | 'trx' | 'reward', value: string | null) => ({ balance: { assetId, value } });
const plain = { hidden: [], firstOnes: [], hideSmall: false };

test('assets stand in the person’s order, the others after them as they were', () => {
  const items = [item('usdt', '0'), item('trx', '0'), item('reward', '0')];
  const order = orderAssets(items, { ...plain, firstOnes: ['reward'] }).map(({ balance }) => balance.assetId);
  expect(order).toEqual(['reward', 'usdt', 'trx']);
});

test('what is worth less than one is small, what has no price is not', () => {
  const small = { ...plain, hideSmall: true };
  expect(isLeftOut(item('trx', '999999'), small)).toBe(true);
  expect(isLeftOut(item('trx', '1000000'), small)).toBe(false);
  expect(isLeftOut(item('reward', null), small)).toBe(false);
  expect(isLeftOut(item('trx', '0'), plain)).toBe(false);
  expect(isLeftOut(item('trx', '5000000'), { ...plain, hidden: ['trx'] })).toBe(true);
});

test('a coin that is closed is gone where nothing of it is held, and never where something is', () => {
  const closing = { from: '2026-11-21T10:00:00.000Z', closed: true };
  expect(isGone({ posted: '0', closing })).toBe(true);
  expect(isGone({ posted: '1', closing })).toBe(false);
  expect(isGone({ posted: '0', closing: { ...closing, closed: false } })).toBe(false);
  expect(isGone({ posted: '0' })).toBe(false);
});

test('moving the first one up changes nothing', () => {
  expect(moveUp(['a', 'b', 'c'], 'c')).toEqual(['a', 'c', 'b']);
  expect(moveUp(['a', 'b', 'c'], 'a')).toEqual(['a', 'b', 'c']);
});
