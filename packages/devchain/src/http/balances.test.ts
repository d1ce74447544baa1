import { expect, test } from 'vitest';
import { deployTill, feeLimit, fundPerson, newPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

type Json = Record<string, unknown>;

async function identifierAt(chain: TestChain['chain'], number: number): Promise<Json> {
  const { blockID: hash } = await post(chain, '/wallet/getblockbynum', { num: number });
  return { hash, number };
}

/** Balance and block of the last change, as of a block. */
async function balanceAt(chain: TestChain['chain'], address: string, number: number) {
  const { balance = 0, block_identifier } = await post(chain, '/wallet/getaccountbalance', {
    account_identifier: { address },
    block_identifier: await identifierAt(chain, number),
    visible: true,
  });
  return { balance, at: (block_identifier as Json)['number'] ?? 0 };
}

test('a balance is told as of any block, with the block that changed it last', async () => {
  const { chain } = await startTestChain();
  const { address } = newPerson();
  await chain.admin.faucetTrx(address, 5n);
  await chain.admin.mine(3);
  await chain.admin.faucetTrx(address, 7n);
  await chain.admin.mine(3);
  expect(await balanceAt(chain, address, 1)).toEqual({ balance: 0, at: 0 });
  expect(await balanceAt(chain, address, 2)).toEqual({ balance: 5, at: 2 });
  expect(await balanceAt(chain, address, 4)).toEqual({ balance: 5, at: 2 });
  expect(await balanceAt(chain, address, 5)).toEqual({ balance: 12, at: 5 });
  expect(await balanceAt(chain, address, 7)).toEqual({ balance: 12, at: 5 });
});

test('an account of the first block has what it had then, until its first change and where there is none', async () => {
  const { chain, treasury } = await startTestChain();
  const rich = 1_000_000_000_000_000;
  const { trader } = chain.info().accounts;
  expect(await balanceAt(chain, trader.base58, 1)).toEqual({ balance: rich, at: 0 });
  const { tronWeb } = await fundPerson({ chain }, 100);
  await tronWeb.trx.sendTrx(treasury, 9);
  await chain.admin.mine();
  expect(await balanceAt(chain, treasury, 1)).toEqual({ balance: rich, at: 0 });
  expect(await balanceAt(chain, treasury, 3)).toEqual({ balance: rich + 9, at: 3 });
});

test('a block tells each change of each transaction in order: the fee, what went out, what came in', async () => {
  const { chain, treasury } = await startTestChain();
  const { address, tronWeb } = await fundPerson({ chain }, 100);
  const { txid } = await tronWeb.trx.sendTrx(treasury, 9);
  await chain.admin.mine();
  const block = await post(chain, '/wallet/getblockbalance', { ...(await identifierAt(chain, 3)), visible: true });
  expect(block).toEqual({
    block_identifier: await identifierAt(chain, 3),
    timestamp: expect.any(Number),
    transaction_balance_trace: [
      {
        transaction_identifier: txid,
        operation: [
          { address, amount: -9 },
          { operation_identifier: 1, address: treasury, amount: 9 },
        ],
        type: 'TransferContract',
        status: 'SUCCESS',
      },
    ],
  });
  expect(await post(chain, '/wallet/getblockbalance', await identifierAt(chain, 1))).toEqual({
    block_identifier: await identifierAt(chain, 1),
    timestamp: expect.any(Number),
  });
});

test('what a contract pays out is among the changes, and the changes of a block add up to the fees', async () => {
  const chainTest = await startTestChain();
  const { chain, treasury } = chainTest;
  const { contract } = await deployTill(chainTest, 10_000_000);
  const { address } = newPerson();
  const txId = (await contract['payOut']?.(address, 1_000_000).send({ feeLimit })) as string;
  const height = await chain.admin.mine();
  const { transaction_balance_trace: traces } = await post(chain, '/wallet/getblockbalance', {
    ...(await identifierAt(chain, height)),
    visible: true,
  });
  const [{ operation }] = traces as [{ operation: { address: string; amount: number }[] }];
  expect(operation).toContainEqual(expect.objectContaining({ address, amount: 1_000_000 }));
  const { fee } = await post(chain, '/wallet/gettransactioninfobyid', { value: txId });
  expect(operation.reduce((sum, { amount }) => sum + amount, 0)).toBe(-Number(fee));
  expect((await balanceAt(chain, treasury, height)).at).toBe(height);
});

test('what fees destroyed is their sum; the solidified head knows less, and a reorganisation takes it back', async () => {
  const { chain } = await startTestChain({ solidLag: 2 });
  const burnt = async (root: string) => Number((await post(chain, `${root}/getburntrx`))['burnTrxAmount']);
  expect(await burnt('/wallet')).toBe(0);
  const txIds = [await chain.admin.faucetTrx(newPerson().address, 5n)];
  await chain.admin.mine();
  txIds.push(await chain.admin.faucetTrx(newPerson().address, 5n));
  await chain.admin.mine();
  const fees = [];
  for (const value of txIds) fees.push(Number((await post(chain, '/wallet/gettransactioninfobyid', { value }))['fee']));
  expect(fees).toEqual([1_100_000, 1_100_000]);
  expect([await burnt('/wallet'), await burnt('/walletsolidity')]).toEqual([2_200_000, 0]);
  await chain.admin.mine();
  expect(await burnt('/walletsolidity')).toBe(1_100_000);
  await chain.admin.reorganise(2, { transactions: 'drop' });
  expect(await burnt('/wallet')).toBe(1_100_000);
});
