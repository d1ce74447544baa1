import type { PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { addressToHex } from '@tern/tron/address';
import { contractFailures } from '@tern/tron/contract-failures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAsset } from '../../chain/assets/public.ts';
import { closeAssetNow } from '../../chain/assets/testing/close-asset-now.ts';
import { getRecordInfo } from '../../people/records/get-record-info.ts';
import { getRecord } from '../../people/records/get-record.ts';
import { listRecords } from '../../people/records/list-records.ts';
import { closeWallets, lockOpenWallets, type Wallet } from '../../people/wallets/public.ts';
import { hotAddress, million, rewardContract, stranger, topUp, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import {
  addressOf,
  contractSend,
  otherTransaction,
  tokenCall,
  trxTransfer,
  txIdOf,
  type Tamper,
} from './testing/scripted-chain.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

async function recordsOf(wallet: Wallet, filter: 'all' | 'failed' = 'all') {
  const deps = { db: world.database.asApi, confirmations: 19 };
  return (await listRecords(deps, { personId: wallet.personId, filter, limit: 100 })).records;
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

test('a TRX transfer is shown as "n of 19" from its first block and credited once it is irreversible', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  const transfer = topUp(wallet.address);
  const block = world.chain.mine(transfer);
  const seen: (number | undefined)[] = [];
  for (let mined = 0; mined < 18; mined += 1) {
    await world.watch();
    await world.catchUp();
    const [record] = await recordsOf(wallet);
    expect(record?.status).toBe('confirming');
    seen.push(record?.confirmations?.seen);
    expect(await world.balanceOf(wallet, 'trx')).toBe(0n);
    world.chain.mine();
  }
  expect(seen).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
  world.chain.mine();
  await world.watch();
  expect((await recordsOf(wallet))[0]?.confirmations).toEqual({ seen: 19, required: 19 });
  expect(await world.catchUp()).toBe(1);

  const [record] = await recordsOf(wallet);
  expect(record).toMatchObject({
    type: 'incoming',
    direction: 'in',
    status: 'success',
    confirmations: null,
    amount: String(50 * million),
    assetId: 'trx',
    payAddress: stranger,
    receiveAddress: wallet.address,
    reason: null,
  });
  expect(await world.balanceOf(wallet, 'trx')).toBe(50_000_000n);
  expect(await world.houseBalance('custody:deposit', 'trx')).toBe(50_000_000n);
  const input = { personId: wallet.personId, recordId: record?.id as never };
  const detail = await getRecord({ db: world.database.asApi, confirmations: 19 }, input);
  expect(detail.timeline.map(({ step, state }) => `${step} ${state}`)).toEqual(['seen done', 'credited done']);
  const info = await getRecordInfo(
    { db: world.database.asApi, confirmations: 19, explorerUrl: 'https://nile.tronscan.org' },
    input,
  );
  expect(info).toMatchObject({
    txId: txIdOf(transfer),
    block,
    explorerUrl: `https://nile.tronscan.org/#/transaction/${txIdOf(transfer)}`,
  });
  expect(info.ledgerReference).toMatch(/^\d+$/);
});

test('H03 what arrives of a closed coin is credited like any other', async () => {
  const wallet = await world.newWallet();
  await closeAssetNow(world.database, 'trx');
  await bookNow(topUp(wallet.address));
  expect(await world.balanceOf(wallet, 'trx')).toBe(50_000_000n);
  expect((await recordsOf(wallet))[0]?.status).toBe('success');
  await carryOutChange(world.database, { kind: 'asset', assetId: 'trx', open: true }, (tx) => openAsset(tx, 'trx'));
});

test('D01 a reverted token call credits nothing, whatever its call data and events claim', async () => {
  const wallet = await world.newWallet();
  for (const contractRet of ['REVERT', 'OUT_OF_ENERGY']) {
    const logs = [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 10n ** 12n }];
    await bookNow(tokenCall({ caller: stranger, logs, contractRet }));
  }
  expect(await world.balanceOf(wallet, 'usdt')).toBe(0n);
  expect(await recordsOf(wallet)).toEqual([]);
});

test('D02 only results that say success in every place are credited; the unclear ones wait for an operator', async () => {
  const wallet = await world.newWallet();
  const before = (await quarantined()).length;
  const words = ['DEFAULT', 'SUCCESS', ...contractFailures, '99'];
  const logs = [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 7n }];
  const calls = words.flatMap((contractRet) =>
    [...words, undefined].map((receiptResult) => tokenCall({ caller: stranger, logs, contractRet, receiptResult })),
  );
  const transfers = words.map((contractRet) =>
    trxTransfer({ from: stranger, to: wallet.address, amountSun: 5, contractRet }),
  );
  await bookNow(...calls, ...transfers);
  expect(await world.balanceOf(wallet, 'usdt')).toBe(7n);
  expect(await world.balanceOf(wallet, 'trx')).toBe(5n);
  const reasons = (await quarantined()).slice(before).map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(['unclear-result']));
});

