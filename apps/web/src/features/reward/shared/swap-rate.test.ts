import { expect, test } from 'vitest';
import { rateOf } from './swap-rate.ts';

const usdt = { id: 'usdt', decimals: 6 } as const;
const trx = { id: 'trx', decimals: 6 } as const;
const reward = { id: 'reward', decimals: 18 } as const;

test('the rate is the price of the token that is not the currency unit, whichever way it is swapped', () => {
  const [dollars, tokens] = [
    { units: '300000000', asset: usdt },
    { units: '2939357394000000000000', asset: reward },
  ];
  expect(rateOf(dollars, tokens)).toEqual({ of: reward, price: '0.102063' });
  expect(rateOf(tokens, dollars)).toEqual({ of: reward, price: '0.102063' });
});

test('between two tokens it is that of the one given', () => {
  expect(rateOf({ units: '3000000', asset: trx }, { units: '9000000000000000000', asset: reward })).toEqual({
    of: trx,
    price: '3',
  });
});

test('six digits are shown, cut and never rounded up', () => {
  expect(rateOf({ units: '3000000', asset: trx }, { units: '2000000', asset: usdt })?.price).toBe('0.666666');
  expect(rateOf({ units: '1000000', asset: trx }, { units: '123456789999', asset: usdt })?.price).toBe('123456.78');
  expect(rateOf({ units: '3000000', asset: trx }, { units: '2', asset: usdt })?.price).toBe('0.000000666666');
});

test('of nothing there is no rate', () => {
  expect(rateOf({ units: '0', asset: trx }, { units: '1', asset: usdt })).toBeUndefined();
});
