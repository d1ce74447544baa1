import { expect, test } from 'vitest';
import type { Devchain } from '../start-devchain.ts';
import { newPerson, post, startTestChain } from '../testing/test-chain.ts';

async function blockIds(chain: Devchain): Promise<string[]> {
  const { block } = await post(chain, '/wallet/getblockbylimitnext', { startNum: 0, endNum: 100 });
  return (block as { blockID: string }[]).map(({ blockID }) => blockID);
}

async function balanceOf(chain: Devchain, hex: string): Promise<unknown> {
  return (await post(chain, '/wallet/getaccount', { address: hex }))['balance'];
}

test('a revert restores blocks, balances, what was pending and chain time, even below the solidified head', async () => {
  const { chain } = await startTestChain({ solidLag: 2 });
  const person = newPerson();
  await chain.admin.faucetTrx(person.address, 5n);
  await chain.admin.mine(2);
  const pending = await chain.admin.faucetTrx(person.address, 7n);
  const snapshot = await chain.admin.snapshot();
  const before = { ids: await blockIds(chain), info: chain.info() };

  await chain.admin.mine(10);
  await chain.admin.faucetTrx(person.address, 100n);
  await chain.admin.advanceTime(60_000);
  await chain.admin.mine();
  expect(await balanceOf(chain, person.hex)).toBe(112);

  await chain.admin.revert(snapshot);
  expect(await blockIds(chain)).toEqual(before.ids);
  expect(chain.info()).toEqual(before.info);
  expect(await balanceOf(chain, person.hex)).toBe(12);
  expect(await post(chain, '/wallet/gettransactionlistfrompending')).toEqual({ txId: [pending] });
  await chain.admin.mine();
  expect(await post(chain, '/wallet/gettransactioninfobyid', { value: pending })).toMatchObject({ blockNumber: 4 });
  await chain.admin.revert(snapshot);
  expect(await blockIds(chain)).toEqual(before.ids);
});

test('after a revert the solid view is the one of then', async () => {
  const { chain } = await startTestChain({ solidLag: 2 });
  const person = newPerson();
  const solidBalance = async () =>
    (await post(chain, '/walletsolidity/getaccount', { address: person.hex }))['balance'];
  for (let block = 0; block < 4; block += 1) {
    await chain.admin.faucetTrx(person.address, 1n);
    await chain.admin.mine();
  }
  expect(await solidBalance()).toBe(2);
  const snapshot = await chain.admin.snapshot();
  await chain.admin.faucetTrx(person.address, 100n);
  await chain.admin.mine(10);
  expect(await solidBalance()).toBe(104);
  await chain.admin.revert(snapshot);
  expect(await solidBalance()).toBe(2);
});

test('a reorganisation replaces blocks above the solidified head and puts their transactions into the new ones', async () => {
  const { chain } = await startTestChain();
  const person = newPerson();
  await chain.admin.mine(3);
  const txId = await chain.admin.faucetTrx(person.address, 5n);
  await chain.admin.mine(2);
  const before = await blockIds(chain);
  await chain.admin.reorganise(3);
  const after = await blockIds(chain);
  expect(after).toHaveLength(before.length + 1);
  expect(after.slice(0, 4)).toEqual(before.slice(0, 4));
  for (const id of before.slice(4)) {
    expect(after).not.toContain(id);
    expect(await post(chain, '/wallet/getblockbyid', { value: id })).toEqual({});
  }
  expect(await post(chain, '/wallet/gettransactioninfobyid', { value: txId })).toMatchObject({ blockNumber: 4 });
  expect(await balanceOf(chain, person.hex)).toBe(5);
});

test('a reorganisation may lose transactions for good', async () => {
  const { chain } = await startTestChain();
  const person = newPerson();
  await chain.admin.mine(3);
  const txId = await chain.admin.faucetTrx(person.address, 5n);
  await chain.admin.mine();
  await chain.admin.reorganise(1, { transactions: 'drop', blocks: 4 });
  expect(chain.info().height).toBe(8);
  expect(await post(chain, '/wallet/gettransactionbyid', { value: txId })).toEqual({});
  expect(await post(chain, '/wallet/getaccount', { address: person.hex })).toEqual({});
});

test('a transaction whose reference block is gone does not come back, one built on a solidified block does', async () => {
  const { chain, tronWeb } = await startTestChain();
  await chain.admin.mine(3);
  // tronweb builds on the head, which the reorganisation replaces; the faucet on the solidified head.
  const { txid } = await tronWeb.trx.sendTransaction(chain.info().accounts.faucet.base58, 5);
  const gift = await chain.admin.faucetTrx(newPerson().address, 5n);
  await chain.admin.mine();
  await chain.admin.reorganise(2);
  expect(await post(chain, '/wallet/gettransactionbyid', { value: txid })).toEqual({});
  expect(await post(chain, '/wallet/gettransactionbyid', { value: gift })).toHaveProperty('txID', gift);
});

test('solidified blocks are never replaced', async () => {
  const { chain } = await startTestChain({ solidLag: 3 });
  await chain.admin.mine(10);
  await expect(chain.admin.reorganise(4)).rejects.toThrow('depth must be from 1 to 3');
  await chain.admin.reorganise(3);
  expect(chain.info()).toMatchObject({ height: 12, solidHeight: 9 });
});
