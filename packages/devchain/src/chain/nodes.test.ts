import { TronWeb } from 'tronweb';
import { expect, test } from 'vitest';
import type { DevchainNode, DevchainOptions } from '../start-devchain.ts';
import { newPerson, post, startTestChain } from '../testing/test-chain.ts';

async function startTwo(options: Partial<DevchainOptions> = {}) {
  const test = await startTestChain(options);
  return { ...test, second: await test.chain.addNode() };
}

async function blockIdsOf({ url }: DevchainNode, height: number): Promise<string[]> {
  const { block } = await post({ url }, '/wallet/getblockbylimitnext', { startNum: 0, endNum: height + 1 });
  return (block as { blockID: string }[]).map(({ blockID }) => blockID);
}

test('two nodes show one chain, and what is sent to one is known to both', async () => {
  const { chain, second, tronWeb } = await startTwo();
  const { txid } = await new TronWeb({ fullHost: second.url, privateKey: chain.keys.treasury }).trx.sendTransaction(
    chain.info().accounts.faucet.base58,
    5,
  );
  expect(await post(chain, '/wallet/gettransactionbyid', { value: txid })).toHaveProperty('txID', txid);
  await chain.admin.mine();
  expect((await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).blockNumber).toBe(2);
  expect(await blockIdsOf(second, 2)).toEqual(await blockIdsOf(chain, 2));
});

test('a fault at one node leaves the other alone', async () => {
  const { chain, second } = await startTwo();
  await second.admin.setFault({ kind: 'http', status: 503 });
  await post(chain, '/devchain/fault', { kind: 'throttle', path: '/walletsolidity' });
  expect((await fetch(`${second.url}/wallet/getnowblock`)).status).toBe(503);
  expect(await post(chain, '/wallet/getnowblock')).toHaveProperty('blockID');
  expect(await post(chain, '/walletsolidity/getnowblock')).toHaveProperty('Error');
  await second.admin.clearFaults();
  expect(await post(second, '/walletsolidity/getnowblock')).toHaveProperty('blockID');
  expect(await post(chain, '/walletsolidity/getnowblock')).toHaveProperty('Error');
});

