import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TronWeb } from 'tronweb';
import { expect, onTestFinished, test } from 'vitest';
import type { Devchain, DevchainOptions } from '../start-devchain.ts';
import { carryOut, connect, feeLimit, newPerson, post, refusalOf, startTestChain } from '../testing/test-chain.ts';
import type { Person, TestChain } from '../testing/test-chain.ts';

const trx = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;

async function refusal(test: Pick<TestChain, 'chain'>, tronWeb: TronWeb, unsigned: unknown): Promise<string> {
  const signed = await tronWeb.trx.sign(unsigned as Parameters<TronWeb['trx']['sign']>[0]);
  const { code, text } = await refusalOf(test, signed);
  expect(code).toBe('CONTRACT_VALIDATE_ERROR');
  return text.replace('Contract validate error : ', '');
}

/** Someone with TRX and a tronweb of their own. */
async function startWithStaker(options: Partial<DevchainOptions> = {}) {
  const test = await startTestChain(options);
  const staker = newPerson();
  await test.chain.admin.faucetTrx(staker.address, 100_000_000_000n);
  await test.chain.admin.mine();
  const tronWeb = connect(test.chain, staker.privateKey);
  const resources = (person: Pick<Person, 'address'> = staker) => tronWeb.trx.getAccountResources(person.address);
  return { ...test, staker, tronWeb, resources };
}

test('staked TRX give their share of the network: one TRX about 10 energy, or 1.6 bytes, a day', async () => {
  const test = await startWithStaker();
  const { tronWeb, staker, resources } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(6_500 * trx, 'ENERGY'));
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(1_000 * trx, 'BANDWIDTH'));
  const weight = 18_000_006_500;
  expect(await resources()).toMatchObject({
    EnergyLimit: Math.floor((6_500 * 180_000_000_000) / weight),
    TotalEnergyWeight: weight,
    NetLimit: Math.floor((1_000 * 43_200_000_000) / 27_000_001_000),
    TotalNetWeight: 27_000_001_000,
    tronPowerLimit: 7_500,
  });
  expect(await tronWeb.trx.getUnconfirmedAccount(staker.address)).toMatchObject({
    balance: (100_000 - 7_500) * trx,
    frozenV2: [{ amount: 1_000 * trx }, { type: 'ENERGY', amount: 6_500 * trx }, { type: 'TRON_POWER' }],
  });
});

test('a contract call takes staked energy first and burns TRX for the rest only; the energy is back after a day', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker, resources } = test;
  await chain.admin.faucetToken('usdt', staker.address, 5_000_000n);
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(4_000 * trx, 'ENERGY'));
  const usdt = await tronWeb.contract().at(chain.info().contracts.usdt.base58);
  const pay = async () => {
    const txId = await usdt['transfer']?.(newPerson().address, 1_000).send({ feeLimit });
    await chain.admin.mine();
    return (await tronWeb.trx.getUnconfirmedTransactionInfo(txId)).receipt;
  };
  const first = await pay();
  expect(first).toMatchObject({ energy_usage: first.energy_usage_total });
  expect(first).not.toHaveProperty('energy_fee');
  const { EnergyUsed, EnergyLimit } = await resources();
  // A block later a little of it is back.
  expect(EnergyUsed).toBe(Number(first.energy_usage_total) - 1);

  const second = await pay();
  const burnt = Number(second.energy_usage_total) - (EnergyLimit - EnergyUsed);
  expect(second).toMatchObject({ energy_usage: EnergyLimit - EnergyUsed, energy_fee: burnt * 100 });

  await chain.admin.advanceTime(dayMs / 2);
  await chain.admin.mine();
  const { EnergyUsed: halfway } = await resources();
  expect(halfway).toBeGreaterThan(EnergyLimit * 0.49);
  expect(halfway).toBeLessThan(EnergyLimit * 0.51);
  await chain.admin.advanceTime(dayMs / 2);
  await chain.admin.mine();
  expect(await resources()).not.toHaveProperty('EnergyUsed');
});

test('the fee limit bounds staked energy too', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker } = test;
  await chain.admin.faucetToken('usdt', staker.address, 5_000_000n);
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(50_000 * trx, 'ENERGY'));
  const usdt = await tronWeb.contract().at(chain.info().contracts.usdt.base58);
  const txId = await usdt['transfer']?.(newPerson().address, 1_000).send({ feeLimit: 1_000_000 });
  await chain.admin.mine();
  const { receipt } = await tronWeb.trx.getUnconfirmedTransactionInfo(txId);
  expect(receipt).toMatchObject({ result: 'OUT_OF_ENERGY', energy_usage: 10_000, energy_usage_total: 10_000 });
});

