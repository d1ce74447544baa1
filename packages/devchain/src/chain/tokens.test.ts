import { expect, test } from 'vitest';
import { connect, feeLimit, hexText, newPerson, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

async function usdtOf({ chain, tronWeb }: TestChain) {
  return tronWeb.contract().at(chain.info().contracts.usdt.base58);
}

async function receiptOf({ chain, tronWeb }: TestChain, txId: string) {
  await chain.admin.mine();
  return tronWeb.trx.getUnconfirmedTransactionInfo(txId);
}

test('USDT answers false on success, and the Transfer event tells the truth', async () => {
  const test = await startTestChain();
  const usdt = await usdtOf(test);
  const person = newPerson();
  const info = await receiptOf(test, await usdt['transfer']?.(person.address, 1_000_000).send({ feeLimit }));
  expect(info.receipt.result).toBe('SUCCESS');
  expect(info.contractResult).toEqual(['00'.repeat(32)]);
  expect(info.log).toEqual([
    {
      address: test.chain.info().contracts.usdt.hex.slice(2),
      topics: [
        'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        test.chain.info().accounts.treasury.hex.slice(2).padStart(64, '0'),
        person.hex.slice(2).padStart(64, '0'),
      ],
      data: (1_000_000).toString(16).padStart(64, '0'),
    },
  ]);
  expect(await usdt['balanceOf']?.(person.address).call()).toBe(1_000_000n);
});

test('a token transfer uses 345 bytes, and 15,000 energy less to a holder than to a fresh address', async () => {
  const test = await startTestChain();
  const usdt = await usdtOf(test);
  const person = newPerson();
  const first = await receiptOf(
    test,
    await usdt['transfer']?.(person.address, 1_000_000).send({ feeLimit: 100_000_000 }),
  );
  const second = await receiptOf(test, await usdt['transfer']?.(person.address, 1_000_000).send({ feeLimit }));
  expect(first.receipt.net_usage).toBe(345);
  expect(Number(first.receipt.energy_usage_total) - Number(second.receipt.energy_usage_total)).toBe(15_000);
  expect(first.receipt.energy_fee).toBe(Number(first.receipt.energy_usage_total) * 100);
});

test('a simulation tells what the transfer then uses, and an estimate lies above it as a stock node’s does', async () => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const person = newPerson();
  const parameters = [
    { type: 'address', value: person.address },
    { type: 'uint256', value: 5 },
  ];
  const usdtAddress = chain.info().contracts.usdt.base58;
  const estimate = await tronWeb.transactionBuilder.estimateEnergy(
    usdtAddress,
    'transfer(address,uint256)',
    {},
    parameters,
  );
  const constant = await tronWeb.transactionBuilder.triggerConstantContract(
    usdtAddress,
    'transfer(address,uint256)',
    {},
    parameters,
  );
  const usdt = await usdtOf(test);
  const info = await receiptOf(test, await usdt['transfer']?.(person.address, 5).send({ feeLimit }));
  const used = Number(info.receipt.energy_usage_total);
  expect(constant.energy_used).toBe(used);
  // Twice what was used, halved towards it until one TRX (10,000 energy here) is left.
  let estimated = used * 2;
  while (estimated - used > 10_000) estimated = (estimated + used) / 2;
  expect(estimate.energy_required).toBe(Math.ceil(estimated));
});

test('the owner of USDT may take a fee: the receiver gets less than was sent', async () => {
  const test = await startTestChain();
  const { chain } = test;
  const usdt = await usdtOf(test);
  const [sender, receiver] = [newPerson(), newPerson()];
  await usdt['setParams']?.(10, 1).send({ feeLimit });
  await chain.admin.faucetTrx(sender.address, 100_000_000n);
  await chain.admin.faucetToken('usdt', sender.address, 100_000_000n);
  await chain.admin.mine();
  const held = await usdt['balanceOf']?.(sender.address).call();
  expect(held).toBe(99_900_000n);
  const asSender = await connect(chain, sender.privateKey).contract().at(chain.info().contracts.usdt.base58);
  const info = await receiptOf(test, await asSender['transfer']?.(receiver.address, 50_000_000).send({ feeLimit }));
  expect(info.log?.map(({ data }) => BigInt(`0x${data}`))).toEqual([49_950_000n, 50_000n]);
});

test.each([
  ['blacklisted', 'addBlackList'],
  ['paused', 'pause'],
])('a %s sender is refused by the contract and still pays for the energy', async (reason, method) => {
  const test = await startTestChain();
  const { chain, tronWeb } = test;
  const usdt = await usdtOf(test);
  const sender = newPerson();
  await chain.admin.faucetTrx(sender.address, 100_000_000n);
  await chain.admin.faucetToken('usdt', sender.address, 5_000_000n);
  await usdt[method]?.(...(method === 'pause' ? [] : [sender.address])).send({ feeLimit });
  await chain.admin.mine();
  const asSender = await connect(chain, sender.privateKey).contract().at(chain.info().contracts.usdt.base58);
  const txId = await asSender['transfer']?.(newPerson().address, 1_000_000).send({ feeLimit });
  const info = await receiptOf(test, txId);
  expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
  expect(hexText(info.resMessage)).toBe('REVERT opcode executed');
  expect(hexText(info.contractResult[0])).toContain(reason);
  expect(info.fee).toBeGreaterThan(0);
  expect((await tronWeb.trx.getTransaction(txId)).ret?.[0]?.contractRet).toBe('REVERT');
});

test('the reward token has the name it was given and 18 decimals', async () => {
  const test = await startTestChain({
    productTokenName: 'Longer Than One Word Of Thirty-Two Bytes',
    productTokenSymbol: 'ABC',
  });
  const token = await test.tronWeb.contract().at(test.chain.info().contracts.reward.base58);
  expect(await token['name']?.().call()).toBe('Longer Than One Word Of Thirty-Two Bytes');
  expect(await token['symbol']?.().call()).toBe('ABC');
  expect(await token['decimals']?.().call()).toBe(18n);
  const person = newPerson();
  await test.chain.admin.faucetToken('reward', person.address, 123_456_789_012_345_678_901n);
  await test.chain.admin.mine();
  expect(await token['balanceOf']?.(person.address).call()).toBe(123_456_789_012_345_678_901n);
});