test('D03 a token is known by its contract alone', async () => {
  const wallet = await world.newWallet();
  const before = (await quarantined()).length;
  const fakes = Array.from({ length: 1_000 }, (_, index) => addressOf(`fake tether ${index}`));
  const logOf = (contract: typeof usdtContract) => ({ contract, from: stranger, to: wallet.address, amount: 1_000n });
  await bookNow(...fakes.map((contract) => tokenCall({ caller: stranger, logs: [logOf(contract)] })));
  expect(await world.balanceOf(wallet, 'usdt')).toBe(0n);
  expect(await recordsOf(wallet)).toEqual([]);
  expect((await quarantined()).slice(before)).toHaveLength(1_000);
});

test('D04 TRC-10 tokens are recorded and refused, whatever id they carry', async () => {
  const wallet = await world.newWallet();
  const before = (await quarantined()).length;
  const ids = ['1002000', '1002000 ', '01002000', 'USDT', 'TRX', 'BTT'];
  await bookNow(
    ...ids.map((id) =>
      otherTransaction('TransferAssetContract', {
        asset_name: Buffer.from(id).toString('hex'),
        owner_address: addressToHex(stranger),
        to_address: addressToHex(wallet.address),
        amount: 5,
      }),
    ),
  );
  expect((await quarantined()).slice(before)).toEqual(ids.map((subject) => ({ reason: 'trc10', subject })));
  expect(await recordsOf(wallet)).toEqual([]);
});

test('D06 the event counts, not the call data: a fee kept by the token is not credited', async () => {
  const wallet = await world.newWallet();
  const owner = addressOf('usdt owner');
  await bookNow(
    tokenCall({
      caller: stranger,
      logs: [
        { contract: usdtContract, from: stranger, to: wallet.address, amount: 99_900_000n },
        { contract: usdtContract, from: stranger, to: owner, amount: 100_000n },
      ],
    }),
  );
  expect(await world.balanceOf(wallet, 'usdt')).toBe(99_900_000n);
});

test('D08 TRX from a contract is credited when the nodes show all of it, and kept in suspense when they may not', async () => {
  const wallet = await world.newWallet();
  const moves = [
    { to: wallet.address, amountSun: 40 },
    { to: wallet.address, amountSun: 40 },
    { to: wallet.address, amountSun: 9_999, rejected: true },
  ];
  await bookNow(
    contractSend({ caller: stranger, moves }),
    contractSend({ caller: stranger, moves, contractRet: 'REVERT' }),
  );
  expect(await world.balanceOf(wallet, 'trx')).toBe(80n);

  const suspended = await world.houseBalance('suspense', 'trx');
  // Which of the two does not save them makes no difference, and other deposits of the block are credited.
  const saving = world.chain.openNode('saving');
  const other = world.chain.openNode('other', hideInternal);
  for (const nodes of [[saving, other] as const, [other, saving] as const]) {
    world.chain.mine(contractSend({ caller: stranger, moves }), topUp(wallet.address, 7));
    world.solidify();
    await world.catchUp({ ...world.deps, nodes });
  }
  expect(await world.balanceOf(wallet, 'trx')).toBe(94n);
  expect((await world.houseBalance('suspense', 'trx')) - suspended).toBe(160n);
});

/** A node that does not save internal transactions. */
const hideInternal: Tamper = (path, _body, honest) =>
  path === '/walletsolidity/gettransactioninfobyblocknum'
    ? (honest as readonly object[]).map((receipt) => ({ ...receipt, internal_transactions: [] }))
    : honest;