test('staked bandwidth is used before free bandwidth, and activates an account without the 0.1 TRX', async () => {
  const test = await startWithStaker();
  const { tronWeb, chain, resources } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(1_000 * trx, 'BANDWIDTH'));
  const { freeNetUsed: free } = await resources();
  const { treasury } = chain.info().accounts;
  const plain = await carryOut(test, tronWeb, await tronWeb.transactionBuilder.sendTrx(treasury.base58, 1));
  expect(plain.receipt).toEqual({ net_usage: 265 });
  const activation = await carryOut(test, tronWeb, await tronWeb.transactionBuilder.sendTrx(newPerson().address, 1));
  expect(activation).toMatchObject({ fee: 1_000_000, receipt: { net_usage: 265 } });
  // Nothing free was used: it only came back by a byte meanwhile.
  expect(await resources()).toMatchObject({ freeNetUsed: free - 1, NetUsed: 2 * 265 - 1 });
});

test('delegated energy works for the receiver until it is taken back, and what was used comes back used', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker, resources } = test;
  const receiver = newPerson();
  await chain.admin.faucetTrx(receiver.address, 1_000_000n);
  await chain.admin.faucetToken('usdt', receiver.address, 5_000_000n);
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(10_000 * trx, 'ENERGY'));
  const { EnergyLimit: all } = await resources();
  await carryOut(
    test,
    tronWeb,
    await tronWeb.transactionBuilder.delegateResource(4_000 * trx, receiver.address, 'ENERGY'),
  );
  expect(await resources(receiver)).toMatchObject({ EnergyLimit: Math.floor(all * 0.4) });
  expect((await resources()).EnergyLimit).toBe(Math.floor(all * 0.6));
  expect(await tronWeb.trx.getDelegatedResourceV2(staker.address, receiver.address, { confirmed: false })).toEqual({
    delegatedResource: [{ from: staker.hex, to: receiver.hex, frozen_balance_for_energy: 4_000 * trx }],
  });
  const index = (address: string) => tronWeb.trx.getDelegatedResourceAccountIndexV2(address, { confirmed: false });
  expect(await index(staker.address)).toEqual({ account: staker.hex, toAccounts: [receiver.hex] });
  expect(await index(receiver.address)).toEqual({ account: receiver.hex, fromAccounts: [staker.hex] });
  const ofReceiver = await tronWeb.trx.getUnconfirmedAccount(receiver.address);
  expect(ofReceiver.account_resource).toMatchObject({
    acquired_delegated_frozenV2_balance_for_energy: 4_000 * trx,
  });

  const asReceiver = await connect(chain, receiver.privateKey).contract().at(chain.info().contracts.usdt.base58);
  const txId = await asReceiver['transfer']?.(staker.address, 1_000).send({ feeLimit });
  await chain.admin.mine();
  const { receipt } = await tronWeb.trx.getUnconfirmedTransactionInfo(txId);
  expect(receipt).not.toHaveProperty('energy_fee');
  const used = Number(receipt.energy_usage_total);

  const back = await tronWeb.transactionBuilder.undelegateResource(4_000 * trx, receiver.address, 'ENERGY');
  await carryOut(test, tronWeb, back);
  expect(await resources(receiver)).not.toHaveProperty('EnergyLimit');
  const { EnergyLimit, EnergyUsed } = await resources();
  expect(EnergyLimit).toBe(all);
  expect(used - EnergyUsed).toBeLessThan(3);
  expect(used - EnergyUsed).toBeGreaterThanOrEqual(0);
  expect(await index(staker.address)).toEqual({ account: staker.hex });
  expect(await tronWeb.trx.getDelegatedResourceV2(staker.address, receiver.address, { confirmed: false })).toEqual({});
});

