import { isProblem } from '@tern/contracts/problem';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { openNode } from '@tern/tron/open-node';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNetwork } from '../../house/installation/public.ts';
import { requestTestCoins } from '../../people/development/request-test-coins.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { readBlocks, watchHead, type ReadBlocksDeps, type WatchHeadDeps } from '../deposits/public.ts';
import { openDepositWorld, type DepositWorld } from '../deposits/testing/deposit-world.ts';
import { readTxId } from './deposit-search.ts';
import { searchDeposit, type SearchDepositDeps } from './search-deposit.ts';

let world: DepositWorld;
let chain: Devchain;
let reading: ReadBlocksDeps & WatchHeadDeps;
let deps: SearchDepositDeps;
let wallet: Wallet;
beforeAll(async () => {
  world = await openDepositWorld();
  chain = await startDevchain({ port: 0, seed: 'deposit search', mining: { mode: 'manual' } });
  const { contracts } = await findNetwork({
    network: 'local',
    devchainUrl: chain.url,
    usdtContract: undefined,
    rewardContract: undefined,
  });
  const nodes = [openNode({ url: chain.url, timeoutMs: 5_000 })] as const;
  reading = {
    ...world.deps,
    nodes,
    tokens: new Map([
      [contracts.usdt, 'usdt'],
      [contracts.reward, 'reward'],
    ]),
  };
  // One token is left off the list, as a stranger's would be.
  deps = {
    db: world.database.asApi,
    nodes,
    contracts: { usdt: contracts.usdt },
    confirmations: 19,
    limitQuestions: () => Promise.resolve(),
  };
  wallet = await world.newWallet();
});
afterAll(async () => {
  await chain.close();
  await world.database.drop();
});

async function catchUp(): Promise<void> {
  await watchHead(reading, { limit: 50 });
  while ((await readBlocks(reading, { limit: 50 })) > 0);
}
const send = async (assetId: 'trx' | 'usdt' | 'reward', to: Wallet = wallet) =>
  (
    await requestTestCoins(
      { db: world.database.asApi, faucet: { url: chain.url } },
      { personId: to.personId, walletId: to.id, assetId },
    )
  ).txId;
const search = (txId: string) => searchDeposit(deps, { personId: wallet.personId, txId });

test('a transaction that no block holds is not found, and one that was sent is followed to its record', async () => {
  await catchUp();
  expect(await search('ab'.repeat(32))).toMatchObject({ found: 'nothing', block: null, moves: [] });
  const txId = await send('trx');
  await chain.admin.mine();
  await catchUp();
  const seen = await search(`https://explorer.test/#/transaction/${txId.toUpperCase()}`);
  expect(seen).toMatchObject({
    txId,
    found: 'moves',
    confirmations: { seen: 1, required: 19 },
    moves: [{ to: wallet.address, assetId: 'trx', state: 'confirming' }],
  });
  expect(seen.moves[0]?.recordId).not.toBeNull();
  await chain.admin.mine(19);
  // Final on chain, and not read yet.
  await watchHead(reading, { limit: 50 });
  expect((await search(txId)).moves).toMatchObject([{ state: 'crediting' }]);
  await catchUp();
  expect(await search(txId)).toMatchObject({
    confirmations: { seen: 19, required: 19 },
    moves: [{ state: 'credited', recordId: seen.moves[0]?.recordId }],
  });
});

test('no number of blocks makes it final while none becomes irreversible', async () => {
  await chain.admin.setFault({ kind: 'stall-solid' });
  const txId = await send('trx');
  await chain.admin.mine(40);
  await watchHead(reading, { limit: 50 });
  const waiting = { confirmations: { seen: 19, required: 19 }, moves: [{ state: 'confirming' }] };
  expect(await search(txId)).toMatchObject(waiting);
  await chain.admin.clearFaults();
  await chain.admin.mine();
  await watchHead(reading, { limit: 50 });
  expect((await search(txId)).moves).toMatchObject([{ state: 'crediting' }]);
  await catchUp();
});

test('what went to somebody else is elsewhere, and says nothing of who that is', async () => {
  const other = await world.newWallet();
  const txId = await send('usdt', other);
  await chain.admin.mine(20);
  await catchUp();
  expect((await search(txId)).moves).toMatchObject([
    { to: other.address, assetId: 'usdt', state: 'elsewhere', recordId: null },
  ]);
});

test('a token that is not listed is said to be none of ours, without an amount that nobody vouches for', async () => {
  const txId = await send('reward');
  await chain.admin.mine(20);
  const { moves } = await search(txId);
  expect(moves).toMatchObject([{ to: wallet.address, assetId: null, amount: null, state: 'not-listed' }]);
  expect(moves[0]?.contract).toMatch(/^T/);
});

test('what waits until its contract was asked is being credited, and leads to its record', async () => {
  const txId = await send('usdt');
  await chain.admin.mine();
  await watchHead(reading, { limit: 50 });
  await chain.admin.mine(20);
  const proveTokens = async () => ({ proven: new Set<string>(), contradicted: new Set<string>() });
  while ((await readBlocks({ ...reading, proveTokens }, { limit: 50 })) > 0);
  await watchHead(reading, { limit: 50 });
  const { moves } = await search(txId);
  expect(moves).toMatchObject([{ state: 'crediting', recordId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string }]);
});

test('what went to suspense says so until its owner is found', async () => {
  const txId = await send('usdt');
  await chain.admin.mine(20);
  await world.database.db.pool.query(
    `INSERT INTO token_freezes (asset, address, block_number, booked, found) VALUES ('usdt', $1, 1, 1, 0)`,
    [wallet.address],
  );
  await catchUp();
  expect((await search(txId)).moves).toMatchObject([{ state: 'suspense', recordId: null }]);
});

test('a transaction the network undid is told as failed', async () => {
  const owner = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
  const { transaction } = await owner.transactionBuilder.triggerSmartContract(
    String(chain.info().contracts.usdt.base58),
    'transfer(address,uint256)',
    { feeLimit: 100_000_000 },
    [
      { type: 'address', value: wallet.address },
      { type: 'uint256', value: (10n ** 30n).toString() },
    ],
  );
  await owner.trx.sendRawTransaction(await owner.trx.sign(transaction));
  await chain.admin.mine();
  expect(await search(transaction.txID)).toMatchObject({ found: 'failed', moves: [] });
});

test.each(['', 'abc', 'g'.repeat(64), 'ab'.repeat(33)])('%j is no transaction id', (text) => {
  expect(() => readTxId(text)).toThrowError(expect.objectContaining({ code: 'TX_ID_INVALID' }));
});

test('without any node nothing is claimed', async () => {
  const deaf = { ...deps, nodes: [openNode({ url: 'http://127.0.0.1:9', timeoutMs: 200 })] };
  await expect(searchDeposit(deaf, { personId: wallet.personId, txId: 'ab'.repeat(32) })).rejects.toSatisfy((error) =>
    isProblem(error, 'UNAVAILABLE'),
  );
});