test('D09 a third party moving tokens by allowance credits the receiver and is never shown as the sender', async () => {
  const [a, c] = [addressOf('allowance giver'), addressOf('allowance user')];
  const wallet = await world.newWallet();
  await bookNow(
    tokenCall({ caller: c, logs: [{ contract: usdtContract, from: a, to: wallet.address, amount: 25_000_000n }] }),
  );
  expect(await world.balanceOf(wallet, 'usdt')).toBe(25_000_000n);
  expect((await recordsOf(wallet)).map(({ payAddress }) => payAddress)).toEqual([a]);
});

test('D10 zero values leave no trace, dust is credited but folded away', async () => {
  const wallet = await world.newWallet();
  await bookNow(topUp(wallet.address));
  const before = await recordsOf(wallet);
  const rows = async () => Number((await world.database.db.pool.query('SELECT count(*) FROM records')).rows[0].count);
  const rowsBefore = await rows();
  const poison = Array.from({ length: 2_000 }, (_, index) => addressOf(`look-alike ${index}`));
  await bookNow(
    ...poison.map((from) =>
      tokenCall({ caller: from, logs: [{ contract: usdtContract, from, to: wallet.address, amount: 0n }] }),
    ),
  );
  expect(await rows()).toBe(rowsBefore);
  await bookNow(...poison.slice(0, 50).map((from) => trxTransfer({ from, to: wallet.address, amountSun: 1 })));
  expect(await recordsOf(wallet)).toEqual(before);
  expect(await world.balanceOf(wallet, 'trx')).toBe(50_000_050n);
});

test('D11 every event of one transaction is credited once', async () => {
  const wallets = await Promise.all(Array.from({ length: 20 }, () => world.newWallet()));
  const logs = [...wallets, ...wallets].map(({ address }, index) => ({
    contract: usdtContract,
    from: stranger,
    to: address,
    amount: BigInt(20_000_000 + index),
  }));
  await bookNow(tokenCall({ caller: stranger, logs }));
  for (const [index, wallet] of wallets.entries()) {
    expect(await world.balanceOf(wallet, 'usdt')).toBe(BigInt(40_000_000 + 20 + 2 * index));
    expect((await recordsOf(wallet)).filter(({ type }) => type === 'incoming')).toHaveLength(2);
  }
});

test('D18 what arrives at an address nobody has goes to suspense', async () => {
  const free = addressOf('deposit address 299');
  const before = await world.houseBalance('suspense', 'usdt');
  const reports: unknown[] = [];
  const block = world.chain.mine(
    tokenCall({ caller: stranger, logs: [{ contract: usdtContract, from: stranger, to: free, amount: 12_345n }] }),
  );
  world.solidify();
  await world.catchUp({ ...world.deps, report: (report) => reports.push(report) });
  expect(reports).toMatchObject([{ block, outcome: 'suspense', reason: 'unassigned-address' }]);
  expect((await world.houseBalance('suspense', 'usdt')) - before).toBe(12_345n);
  const { rows } = await world.database.db.pool.query(
    'SELECT destination, reason FROM deposits WHERE to_address = $1',
    [free],
  );
  expect(rows).toEqual([{ destination: 'suspense', reason: 'unassigned-address' }]);
});

test('D18 what arrives while its account is being closed waits for the end of that, and goes to suspense', async () => {
  const wallet = await world.newWallet();
  const before = await world.houseBalance('suspense', 'trx');
  const transfer = topUp(wallet.address);
  world.chain.mine(transfer);
  world.solidify();
  const { booking } = await transact(world.database.asWorker, async (tx) => {
    expect(await lockOpenWallets(tx, wallet.personId)).toBe(true);
    const reading = world.catchUp();
    await untilLocksAwaited(world.database.db, 1);
    await closeWallets(tx, wallet.personId);
    return { booking: reading };
  });
  await booking;
  expect(await world.balanceOf(wallet, 'trx')).toBe(0n);
  expect((await world.houseBalance('suspense', 'trx')) - before).toBe(BigInt(50 * million));
});