test('what one node holds back the other never heard of, and takes when it is sent there', async () => {
  const { chain, second, tronWeb } = await startTwo();
  await second.admin.setFault({ kind: 'hold', times: 1 });
  const to = chain.info().accounts.faucet.base58;
  const signed = await tronWeb.trx.sign(await tronWeb.transactionBuilder.sendTrx(to, 5));
  expect(await post(second, '/wallet/broadcasttransaction', signed)).toMatchObject({ result: true });
  const query = { value: signed.txID };
  expect(await post(second, '/wallet/gettransactionbyid', query)).toHaveProperty('txID');
  expect(await post(chain, '/wallet/gettransactionbyid', query)).toEqual({});
  expect(await post(second, '/wallet/broadcasttransaction', signed)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
  expect(await post(chain, '/wallet/broadcasttransaction', signed)).toMatchObject({ result: true });
  await chain.admin.mine();
  await second.admin.clearFaults();
  await chain.admin.mine();
  expect(await post(second, '/wallet/gettransactioninfobyid', query)).toMatchObject({ blockNumber: 2 });
});

test('a node may lie behind: its head stays, then follows at a distance, and it never goes back', async () => {
  const { chain, second } = await startTwo({ solidLag: 4 });
  await chain.admin.mine(9);
  await second.admin.setFault({ kind: 'lag-head', blocks: 3 });
  const person = newPerson();
  const txId = await chain.admin.faucetTrx(person.address, 5n);
  await chain.admin.mine();
  expect([second.info().height, second.info().solidHeight]).toEqual([10, 6]);
  expect(await post(second, '/wallet/gettransactionbyid', { value: txId })).toEqual({});
  expect(await post(second, '/wallet/getaccount', { address: person.hex })).toEqual({});
  await chain.admin.mine(6);
  expect([second.info().height, second.info().solidHeight]).toEqual([14, 10]);
  expect(await post(second, '/wallet/getaccount', { address: person.hex })).toMatchObject({ balance: 5 });
  expect(await post(second, '/walletsolidity/getaccount', { address: person.hex })).toEqual({});
  await second.admin.clearFaults();
  expect([second.info().height, second.info().solidHeight]).toEqual([17, 13]);
});

test('the solidified head of one node may lag by some blocks, or stand still', async () => {
  const { chain, second } = await startTwo({ solidLag: 2 });
  await chain.admin.mine(9);
  await second.admin.setFault({ kind: 'lag-solid', blocks: 5 });
  await chain.admin.mine(2);
  expect([chain.info().solidHeight, second.info().solidHeight]).toEqual([10, 8]);
  await chain.admin.mine(10);
  expect([chain.info().solidHeight, second.info().solidHeight]).toEqual([20, 15]);
});

test('a node on another branch shows other blocks, solidifies them, and comes back to the chain', async () => {
  const { chain, second } = await startTwo({ solidLag: 3 });
  await chain.admin.mine(5);
  const person = newPerson();
  const txId = await chain.admin.faucetTrx(person.address, 5n);
  await chain.admin.mine();
  await second.admin.setFault({ kind: 'fork', depth: 2 });
  await chain.admin.mine(6);
  const [own, other] = [await blockIdsOf(chain, 13), await blockIdsOf(second, 13)];
  expect(other).toHaveLength(own.length);
  expect(other.slice(0, 6)).toEqual(own.slice(0, 6));
  for (const id of other.slice(6)) expect(own).not.toContain(id);
  const parents = await Promise.all(
    [7, 8].map(async (num) => {
      const { block_header } = (await post(second, '/walletsolidity/getblockbynum', { num })) as {
        block_header: { raw_data: { parentHash: string } };
      };
      return block_header.raw_data.parentHash;
    }),
  );
  expect(parents).toEqual(other.slice(6, 8));
  expect(await post(second, '/walletsolidity/gettransactioninfobyid', { value: txId })).toEqual({});
  expect(await post(second, '/walletsolidity/getaccount', { address: person.hex })).toEqual({});
  expect(await post(chain, '/walletsolidity/gettransactioninfobyid', { value: txId })).toMatchObject({
    blockNumber: 7,
  });
  await second.admin.clearFaults();
  expect(await blockIdsOf(second, 13)).toEqual(own);
  await expect(second.admin.setFault({ kind: 'fork', depth: 4 })).rejects.toThrow('depth must be from 0 to 3');
});

test('a node may have lost one transaction', async () => {
  const { chain, second } = await startTwo();
  const [lost, kept] = [
    await chain.admin.faucetTrx(newPerson().address, 5n),
    await chain.admin.faucetTrx(newPerson().address, 6n),
  ];
  await chain.admin.mine();
  await second.admin.setFault({ kind: 'conceal', txId: lost });
  const idsOf = async (node: DevchainNode) => {
    const { transactions } = await post(node, '/wallet/getblockbynum', { num: 2 });
    return (transactions as { txID: string }[]).map(({ txID }) => txID);
  };
  expect(await idsOf(chain)).toEqual([lost, kept]);
  expect(await idsOf(second)).toEqual([kept]);
  expect(await post(second, '/wallet/gettransactioninfobyid', { value: lost })).toEqual({});
  expect(await post(second, '/wallet/gettransactioninfobyblocknum', { num: 2 })).toMatchObject([{ id: kept }]);
});

test('wrong faults are refused with the member that is wrong', async () => {
  const { chain } = await startTestChain();
  const refused = async (fault: unknown) => (await post(chain, '/devchain/fault', fault))['error'];
  expect(await refused({ kind: 'nosuch' })).toContain('kind must be one of refuse, ');
  expect(await refused({ kind: 'refuse', code: 'NOSUCH' })).toContain('code must be one of ');
  expect(await refused({ kind: 'http' })).toBe('status must be a whole number from 100 to 599');
  expect(await refused({ kind: 'conceal', txId: 'ab' })).toBe('txId must be 64 hex digits');
  expect(await refused({ kind: 'lag-head', blocks: 0 })).toContain('blocks must be');
  expect(await refused({ kind: 'fork', depth: 99 })).toContain('depth must be from 0 to');
  expect(await refused({ kind: 'hold', times: '1' })).toContain('times must be');
});
