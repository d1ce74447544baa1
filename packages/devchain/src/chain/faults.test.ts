import { expect, test } from 'vitest';
import { hexText, newPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';
import { refusalCodes } from './refusal.ts';

async function signed({ tronWeb, chain }: TestChain, amount = 1_000) {
  return tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(chain.info().accounts.faucet.base58, amount));
}

test.each(refusalCodes)('%s on request, once, and nothing is taken', async (code) => {
  const test = await startTestChain();
  const transaction = await signed(test);
  await test.chain.admin.setFault({ kind: 'refuse', code, text: 'as told', times: 1 });
  const reply = await post(test.chain, '/wallet/broadcasttransaction', transaction);
  expect(reply).toEqual({ code, txid: transaction.txID, message: Buffer.from('as told').toString('hex') });
  expect(await post(test.chain, '/wallet/getpendingsize')).toEqual({ pendingSize: 0 });
  expect(await post(test.chain, '/wallet/broadcasttransaction', transaction)).toEqual({
    result: true,
    txid: transaction.txID,
  });
});

test('an accepted transaction can be answered as if it had failed', async () => {
  const test = await startTestChain();
  const transaction = await signed(test);
  await test.chain.admin.setFault({ kind: 'accept-then-refuse', code: 'NOT_ENOUGH_EFFECTIVE_CONNECTION', times: 1 });
  const reply = await post(test.chain, '/wallet/broadcasttransaction', transaction);
  expect(hexText(reply['message'])).toBe('P2P broadcast failed.');
  await test.chain.admin.mine();
  expect(await post(test.chain, '/wallet/gettransactioninfobyid', { value: transaction.txID })).toMatchObject({
    blockNumber: 2,
  });
});

test('the answer to an accepted transaction can be lost', async () => {
  const test = await startTestChain();
  const transaction = await signed(test);
  await test.chain.admin.setFault({ kind: 'lose-answer', times: 1 });
  await expect(post(test.chain, '/wallet/broadcasttransaction', transaction)).rejects.toThrow('fetch failed');
  expect(await post(test.chain, '/wallet/broadcasttransaction', transaction)).toMatchObject({
    code: 'DUP_TRANSACTION_ERROR',
  });
});

test('a held transaction stays pending and out of blocks until it expires', async () => {
  const test = await startTestChain();
  const transaction = await signed(test);
  await test.chain.admin.setFault({ kind: 'hold', times: 1 });
  expect(await post(test.chain, '/wallet/broadcasttransaction', transaction)).toMatchObject({ result: true });
  await test.chain.admin.mine(5);
  expect(await post(test.chain, '/wallet/gettransactionbyid', { value: transaction.txID })).toHaveProperty('txID');
  expect(await post(test.chain, '/wallet/gettransactioninfobyid', { value: transaction.txID })).toEqual({});
  await test.chain.admin.advanceTime(60_000);
  await test.chain.admin.mine();
  expect(await post(test.chain, '/wallet/gettransactionbyid', { value: transaction.txID })).toEqual({});
});

test('a held transaction goes into a block when faults are cleared in time', async () => {
  const test = await startTestChain();
  const transaction = await signed(test);
  await test.chain.admin.setFault({ kind: 'hold' });
  await post(test.chain, '/wallet/broadcasttransaction', transaction);
  await test.chain.admin.mine(3);
  await test.chain.admin.clearFaults();
  await test.chain.admin.mine();
  expect(await post(test.chain, '/wallet/gettransactioninfobyid', { value: transaction.txID })).toMatchObject({
    blockNumber: 5,
  });
});

test('a dropped transaction was accepted and is never heard of again', async () => {
  const test = await startTestChain();
  const transaction = await signed(test);
  await test.chain.admin.setFault({ kind: 'drop', times: 1 });
  expect(await post(test.chain, '/wallet/broadcasttransaction', transaction)).toMatchObject({ result: true });
  await test.chain.admin.mine();
  expect(await post(test.chain, '/wallet/gettransactionbyid', { value: transaction.txID })).toEqual({});
});