test('D21 our own transactions are never deposits; money the house pays in becomes its capital', async () => {
  const wallet = await world.newWallet();
  const capital = await world.houseBalance('capital', 'trx');
  const gas = trxTransfer({ from: hotAddress, to: wallet.address, amountSun: 3 * million, name: 'gas top-up' });
  const sweep = trxTransfer({ from: wallet.address, to: hotAddress, amountSun: 2 * million, name: 'sweep' });
  const own = new Set([txIdOf(gas), txIdOf(sweep)]);
  const funding = trxTransfer({ from: stranger, to: hotAddress, amountSun: 1_000 * million });
  world.chain.mine(gas, sweep, funding);
  world.solidify();
  await world.catchUp({
    ...world.deps,
    ownTransactions: [async (_db, txIds) => txIds.filter((txId) => own.has(txId))],
  });
  expect(await world.balanceOf(wallet, 'trx')).toBe(0n);
  expect(await recordsOf(wallet)).toEqual([]);
  expect((await world.houseBalance('capital', 'trx')) - capital).toBe(1_000_000_000n);
  const { rows } = await world.database.db.pool.query(
    "SELECT count(*)::int AS own FROM deposits WHERE destination = 'own'",
  );
  expect(rows).toEqual([{ own: 2 }]);
});

test('a stranger who pays the hot wallet gives the house nothing: it waits in suspense', async () => {
  const capital = await world.houseBalance('capital', 'trx');
  const suspense = await world.houseBalance('suspense', 'trx');
  const custody = await world.houseBalance('custody:hot', 'trx');
  world.chain.mine(trxTransfer({ from: stranger, to: hotAddress, amountSun: 7 * million }));
  world.solidify();
  await world.catchUp({ ...world.deps, fundingSources: new Set() });
  expect((await world.houseBalance('capital', 'trx')) - capital).toBe(0n);
  expect((await world.houseBalance('suspense', 'trx')) - suspense).toBe(7_000_000n);
  expect((await world.houseBalance('custody:hot', 'trx')) - custody).toBe(7_000_000n);
});

test('D20 what is on its way cannot be spent: it is in no balance', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.mine(topUp(wallet.address));
  await world.watch();
  await world.catchUp();
  expect((await recordsOf(wallet))[0]?.status).toBe('confirming');
  expect(await world.balanceOf(wallet, 'trx')).toBe(0n);
  expect(await world.houseBalance('capital', 'reward')).toBe(0n);
  world.solidify();
  await world.catchUp();
  expect(await world.balanceOf(wallet, 'trx')).toBe(50_000_000n);
});

test("D22 dust, fake tokens and other accounts' coins activate nothing; the exact minimum does, once", async () => {
  const activated = async (personId: PersonId) =>
    (await world.database.db.kysely.selectFrom('activations').selectAll().where('person_id', '=', personId).execute())
      .length;
  const wallet = await world.newWallet();
  const usdt = (amount: bigint, contract = usdtContract) =>
    tokenCall({ caller: stranger, logs: [{ contract, from: stranger, to: wallet.address, amount }] });
  await bookNow(usdt(9_999_999n), usdt(10n ** 12n, addressOf('fake')), topUp(wallet.address, 33_333_333));
  expect(await activated(wallet.personId)).toBe(0);
  world.chain.mine(usdt(10_000_000n));
  await world.watch();
  expect(await activated(wallet.personId)).toBe(0);
  world.solidify();
  await world.catchUp();
  expect(await activated(wallet.personId)).toBe(1);
  await bookNow(usdt(10_000_000n));
  expect(await activated(wallet.personId)).toBe(1);
});

test('reward tokens are credited like any other listed token', async () => {
  const wallet = await world.newWallet();
  await bookNow(
    tokenCall({
      caller: stranger,
      logs: [{ contract: rewardContract, from: stranger, to: wallet.address, amount: 10n ** 18n }],
    }),
  );
  expect(await world.balanceOf(wallet, 'reward')).toBe(10n ** 18n);
});

test('D13 what leaves its block and comes in a later one is never said to have failed', async () => {
  const wallet = await world.newWallet();
  await world.catchUp();
  world.chain.mine(topUp(wallet.address, 50 * million, 'later'));
  await world.watch();
  const [shown] = await recordsOf(wallet);
  world.chain.dropBlocks(1);
  world.chain.mine();
  world.chain.mine();
  await world.watch();
  world.chain.mine(topUp(wallet.address, 50 * million, 'later'));
  await world.watch();
  world.solidify();
  await world.catchUp();
  expect(await recordsOf(wallet)).toMatchObject([{ id: shown?.id, status: 'success' }]);
  const input = { personId: wallet.personId, recordId: shown?.id as never };
  const { timeline } = await getRecord({ db: world.database.asApi, confirmations: 19 }, input);
  expect(timeline.map(({ step }) => step)).not.toContain('failed');
});
