import { expect, test } from 'vitest';
import { newPerson, post, startTestChain } from '../testing/test-chain.ts';

test('every control works over HTTP', async () => {
  const { chain } = await startTestChain();
  const { address, hex } = newPerson();
  expect(await post(chain, '/devchain/faucet', { address, amount: '5000' })).toEqual({
    txId: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await post(chain, '/devchain/faucet', { address, asset: 'usdt', amount: '7' })).toHaveProperty('txId');
  expect(await post(chain, '/devchain/mine', { blocks: 2 })).toEqual({ height: 3 });
  expect(await post(chain, '/wallet/getaccount', { address: hex })).toMatchObject({ balance: 5_000 });
  expect(await post(chain, '/devchain/deploytoken', { habit: 'no-return' })).toMatchObject({
    address: expect.stringMatching(/^T/),
  });
  expect(await post(chain, '/devchain/walkprice', { steps: 2 })).toEqual({
    txIds: [expect.any(String), expect.any(String)],
  });
  const { id } = await post(chain, '/devchain/snapshot');
  await post(chain, '/devchain/increasetime', { ms: 1_000 });
  await post(chain, '/devchain/settime', { timestampMs: Date.UTC(2027, 0, 1) });
  await post(chain, '/devchain/setparams', { getEnergyFee: 420 });
  await post(chain, '/devchain/mine');
  await post(chain, '/devchain/reorganise', { depth: 1, transactions: 'drop' });
  expect(await post(chain, '/devchain/revert', { id })).toEqual({});
  await post(chain, '/devchain/fault', { kind: 'throttle' });
  expect(await post(chain, '/wallet/getnowblock')).toHaveProperty('Error');
  await post(chain, '/devchain/fault', { clear: true });
  expect(await post(chain, '/devchain/info')).toEqual(JSON.parse(JSON.stringify(chain.info())));
  expect(chain.info()).toMatchObject({ height: 5, pending: 0, network: 'local', mining: 'manual' });
});

test.each([
  ['faucet', { address: 'T', amount: '5' }, 'not a Tron address'],
  ['faucet', { address: newPerson().address, amount: '-5' }, 'whole number'],
  ['faucet', { address: newPerson().address, amount: '0' }, 'greater than 0'],
  ['faucet', { address: newPerson().address, asset: 'gold', amount: '5' }, 'trx, usdt or reward'],
  ['faucet', { address: newPerson().address, amount: '9'.repeat(17) }, 'balance is not sufficient'],
  ['faucet', { address: newPerson().address, asset: 'usdt', amount: '9'.repeat(30) }, 'REVERT'],
  ['mine', { blocks: 0 }, 'blocks must be'],
  ['revert', { id: 'snapshot-9' }, 'no snapshot'],
  ['reorganise', { depth: 5 }, 'depth must be'],
  ['increasetime', { ms: -1 }, 'at least 0'],
  ['settime', { timestampMs: 1 }, 'at least'],
  ['walkprice', { steps: 0 }, 'steps must be'],
  ['deploytoken', { habit: 'good' }, 'habit must be'],
  ['setparams', { getEnergyFee: 0 }, 'must be above 0'],
  ['setparams', { getNothing: 1 }, 'no chain parameter'],
  ['fault', { kind: 'flood' }, 'kind must be'],
  ['fault', { kind: 'refuse', code: 'NO' }, 'code must be'],
])('%s refuses %j', async (name, body, message) => {
  const { chain } = await startTestChain();
  const before = chain.info();
  const response = await fetch(`${chain.url}/devchain/${name}`, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { error: string }).error).toContain(message);
  expect({ ...chain.info(), pending: 0 }).toEqual(before);
});

test('controls need a POST', async () => {
  const { chain } = await startTestChain();
  expect((await fetch(`${chain.url}/devchain/mine`)).status).toBe(400);
  expect((await fetch(`${chain.url}/devchain/info`)).status).toBe(200);
});

test('automatic mining seals a block for each transaction', async () => {
  const { chain, tronWeb } = await startTestChain({ mining: { mode: 'auto' } });
  await chain.admin.faucetTrx(newPerson().address, 5n);
  const { txid } = await tronWeb.trx.sendTransaction(chain.info().accounts.faucet.base58, 5);
  expect(await tronWeb.trx.getUnconfirmedTransactionInfo(txid)).toMatchObject({ blockNumber: 3 });
});
