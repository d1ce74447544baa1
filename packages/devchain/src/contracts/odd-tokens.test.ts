import { expect, test } from 'vitest';
import { connect, feeLimit, newPerson, post, startTestChain } from '../testing/test-chain.ts';
import type { OddTokenHabit } from './odd-tokens.ts';

/** A person who has 1000 units of an odd token, and what a transfer of 100 of them to another does. */
async function sendOdd(
  habit: OddTokenHabit,
  before: (methods: Record<string, Method>) => Promise<unknown> = async () => {},
) {
  const test = await startTestChain();
  const { chain } = test;
  const [sender, receiver] = [newPerson(), newPerson()];
  const { address } = await chain.admin.deployOddToken({ habit });
  await chain.admin.mine();
  await chain.admin.faucetTrx(sender.address, 1_000_000_000n);
  await chain.admin.faucetToken(address, sender.address, 1_000n);
  await chain.admin.mine();
  const owner = connect(chain, chain.keys.faucet);
  await before(await owner.contract().at(address));
  await chain.admin.mine();
  const tronWeb = connect(chain, sender.privateKey);
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    address,
    'transfer(address,uint256)',
    { feeLimit },
    [
      { type: 'address', value: receiver.address },
      { type: 'uint256', value: 100 },
    ],
  );
  const { txid } = await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction));
  await chain.admin.mine();
  const info = await tronWeb.trx.getUnconfirmedTransactionInfo(txid);
  const token = await tronWeb.contract().at(address);
  const balanceOf = async (who: string) => Number(await token['balanceOf']?.(who).call());
  return {
    test,
    token,
    result: info.receipt.result,
    returned: info.contractResult[0],
    events: (info.log ?? []).map(({ data }) => Number(`0x${data}`)),
    sender: await balanceOf(sender.address),
    receiver: await balanceOf(receiver.address),
  };
}

type Method = (...values: unknown[]) => { send: (options: { feeLimit: number }) => Promise<string> };

const [yes, no] = [`${'0'.repeat(63)}1`, '0'.repeat(64)];

test('a token of the same symbol is one in everything but its address', async () => {
  const { test, token, ...outcome } = await sendOdd('same-symbol');
  expect(outcome).toEqual({ result: 'SUCCESS', returned: yes, events: [100], sender: 900, receiver: 100 });
  const usdt = await test.tronWeb.contract().at(test.chain.info().contracts.usdt.base58);
  for (const say of ['name', 'symbol', 'decimals'] as const) {
    expect(await token[say]?.().call()).toEqual(await usdt[say]?.().call());
  }
});

test.each<[OddTokenHabit, object]>([
  ['false-on-success', { result: 'SUCCESS', returned: no, events: [100], sender: 900, receiver: 100 }],
  ['true-on-failure', { result: 'SUCCESS', returned: yes, events: [], receiver: 0 }],
  ['fee-on-transfer', { result: 'SUCCESS', returned: yes, events: [99, 1], sender: 890, receiver: 99 }],
  ['reverting', { result: 'REVERT', events: [], sender: 1_000, receiver: 0 }],
  ['lying-event', { result: 'SUCCESS', returned: yes, events: [100], receiver: 0 }],
  ['silent-transfer', { result: 'SUCCESS', returned: yes, events: [], sender: 900, receiver: 100 }],
  ['no-return', { result: 'SUCCESS', returned: '', events: [100], sender: 900, receiver: 100 }],
])('%s', async (habit, expected) => {
  expect(await sendOdd(habit)).toMatchObject(expected);
});

test('rebasing changes what everybody has, without an event', async () => {
  const outcome = await sendOdd('rebasing', async ({ rebase }) => {
    await rebase?.(5_000).send({ feeLimit });
  });
  expect(outcome).toMatchObject({ result: 'SUCCESS', events: [100], sender: 400, receiver: 100 });
});

test('a blacklisting token keeps what is frozen, and its owner can destroy it', async () => {
  const { chain } = await startTestChain();
  const sender = newPerson();
  const { address } = await chain.admin.deployOddToken({ habit: 'blacklisting' });
  await chain.admin.mine();
  await chain.admin.faucetTrx(sender.address, 1_000_000_000n);
  await chain.admin.faucetToken(address, sender.address, 1_000n);
  await chain.admin.mine();
  const asOwner = await connect(chain, chain.keys.faucet).contract().at(address);
  const asSender = await connect(chain, sender.privateKey).contract().at(address);
  await asOwner['setBlackListed']?.(sender.address, true).send({ feeLimit });
  await chain.admin.mine();
  const txId = await asSender['transfer']?.(newPerson().address, 100).send({ feeLimit });
  await asOwner['destroyBlackFunds']?.(sender.address).send({ feeLimit });
  await chain.admin.mine();
  expect(await post(chain, '/wallet/gettransactioninfobyid', { value: txId })).toMatchObject({
    receipt: { result: 'REVERT' },
  });
  expect(await asSender['balanceOf']?.(sender.address).call()).toBe(0n);
});

test('odd tokens are deployed by HTTP too, under any name', async () => {
  const { chain, tronWeb } = await startTestChain();
  const draft = { habit: 'no-return', name: 'Näme', symbol: 'ODD', decimals: '2', supply: '77' };
  const { txId, address } = await post(chain, '/devchain/deploytoken', draft);
  await chain.admin.mine();
  expect(await post(chain, '/wallet/gettransactioninfobyid', { value: txId })).toMatchObject({
    receipt: { result: 'SUCCESS' },
  });
  const token = await tronWeb.contract().at(String(address));
  expect(await token['name']?.().call()).toBe('Näme');
  expect(await token['decimals']?.().call()).toBe(2n);
  expect(await token['balanceOf']?.(chain.info().accounts.faucet.base58).call()).toBe(77n);
  const refused = await post(chain, '/devchain/deploytoken', { habit: 'nosuch' });
  expect(refused['error']).toContain('habit must be one of same-symbol, ');
});
