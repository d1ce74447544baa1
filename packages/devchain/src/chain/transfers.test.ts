import { expect, test } from 'vitest';
import { newPerson, startTestChain } from '../testing/test-chain.ts';

test('activating an account by a transfer costs 1.1 TRX and no bandwidth', async () => {
  const { chain, tronWeb, treasury } = await startTestChain();
  const person = newPerson();
  const before = await tronWeb.trx.getUnconfirmedBalance(treasury);
  const { result, txid } = await tronWeb.trx.sendTransaction(person.address, 5_000_000);
  expect(result).toBe(true);
  await chain.admin.mine();
  expect(await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).toEqual({
    id: txid,
    fee: 1_100_000,
    blockNumber: 2,
    blockTimeStamp: Date.UTC(2025, 0, 1) + 6_000,
    contractResult: [''],
    receipt: { net_fee: 100_000 },
  });
  expect(await tronWeb.trx.getUnconfirmedBalance(person.address)).toBe(5_000_000);
  expect(before - (await tronWeb.trx.getUnconfirmedBalance(treasury))).toBe(6_100_000);
});

test('a transfer between active accounts uses free bandwidth while it lasts, then pays 1000 SUN a byte', async () => {
  const { chain, tronWeb } = await startTestChain();
  const faucet = chain.info().accounts.faucet.base58;
  const receipts: unknown[] = [];
  for (const amount of [1_000_000, 1_000_001, 1_000_002]) {
    const { txid } = await tronWeb.trx.sendTransaction(faucet, amount);
    await chain.admin.mine();
    receipts.push((await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).receipt);
  }
  expect(receipts).toEqual([{ net_usage: 267 }, { net_usage: 267 }, { net_fee: 267_000 }]);
});

test('free bandwidth comes back over a day', async () => {
  const { chain, tronWeb, treasury } = await startTestChain();
  const faucet = chain.info().accounts.faucet.base58;
  await tronWeb.trx.sendTransaction(faucet, 1_000_000);
  await chain.admin.mine();
  const used = async () => (await tronWeb.trx.getAccountResources(treasury)).freeNetUsed ?? 0;
  expect(await used()).toBe(267);
  await chain.admin.advanceTime(12 * 60 * 60 * 1000);
  await chain.admin.mine();
  expect(await used()).toBeGreaterThan(130);
  expect(await used()).toBeLessThan(137);
  await chain.admin.advanceTime(13 * 60 * 60 * 1000);
  await chain.admin.mine();
  expect(await used()).toBe(0);
});

test('a memo costs 1 TRX', async () => {
  const { chain, tronWeb } = await startTestChain();
  const unsigned = await tronWeb.transactionBuilder.sendTrx(chain.info().accounts.faucet.base58, 1_000_000);
  const noted = await tronWeb.transactionBuilder.addUpdateData(unsigned, 'rent', 'utf8');
  const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(noted));
  await chain.admin.mine();
  expect((await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).fee).toBe(1_000_000);
});

test('AccountCreate activates without sending', async () => {
  const { chain, tronWeb, treasury } = await startTestChain();
  const person = newPerson();
  const unsigned = await tronWeb.transactionBuilder.createAccount(person.address, treasury);
  const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(unsigned));
  await chain.admin.mine();
  expect((await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).fee).toBe(1_100_000);
  const account = await tronWeb.trx.getUnconfirmedAccount(person.address);
  expect(account).toMatchObject({ address: person.hex, create_time: expect.any(Number) });
  expect(account).not.toHaveProperty('balance');
});
