import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { units } from '@tern/money/units';
import { getAddress } from '@tern/tron/address';
import { openNode } from '@tern/tron/open-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNetwork } from '../../house/installation/public.ts';
import { requestTestCoins } from '../../people/development/request-test-coins.ts';
import { getRecordInfo } from '../../people/records/get-record-info.ts';
import { listRecords } from '../../people/records/list-records.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { fundPromotion } from '../promotions/public.ts';
import { readBlocks, type ReadBlocksDeps } from './read-blocks.ts';
import { hotAddress } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { watchHead, type WatchHeadDeps } from './watch-head.ts';

let world: DepositWorld;
let chain: Devchain;
let deps: ReadBlocksDeps & WatchHeadDeps;
beforeAll(async () => {
  world = await openDepositWorld();
  chain = await startDevchain({ port: 0, seed: 'deposits test', mining: { mode: 'manual' } });
  const network = await findNetwork({
    network: 'local',
    devchainUrl: chain.url,
    usdtContract: undefined,
    rewardContract: undefined,
  });
  deps = {
    ...world.deps,
    nodes: [openNode({ url: chain.url, timeoutMs: 30_000 })],
    tokens: new Map([
      [network.contracts.usdt, 'usdt'],
      [network.contracts.reward, 'reward'],
    ]),
    activation: { ...world.deps.activation, sharedSources: new Set([getAddress(String(network.faucetAddress))]) },
  };
});
afterAll(async () => {
  await chain.close();
  await world.expectSoundBooks();
  await world.database.drop();
});

async function catchUp(): Promise<void> {
  while ((await readBlocks(deps, { limit: 50 })) > 0);
}

async function recordsOf(wallet: Wallet, filter: 'all' | 'failed' = 'all') {
  const { records } = await listRecords(
    { db: world.database.asApi, confirmations: 19 },
    { personId: wallet.personId, filter, limit: 50 },
  );
  return records;
}

test('coins from the local faucet are seen, counted, credited and rewarded on a real chain', async () => {
  await catchUp();
  await chain.admin.faucetToken('reward', hotAddress, 1_000n * 10n ** 18n);
  await chain.admin.mine(20);
  await catchUp();
  await fundPromotion(world.database.asConsole, { amount: units(1_000n * 10n ** 18n), operator: 'test', key: 'once' });

  const wallet = await world.newWallet();
  const faucet = { db: world.database.asApi, faucet: { url: chain.url } };
  for (const assetId of ['trx', 'usdt', 'reward'] as const) {
    await requestTestCoins(faucet, { personId: wallet.personId, walletId: wallet.id, assetId });
  }
  await chain.admin.mine();
  await watchHead(deps, { limit: 50 });
  expect(
    (await recordsOf(wallet)).map(({ assetId, confirmations }) => `${assetId} ${confirmations?.seen}`).toSorted(),
  ).toEqual(['reward 1', 'trx 1', 'usdt 1']);
  await chain.admin.mine(7);
  await watchHead(deps, { limit: 50 });
  expect((await recordsOf(wallet))[0]?.confirmations).toEqual({ seen: 8, required: 19 });
  await catchUp();
  expect(await world.balanceOf(wallet, 'trx')).toBe(0n);
  await chain.admin.mine(12);
  await catchUp();
  expect(await world.balanceOf(wallet, 'trx')).toBe(1_000_000_000n);
  expect(await world.balanceOf(wallet, 'usdt')).toBe(500_000_000n);
  expect(await world.balanceOf(wallet, 'reward')).toBe(120n * 10n ** 18n);
  const records = await recordsOf(wallet);
  expect(records.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
    'activation-reward success',
    'incoming success',
    'incoming success',
    'incoming success',
  ]);
  const usdt = records.find(({ assetId }) => assetId === 'usdt');
  const info = await getRecordInfo(
    { db: world.database.asApi, confirmations: 19, explorerUrl: null },
    { personId: wallet.personId, recordId: usdt?.id as never },
  );
  expect(info.txId).toMatch(/^[0-9a-f]{64}$/);
  expect(info.block).toBeGreaterThan(20);
});

test('a real fork takes a shown deposit out of its block, and what is final takes it back; mined again it is credited once', async () => {
  const [lost, moved] = [await world.newWallet(), await world.newWallet()];
  await chain.admin.faucetTrx(lost.address, 7_000_000n);
  await chain.admin.mine(2);
  await watchHead(deps, { limit: 50 });
  expect(await recordsOf(lost)).toMatchObject([{ status: 'confirming' }]);
  await chain.admin.reorganise(2, { transactions: 'drop' });
  await watchHead(deps, { limit: 50 });
  expect(await recordsOf(lost)).toMatchObject([{ status: 'confirming', confirmations: null }]);

  await chain.admin.faucetTrx(moved.address, 9_000_000n);
  await chain.admin.mine(2);
  await watchHead(deps, { limit: 50 });
  const [shown] = await recordsOf(moved);
  await chain.admin.reorganise(2);
  await watchHead(deps, { limit: 50 });
  expect(await recordsOf(moved)).toMatchObject([{ id: shown?.id, status: 'confirming', reason: null }]);
  await chain.admin.mine(20);
  await watchHead(deps, { limit: 50 });
  await catchUp();
  expect(await world.balanceOf(lost, 'trx')).toBe(0n);
  expect(await recordsOf(lost, 'failed')).toMatchObject([{ reason: 'reorganised' }]);
  expect(await world.balanceOf(moved, 'trx')).toBe(9_000_000n);
  expect(await recordsOf(moved)).toMatchObject([{ id: shown?.id, status: 'success' }]);
});

test("the faucet route refuses other people's wallets, other networks and a chain that is away", async () => {
  const [mine, theirs] = [await world.newWallet(), await world.newWallet()];
  const input = { personId: mine.personId, walletId: theirs.id, assetId: 'trx' } as const;
  const db = world.database.asApi;
  await expect(requestTestCoins({ db, faucet: { url: chain.url } }, input)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(requestTestCoins({ db }, { ...input, walletId: mine.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    requestTestCoins({ db, faucet: { url: 'http://127.0.0.1:1' } }, { ...input, walletId: mine.id }),
  ).rejects.toMatchObject({ code: 'FAUCET_UNAVAILABLE' });
});
