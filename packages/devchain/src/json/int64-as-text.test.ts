import { expect, test } from 'vitest';
import { stringifyInt64AsText } from './int64-as-text.ts';

test.each([
  [
    { balance: 9_007_199_254_740_993n, list: [{ amount: 5 }] },
    '{"balance":"9007199254740993","list":[{"amount":"5"}]}',
  ],
  [{ id: 2, threshold: 1, keys: [{ weight: 1n }] }, '{"id":2,"threshold":"1","keys":[{"weight":"1"}]}'],
  [{ trx_num: 1, num: 2, precision: 6 }, '{"trx_num":1,"num":2,"precision":6}'],
  [{ num: 1_700_000_000_000 }, '{"num":"1700000000000"}'],
  [{ visible: true, name: 'x', none: null }, '{"visible":true,"name":"x","none":null}'],
])('%o becomes %s', (value, text) => {
  expect(stringifyInt64AsText(value)).toBe(text);
});
