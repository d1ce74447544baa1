import { expect, test } from 'vitest';
import { deployTill, feeLimit, hexText, newPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { TestChain } from '../testing/test-chain.ts';

async function receiptOf({ chain, tronWeb }: TestChain, txId: string) {
  await chain.admin.mine();
  return tronWeb.trx.getUnconfirmedTransactionInfo(txId);
}

test('tronweb deploys a contract, reads it and writes it', async () => {
  const test = await startTestChain();
  const { contract, address } = await deployTill(test, 2_000_000);
  expect(await contract['stored']?.().call()).toBe(7n);
  expect(await test.tronWeb.trx.getUnconfirmedBalance(address)).toBe(2_000_000);
  const info = await receiptOf(test, await contract['store']?.(11, 'note').send({ feeLimit }));
  expect(info.receipt.result).toBe('SUCCESS');
  expect(await contract['stored']?.().call()).toBe(11n);
  const deployed = await test.tronWeb.trx.getContract(address);
  expect(deployed).toMatchObject({ name: 'Till', consume_user_resource_percent: 100 });
  expect(await test.tronWeb.trx.getUnconfirmedAccount(address)).toMatchObject({ type: 'Contract' });
});

test('TRX that a contract sends shows as an internal transaction and reaches a fresh account', async () => {
  const test = await startTestChain();
  const { contract, address } = await deployTill(test, 10_000_000);
  const person = newPerson();
  const info = await receiptOf(test, await contract['payOut']?.(person.address, 4_000_000).send({ feeLimit }));
  expect(info.internal_transactions).toEqual([
    {
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      caller_address: test.tronWeb.address.toHex(address).toLowerCase(),
      transferTo_address: person.hex,
      callValueInfo: [{ callValue: 4_000_000 }],
      note: Buffer.from('call').toString('hex'),
    },
  ]);
  expect(await test.tronWeb.trx.getUnconfirmedBalance(person.address)).toBe(4_000_000);
});

test('an inner call that failed is rejected and moved nothing, though the transaction succeeded', async () => {
  const test = await startTestChain();
  const { contract } = await deployTill(test, 10_000_000);
  const person = newPerson();
  const info = await receiptOf(test, await contract['tryPayOut']?.(person.address, 4_000_000).send({ feeLimit }));
  expect(info.receipt.result).toBe('SUCCESS');
  expect(info.internal_transactions?.map(({ rejected }) => rejected)).toEqual([true, true]);
  expect(await test.tronWeb.trx.getUnconfirmedAccount(person.address)).toEqual({});
});

test('a contract made by a contract can be destroyed, and what it held is an internal transaction', async () => {
  const test = await startTestChain();
  const { contract } = await deployTill(test);
  const person = newPerson();
  const opened = await receiptOf(test, await contract['openDrawer']?.().send({ feeLimit, callValue: 3_000_000 }));
  const drawer = await contract['drawer']?.().call();
  expect(opened.internal_transactions).toMatchObject([
    {
      transferTo_address: String(drawer).toLowerCase(),
      callValueInfo: [{ callValue: 3_000_000 }],
      note: hex('create'),
    },
  ]);
  const closed = await receiptOf(test, await contract['closeDrawer']?.(person.address).send({ feeLimit }));
  expect(closed.internal_transactions?.map(({ note }) => note)).toEqual([hex('call'), hex('suicide')]);
  expect(await test.tronWeb.trx.getUnconfirmedBalance(person.address)).toBe(3_000_000);
  expect(await post(test.chain, '/wallet/getcontract', { value: drawer })).toEqual({});
});

test('a revert gives its data back and the energy not used', async () => {
  const test = await startTestChain();
  const { contract } = await deployTill(test);
  const info = await receiptOf(test, await contract['payOut']?.(newPerson().address, 1).send({ feeLimit }));
  expect(info).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } });
  expect(info.receipt.energy_usage_total).toBeLessThan(5_000);
  // TooMuch(1, 0): its selector, then both numbers.
  expect(info.contractResult[0]?.slice(8)).toBe(`${'1'.padStart(64, '0')}${'0'.repeat(64)}`);
});

test('OUT_OF_ENERGY burns the whole fee limit', async () => {
  const test = await startTestChain();
  const { contract } = await deployTill(test);
  const info = await receiptOf(test, await contract['burnEnergy']?.().send({ feeLimit: 5_000_000 }));
  expect(info).toMatchObject({
    result: 'FAILED',
    receipt: { result: 'OUT_OF_ENERGY', energy_usage_total: 50_000, energy_fee: 5_000_000 },
  });
  expect(hexText(info.resMessage)).toMatch(/^Not enough energy/);
});

test('a deployment that runs out of energy leaves no contract behind', async () => {
  const test = await startTestChain();
  const { tronWeb, chain } = test;
  const { default: fixtures } = await import('../contracts/fixtures.json', { with: { type: 'json' } });
  const { abi, bytecode } = fixtures.Till;
  const transaction = await tronWeb.transactionBuilder.createSmartContract(
    { abi: abi as never, bytecode, parameters: [7], feeLimit: 100_000, name: 'Till' },
    chain.info().accounts.treasury.hex,
  );
  const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction));
  expect((await receiptOf(test, txid)).receipt.result).toBe('OUT_OF_ENERGY');
  expect(await post(chain, '/wallet/getcontract', { value: transaction.contract_address })).toEqual({});
  expect(await post(chain, '/wallet/getaccount', { address: transaction.contract_address })).toEqual({});
});

test('a constant call of a reverting function answers 200, tells the revert and keeps nothing', async () => {
  const test = await startTestChain();
  const { address } = await deployTill(test);
  const { treasury, chain } = test;
  const reply = await post(chain, '/wallet/triggerconstantcontract', {
    owner_address: treasury,
    contract_address: address,
    function_selector: 'fail()',
    visible: true,
  });
  expect(reply).toMatchObject({
    result: { result: true, message: 'REVERT opcode executed' },
    transaction: { ret: [{ ret: 'FAILED' }] },
  });
  const burning = await post(chain, '/wallet/triggerconstantcontract', {
    owner_address: treasury,
    contract_address: address,
    function_selector: 'burnEnergy()',
    visible: true,
  });
  expect(burning['result']).toMatchObject({ code: 'OTHER_ERROR' });
});

test('calling what is no contract is refused before anything is built', async () => {
  const { chain, treasury } = await startTestChain();
  const call = {
    owner_address: treasury,
    contract_address: newPerson().address,
    function_selector: 'a()',
    visible: true,
  };
  const refusal = { result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'Smart contract is not exist.' } };
  expect(await post(chain, '/wallet/triggersmartcontract', call)).toEqual({
    result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'No contract or not a valid smart contract' },
  });
  expect(await post(chain, '/wallet/triggerconstantcontract', call)).toEqual(refusal);
  expect(await post(chain, '/wallet/estimateenergy', call)).toEqual(refusal);
});

test('plain transfers to a contract are refused', async () => {
  const test = await startTestChain();
  const { address } = await deployTill(test);
  const transaction = await test.tronWeb.transactionBuilder.sendTrx(address, 1_000_000);
  const reply = await test.tronWeb.trx.sendRawTransaction(await test.tronWeb.trx.sign(transaction));
  expect(reply).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' });
  expect(hexText(reply.message)).toBe('Contract validate error : Cannot transfer TRX to a smartContract.');
});

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
