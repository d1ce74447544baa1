import { expect, test } from 'vitest';
import { oneOf, parseSearch, text, uuid } from './search-params.ts';

const shape = { coin: oneOf(['usdt', 'trx'], undefined), filter: oneOf(['all', 'in'], 'all'), to: text(10), id: uuid };
const read = (query: string) => parseSearch(new URLSearchParams(query), shape);

test('reads what fits', () => {
  expect(read('coin=trx&filter=in&to=TQ5m&id=0198c0de-0000-7000-8000-000000000001')).toEqual({
    coin: 'trx',
    filter: 'in',
    to: 'TQ5m',
    id: '0198c0de-0000-7000-8000-000000000001',
  });
});

test('falls back where a value does not fit', () => {
  expect(read('coin=btc&filter=&to=12345678901&id=1')).toEqual({
    coin: undefined,
    filter: 'all',
    to: undefined,
    id: undefined,
  });
  expect(read('to=%00')).toMatchObject({ to: undefined });
});