test('only unused stake can be delegated, and never to a contract, a stranger or oneself', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker } = test;
  await chain.admin.faucetToken('usdt', staker.address, 5_000_000n);
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(5_000 * trx, 'ENERGY'));
  const usdt = await tronWeb.contract().at(chain.info().contracts.usdt.base58);
  await usdt['transfer']?.(newPerson().address, 1_000).send({ feeLimit });
  await chain.admin.mine();
  const { max_size: left } = await tronWeb.trx.getCanDelegatedMaxSize(staker.address, 'ENERGY', { confirmed: false });
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(5_000 * trx);
  const { treasury, faucet } = chain.info().accounts;
  const delegate = (sun: number, to: string) => tronWeb.transactionBuilder.delegateResource(sun, to, 'ENERGY');
  expect(await refusal(test, tronWeb, await delegate(Number(left) + trx, treasury.base58))).toBe(
    'delegateBalance must be less than available FreezeEnergyV2 balance',
  );
  expect(await refusal(test, tronWeb, await delegate(trx, chain.info().contracts.usdt.base58))).toBe(
    'Do not allow delegate resources to contract addresses',
  );
  const stranger = newPerson();
  expect(await refusal(test, tronWeb, await delegate(trx, stranger.address))).toBe(
    `Account[${stranger.hex}] not exists`,
  );
  const nowhere = await post(chain, '/wallet/delegateresource', {
    owner_address: staker.hex,
    receiver_address: staker.hex,
    balance: trx,
    resource: 'ENERGY',
  });
  expect(nowhere['Error']).toContain('receiverAddress must not be the same as ownerAddress');
  await carryOut(test, tronWeb, await delegate(Number(left) - trx, faucet.base58));
});

test('a locked delegation cannot be taken back before its time', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker } = test;
  const { treasury } = chain.info().accounts;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(5_000 * trx, 'ENERGY'));
  const blocks = 28_800;
  const locked = await tronWeb.transactionBuilder.delegateResource(
    2_000 * trx,
    treasury.base58,
    'ENERGY',
    staker.address,
    true,
    blocks,
  );
  const { blockTimeStamp } = await carryOut(test, tronWeb, locked);
  const untilMs = blockTimeStamp + blocks * 3_000;
  const query = { fromAddress: staker.hex, toAddress: treasury.hex };
  expect(await post(chain, '/wallet/getdelegatedresourcev2', query)).toMatchObject({
    delegatedResource: [{ frozen_balance_for_energy: 2_000 * trx, expire_time_for_energy: untilMs }],
  });
  const takeBack = () => tronWeb.transactionBuilder.undelegateResource(2_000 * trx, treasury.base58, 'ENERGY');
  expect(await refusal(test, tronWeb, await takeBack())).toBe(
    `insufficient delegateFrozenBalance(Energy), request=${2_000 * trx}, unlock_balance=0`,
  );
  await chain.admin.advanceTime(dayMs + 3_000);
  await chain.admin.mine();
  await carryOut(test, tronWeb, await takeBack());
  expect(await post(chain, '/wallet/getdelegatedresourcev2', query)).toEqual({});
});

test('an ended stake comes back after fourteen days, and works no longer at once', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker, resources } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(5_000 * trx, 'ENERGY'));
  const ended = await carryOut(
    test,
    tronWeb,
    await tronWeb.transactionBuilder.unfreezeBalanceV2(2_000 * trx, 'ENERGY'),
  );
  const expireMs = ended.blockTimeStamp + 14 * dayMs;
  expect(await resources()).toMatchObject({ tronPowerLimit: 3_000 });
  expect(await tronWeb.trx.getUnconfirmedAccount(staker.address)).toMatchObject({
    balance: 95_000 * trx,
    unfrozenV2: [{ type: 'ENERGY', unfreeze_amount: 2_000 * trx, unfreeze_expire_time: expireMs }],
  });
  const head = { confirmed: false } as const;
  expect(await tronWeb.trx.getAvailableUnfreezeCount(staker.address, head)).toEqual({ count: 31 });
  expect(await tronWeb.trx.getCanWithdrawUnfreezeAmount(staker.address, expireMs - 1, head)).toEqual({});
  expect(await tronWeb.trx.getCanWithdrawUnfreezeAmount(staker.address, expireMs, head)).toEqual({
    amount: 2_000 * trx,
  });
  const withdraw = () => tronWeb.transactionBuilder.withdrawExpireUnfreeze();
  expect(await refusal(test, tronWeb, await withdraw())).toBe('no unFreeze balance to withdraw ');
  await chain.admin.advanceTime(14 * dayMs);
  await chain.admin.mine();
  const done = await carryOut(test, tronWeb, await withdraw());
  expect(done).toMatchObject({ withdraw_expire_amount: 2_000 * trx });
  expect(await tronWeb.trx.getUnconfirmedBalance(staker.address)).toBe(97_000 * trx);
});

