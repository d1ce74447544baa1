import { expect, test } from 'vitest';
import { findAssets } from './find-assets.ts';

const usdt = {
  id: 'usdt',
  symbol: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  contract: 'TContract',
  networks: ['tron'],
} as const;
const trx = { id: 'trx', symbol: 'TRX', name: 'Tronix', decimals: 6, contract: null, networks: ['tron'] } as const;
const assets = [usdt, trx].map((asset) => ({ ...asset, networks: [...asset.networks] }));
const ids = (typed: string, network?: 'tron') => findAssets(assets, { typed, network }).map(({ id }) => id);

test.each([
  ['', ['usdt', 'trx']],
  ['  ', ['usdt', 'trx']],
  ['tr', ['trx']],
  ['Usd', ['usdt']],
  ['tether', ['usdt']],
  ['TContract', ['usdt']],
  ['tcontract', []],
  ['btc', []],
])('%j finds %j', (typed, found) => {
  expect(ids(typed)).toEqual(found);
});

test('the filter leaves only what lives on the network', () => {
  const elsewhere = { ...usdt, networks: [] };
  expect(findAssets([elsewhere, ...assets], { typed: '', network: 'tron' })).toEqual(assets);
});
