import { expect, test } from 'vitest';
import { dropAddresses, listDropped, type Said } from './drop-addresses.ts';

const wallet = (id: string, address: string | null) => ({ id, name: `Wallet ${id}`, address });
const said = (queryKey: readonly unknown[], data: unknown, readAtMs: number): Said => ({ queryKey, data, readAtMs });
const gone = said(['receive', 'w1'], { address: null, confirmations: 19 }, 1000);

test('an address that the server dropped goes out of everything that was read before', () => {
  const dropped = listDropped([gone]);
  const without = (queryKey: readonly unknown[], data: unknown) => dropAddresses(said(queryKey, data, 1000), dropped);
  expect(without(['wallets'], { wallets: [wallet('w1', 'T1'), wallet('w2', 'T2')] })).toEqual({
    wallets: [wallet('w1', null), wallet('w2', 'T2')],
  });
  expect(without(['overview', 'w1'], { wallet: wallet('w1', 'T1'), balances: [] })).toEqual({
    wallet: wallet('w1', null),
    balances: [],
  });
  expect(without(['receive', 'w1'], { address: 'T1', confirmations: 19 })).toEqual(gone.data);
});

test('whichever answer says it, and the last time counts', () => {
  const answers = [
    said(['wallets'], { wallets: [wallet('w1', null), wallet('w2', 'T2')] }, 5),
    said(['overview', 'w1'], { wallet: wallet('w1', null) }, 9),
    said(['overview', 'w3'], { wallet: wallet('w3', null) }, 7),
  ];
  expect(listDropped(answers)).toEqual(
    new Map([
      ['w1', 9],
      ['w3', 7],
    ]),
  );
});

test('what was read later, is of another wallet, or is no wallet stays as it is', () => {
  const dropped = listDropped([gone]);
  for (const kept of [
    said(['receive', 'w1'], { address: 'T3' }, 1001),
    said(['overview', 'w2'], { wallet: wallet('w2', 'T2') }, 1),
    said(['address-book'], { entries: [{ id: 'w1', address: 'T1' }] }, 1),
    said(['wallets'], { wallets: 'none' }, 1),
    said(['overview', 'w1'], undefined, 1),
    said(['overview', 'w1'], { wallet: null }, 1),
    gone,
  ]) {
    expect(dropAddresses(kept, dropped)).toBe(kept.data);
  }
  expect(listDropped([said(['receive', 'w1'], undefined, 1), said(['wallets'], { wallets: [null, 7] }, 1)])).toEqual(
    new Map(),
  );
});