test('ended stakes can be staked again, all at once', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(5_000 * trx, 'ENERGY'));
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.unfreezeBalanceV2(1_000 * trx, 'ENERGY'));
  await chain.admin.advanceTime(14 * dayMs);
  await chain.admin.mine();
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(300 * trx, 'BANDWIDTH'));
  const unfreeze = await tronWeb.transactionBuilder.unfreezeBalanceV2(2_000 * trx, 'ENERGY');
  // An ended stake that waited long enough comes along with the next one.
  expect(await carryOut(test, tronWeb, unfreeze)).toMatchObject({ withdraw_expire_amount: 1_000 * trx });
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.unfreezeBalanceV2(300 * trx, 'BANDWIDTH'));
  const cancelled = await carryOut(test, tronWeb, await tronWeb.transactionBuilder.cancelUnfreezeBalanceV2());
  expect(cancelled).toMatchObject({
    cancel_unfreezeV2_amount: [
      { key: 'BANDWIDTH', value: 300 * trx },
      { key: 'ENERGY', value: 2_000 * trx },
    ],
  });
  expect(await tronWeb.trx.getUnconfirmedAccount(staker.address)).toMatchObject({
    frozenV2: [{ amount: 300 * trx }, { type: 'ENERGY', amount: 4_000 * trx }, { type: 'TRON_POWER' }],
  });
});

test('at most 32 ended stakes wait at a time', async () => {
  const test = await startWithStaker();
  const { tronWeb, staker } = test;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(5_000 * trx, 'ENERGY'));
  for (let sun = 1; sun <= 32; sun += 1) {
    const unsigned = await tronWeb.transactionBuilder.unfreezeBalanceV2(sun, 'ENERGY');
    await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(unsigned));
  }
  expect(await refusal(test, tronWeb, await tronWeb.transactionBuilder.unfreezeBalanceV2(33, 'ENERGY'))).toBe(
    'Invalid unfreeze operation, unfreezing times is over limit',
  );
  await test.chain.admin.mine();
  expect(await tronWeb.trx.getAvailableUnfreezeCount(staker.address, { confirmed: false })).toEqual({});
});

test('what a node builds to stake is what tronweb signs', async () => {
  const test = await startWithStaker();
  const { chain, tronWeb, staker } = test;
  const built = await post(chain, '/wallet/freezebalancev2', {
    owner_address: staker.address,
    frozen_balance: 2_000_000,
    resource: 'ENERGY',
    visible: true,
  });
  expect(built).toMatchObject({ raw_data: { contract: [{ type: 'FreezeBalanceV2Contract' }] } });
  await carryOut(test, tronWeb, built);
});

test('stakes and delegations are the same after a revert, and after a start from the data directory', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'devchain-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const test = await startWithStaker({ dataDir });
  const { chain, tronWeb, staker, resources } = test;
  const { treasury } = chain.info().accounts;
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.freezeBalanceV2(5_000 * trx, 'ENERGY'));
  const before = await resources();
  const snapshot = await chain.admin.snapshot();
  const delegation = await tronWeb.transactionBuilder.delegateResource(2_000 * trx, treasury.base58, 'ENERGY');
  await carryOut(test, tronWeb, delegation);
  expect(await resources()).not.toEqual(before);
  await chain.admin.revert(snapshot);
  expect(await resources()).toEqual(before);

  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.delegateResource(trx, treasury.base58, 'ENERGY'));
  await carryOut(test, tronWeb, await tronWeb.transactionBuilder.unfreezeBalanceV2(trx, 'ENERGY'));
  const pictureOf = async (node: Devchain) => ({
    account: await post(node, '/wallet/getaccount', { address: staker.hex }),
    resources: await post(node, '/wallet/getaccountresource', { address: staker.hex }),
    given: await post(node, '/wallet/getdelegatedresourcev2', { fromAddress: staker.hex, toAddress: treasury.hex }),
  });
  const kept = await pictureOf(chain);
  expect(kept.given).toHaveProperty('delegatedResource');
  await chain.close();
  const { chain: again } = await startTestChain({ dataDir });
  expect(await pictureOf(again)).toEqual(kept);
});
