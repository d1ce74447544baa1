import { addressToHex } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecords } from '../../people/records/list-records.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { recogniseOutflows } from './recognise-outflows.ts';
import { hotAddress, million, stranger, topUp, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { otherTransaction, tokenCall, trxTransfer } from './testing/scripted-chain.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

async function recordsOf(wallet: Wallet) {
  const deps = { db: world.database.asApi, confirmations: 19 };
  return (await listRecords(deps, { personId: wallet.personId, filter: 'all', limit: 100 })).records;
}

async function bookNow(...transactions: Parameters<DepositWorld['chain']['mine']>): Promise<void> {
  world.chain.mine(...transactions);
  world.solidify();
  await world.catchUp();
}

async function quarantined(): Promise<{ reason: string; subject: string }[]> {
  return await world.database.db.kysely
    .selectFrom('quarantined_inflows')
    .select(['reason', 'subject'])
    .orderBy('id')
    .execute();
}

test('D19 only the listed kinds credit; every other form that names one of our addresses waits for an operator', async () => {
  const wallet = await world.newWallet();
  const before = (await quarantined()).length;
  const to = addressToHex(wallet.address);
  const owner = addressToHex(stranger);
  await bookNow(
    otherTransaction('DelegateResourceContract', { owner_address: owner, receiver_address: to, balance: 1_000_000 }),
    otherTransaction('AccountCreateContract', { owner_address: owner, account_address: to }),
    otherTransaction('UnfreezeBalanceContract', { owner_address: owner, receiver_address: to }),
    otherTransaction('AccountPermissionUpdateContract', { owner_address: to }),
  );
  expect((await quarantined()).slice(before).map(({ reason }) => reason)).toEqual([
    'unlisted-contract-form',
    'unlisted-contract-form',
    'unlisted-contract-form',
    'permission-change',
  ]);
  expect(await recordsOf(wallet)).toEqual([]);
});

test('D16 whoever signs with a key of ours is reported at once, and what they move among us is not new money', async () => {
  const [victim, accomplice] = [await world.newWallet(), await world.newWallet()];
  await bookNow(topUp(victim.address));
  const reports: { reason: string }[] = [];
  const before = (await quarantined()).length;
  const logs = [{ contract: usdtContract, from: victim.address, to: accomplice.address, amount: 9_000_000n }];
  world.chain.mine(
    otherTransaction('AccountPermissionUpdateContract', { owner_address: addressToHex(victim.address) }),
    trxTransfer({ from: victim.address, to: accomplice.address, amountSun: 10 * million }),
    tokenCall({ caller: stranger, logs }),
    tokenCall({ caller: hotAddress, logs: [{ ...logs[0], to: stranger } as never], contractRet: 'OUT_OF_ENERGY' }),
  );
  world.solidify();
  await world.catchUp({ ...world.deps, report: (report) => reports.push(report) });
  expect((await quarantined()).slice(before).map(({ reason }) => reason)).toEqual([
    'permission-change',
    'unknown-outflow',
    'unknown-outflow',
    'unknown-outflow',
    'unknown-outflow',
    'unknown-outflow',
  ]);
  expect(reports).toHaveLength(6);
  expect(await world.balanceOf(accomplice, 'trx')).toBe(0n);
  expect(await world.balanceOf(accomplice, 'usdt')).toBe(0n);
  expect(await world.balanceOf(victim, 'trx')).toBe(50_000_000n);
});

test('M36 an outflow whose order turns up again is no alarm any more; the others stay', async () => {
  const db = world.database.asWorker;
  const open = async (): Promise<string[]> => {
    const { rows } = await world.database.db.pool.query<{ tx_id: string }>(
      "SELECT tx_id FROM quarantined_inflows WHERE dismissed_at IS NULL AND reason = 'unknown-outflow' ORDER BY id",
    );
    return rows.map((row) => row.tx_id);
  };
  const before = await open();
  const [ordered = ''] = before;
  expect(await recogniseOutflows({ db, ownTransactions: [async () => []] })).toBe(0);
  await recogniseOutflows({ db, ownTransactions: [async (_db, txIds) => txIds.filter((txId) => txId === ordered)] });
  expect(await open()).toEqual(before.filter((txId) => txId !== ordered));
  expect(before.length).toBeGreaterThan((await open()).length);
});

test('D19 of all contract forms Tron has only two credit anybody', async () => {
  const wallet = await world.newWallet();
  const [ours, owner] = [addressToHex(wallet.address), addressToHex(stranger)];
  const value = { owner_address: owner, to_address: ours, receiver_address: ours, account_address: ours };
  const before = (await quarantined()).length;
  await bookNow(
    ...otherForms.map((type) => otherTransaction(type, { ...value, amount: 5, balance: 5, frozen_balance: 5 })),
  );
  expect(await recordsOf(wallet)).toEqual([]);
  for (const assetId of ['trx', 'usdt', 'reward'] as const) expect(await world.balanceOf(wallet, assetId)).toBe(0n);
  expect((await quarantined()).slice(before)).toHaveLength(otherForms.length);
});

/** `Transaction.Contract.ContractType` of core/Tron.proto without the two that credit: transfers and calls of contracts. */
const otherForms = [
  'AccountCreateContract',
  'TransferAssetContract',
  'VoteAssetContract',
  'VoteWitnessContract',
  'WitnessCreateContract',
  'AssetIssueContract',
  'WitnessUpdateContract',
  'ParticipateAssetIssueContract',
  'AccountUpdateContract',
  'FreezeBalanceContract',
  'UnfreezeBalanceContract',
  'WithdrawBalanceContract',
  'UnfreezeAssetContract',
  'UpdateAssetContract',
  'ProposalCreateContract',
  'ProposalApproveContract',
  'ProposalDeleteContract',
  'SetAccountIdContract',
  'CustomContract',
  'CreateSmartContract',
  'GetContract',
  'UpdateSettingContract',
  'ExchangeCreateContract',
  'ExchangeInjectContract',
  'ExchangeWithdrawContract',
  'ExchangeTransactionContract',
  'UpdateEnergyLimitContract',
  'AccountPermissionUpdateContract',
  'ClearABIContract',
  'UpdateBrokerageContract',
  'ShieldedTransferContract',
  'MarketSellAssetContract',
  'MarketCancelOrderContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'WithdrawExpireUnfreezeContract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
  'CancelAllUnfreezeV2Contract',
];