test('the solidified head can stand still while blocks go on, and catches up', async () => {
  const { chain } = await startTestChain({ solidLag: 2 });
  await chain.admin.mine(5);
  await chain.admin.setFault({ kind: 'stall-solid' });
  const person = newPerson();
  await chain.admin.faucetTrx(person.address, 5n);
  await chain.admin.mine(10);
  expect(chain.info()).toMatchObject({ height: 16, solidHeight: 4 });
  expect(await post(chain, '/walletsolidity/getaccount', { address: person.hex })).toEqual({});
  await chain.admin.clearFaults();
  expect(chain.info().solidHeight).toBe(14);
  expect(await post(chain, '/walletsolidity/getaccount', { address: person.hex })).toMatchObject({ balance: 5 });
});

test('throttling is a 200 with an Error, and may fall on one path only', async () => {
  const { chain } = await startTestChain();
  await chain.admin.setFault({ kind: 'throttle', path: '/wallet/getaccount', times: 2 });
  const error = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };
  expect(await post(chain, '/wallet/getnowblock')).toHaveProperty('blockID');
  expect(await post(chain, '/wallet/getaccount', {})).toEqual(error);
  expect(await post(chain, '/wallet/getaccount', {})).toEqual(error);
  expect(await post(chain, '/wallet/getaccount', {})).not.toEqual(error);
});

test('another server may answer in the place of the node, or late', async () => {
  const { chain } = await startTestChain();
  await chain.admin.setFault({ kind: 'http', status: 429, body: '<html>slow down</html>', times: 1 });
  const refused = await fetch(`${chain.url}/wallet/getnowblock`);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toBe('<html>slow down</html>');
  await chain.admin.setFault({ kind: 'delay', delayMs: 10_000, times: 1 });
  const late = fetch(`${chain.url}/wallet/getnowblock`, { signal: AbortSignal.timeout(100) });
  await expect(late).rejects.toThrow(/timeout/);
});

test('an answer may never come, or break off in the middle', async () => {
  const { chain } = await startTestChain();
  await chain.admin.setFault({ kind: 'hang', path: '/wallet/getnowblock', times: 1 });
  const silent = fetch(`${chain.url}/wallet/getnowblock`, { signal: AbortSignal.timeout(100) });
  await expect(silent).rejects.toThrow(/timeout/);
  await chain.admin.setFault({ kind: 'cut-answer', times: 1 });
  const cut = await fetch(`${chain.url}/wallet/getnowblock`);
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow('terminated');
  expect(await post(chain, '/wallet/getnowblock')).toHaveProperty('blockID');
});

test('fees spike and fall again, and transactions pay what holds in their block', async () => {
  const { chain, tronWeb } = await startTestChain();
  const usdt = await tronWeb.contract().at(chain.info().contracts.usdt.base58);
  const pay = async () => {
    const txId = await usdt['transfer']?.(newPerson().address, 5).send({ feeLimit: 10_000_000_000 });
    await chain.admin.mine();
    const { receipt } = await tronWeb.trx.getUnconfirmedTransactionInfo(txId);
    return Number(receipt.energy_fee) / Number(receipt.energy_usage_total);
  };
  const told = async () => (await tronWeb.trx.getChainParameters()).find(({ key }) => key === 'getEnergyFee')?.value;
  expect([await pay(), await told()]).toEqual([100, 100]);
  await chain.admin.setParameters({ getEnergyFee: 42_000n, getMemoFee: 0n });
  expect([await pay(), await told()]).toEqual([42_000, 42_000]);
  await chain.admin.setParameters({ getEnergyFee: 100n });
  expect([await pay(), await told()]).toEqual([100, 100]);
  await expect(chain.admin.setParameters({ getEnergyFee: 0n })).rejects.toThrow('getEnergyFee must be above 0');
});
