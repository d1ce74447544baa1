import { expect, test } from 'vitest';
import { newPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

type Built = { readonly txID: string; readonly raw_data: { readonly timestamp: number; readonly expiration: number } };

async function buildTen({ chain, treasury }: TestChain, to: string): Promise<Built[]> {
  const request = { owner_address: treasury, to_address: to, amount: 5, visible: true };
  return Promise.all(
    Array.from({ length: 10 }, async () => (await post(chain, '/wallet/createtransaction', request)) as Built),
  );
}

test('ten equal transactions built within a block are all taken', async () => {
  const test = await startTestChain();
  const built = await buildTen(test, newPerson().address);
  expect(new Set(built.map(({ txID }) => txID)).size).toBe(10);
  for (const unsigned of built) {
    const signed = await test.tronWeb.trx.sign(unsigned as never);
    expect(await post(test.chain, '/wallet/broadcasttransaction', signed)).toMatchObject({ result: true });
  }
});

test('where time depends on the blocks alone, the first of equal ones has the time of the head, whatever was asked between', async () => {
  const receiver = newPerson().address;
  const play = async () => {
    const test = await startTestChain();
    const { usdt } = test.chain.info().contracts;
    const call = { owner_address: test.treasury, contract_address: usdt.base58, function_selector: 'symbol()' };
    await post(test.chain, '/wallet/triggerconstantcontract', { ...call, visible: true });
    return (await buildTen(test, receiver)).map(({ raw_data }) => raw_data.timestamp);
  };
  const headMs = Date.UTC(2025, 0, 1) + 3_000;
  expect((await play()).toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => headMs + index));
});

test('with a clock, a built transaction has its time, and expires a minute after the head', async () => {
  let nowMs = Date.UTC(2030, 0, 1);
  const mining = { mode: 'interval', blockMs: 600_000 } as const;
  const test = await startTestChain({ mining, clock: { nowMs: () => nowMs } });
  const headMs = nowMs;
  nowMs += 1_234;
  const [first] = await buildTen(test, newPerson().address);
  expect(first?.raw_data).toMatchObject({ timestamp: headMs + 1_234, expiration: headMs + 60_000 });
});

test('a chain that seals each transaction at once can follow a clock', async () => {
  const nowMs = Date.UTC(2030, 0, 1);
  const mining = { mode: 'auto', blockMs: 600_000 } as const;
  const { chain, tronWeb } = await startTestChain({ mining, clock: { nowMs: () => nowMs } });
  const { txid } = await tronWeb.trx.sendTransaction(newPerson().address, 5);
  const info = await tronWeb.trx.getUnconfirmedTransactionInfo(txid);
  expect(info).toMatchObject({ blockNumber: 2, blockTimeStamp: nowMs + 1 });
  expect(chain.info()).toMatchObject({ mining: 'auto', blockMs: 600_000, height: 2, pending: 0 });
});

test('a chain that seals each transaction at once makes empty blocks too where it follows a clock', async () => {
  const { chain } = await startTestChain({ mining: { mode: 'auto', blockMs: 20 }, solidLag: 1 });
  const txId = await chain.admin.faucetTrx(newPerson().address, 5n);
  await expect
    .poll(() => post(chain, '/walletsolidity/gettransactioninfobyid', { value: txId }))
    .toHaveProperty('id', txId);
});
