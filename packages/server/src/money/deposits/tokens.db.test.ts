import type { OperatorId } from '@tern/base/ids';
import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { addOperator } from '@tern/testkit/operators';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { openNode, type TronNode } from '@tern/tron/open-node';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wallet } from '../../people/wallets/public.ts';
import { thawToken } from './decide-quarantine.ts';
import { listQuarantine } from './list-quarantine.ts';
import { readBlocks, type ReadBlocksDeps } from './read-blocks.ts';
import { sampleTokens } from './sample-tokens.ts';
import { settleSuspense } from './settle-suspense.ts';
import { stranger, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { tokenCall } from './testing/scripted-chain.ts';

let world: DepositWorld;
let chain: Devchain;
let deps: ReadBlocksDeps;
let contract: TronAddress;
beforeAll(async () => {
  world = await openDepositWorld();
  chain = await startDevchain({ port: 0, seed: 'token tests', mining: { mode: 'manual' } });
  const { usdt, reward } = chain.info().contracts;
  contract = getAddress(usdt.base58);
  deps = {
    ...world.deps,
    nodes: [openNode({ url: chain.url, timeoutMs: 30_000 })],
    tokens: new Map([
      [contract, 'usdt'],
      [getAddress(reward.base58), 'reward'],
    ]),
  };
});
afterAll(async () => {
  await chain.close();
  await world.expectSoundBooks();
  await world.database.drop();
});

async function catchUp(): Promise<void> {
  await chain.admin.mine(20);
  while ((await readBlocks(deps, { limit: 50 })) > 0);
}

/** Calls the token as its issuer; the transaction is in a block when this resolves. */
async function asIssuer(call: string, parameters: { type: string; value: unknown }[]): Promise<void> {
  const { usdt } = chain.info().contracts;
  const tronWeb = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.treasury });
  const { transaction } = await tronWeb.transactionBuilder.triggerSmartContract(
    usdt.base58,
    call,
    { feeLimit: 100_000_000 },
    parameters,
  );
  await tronWeb.trx.sendRawTransaction(await tronWeb.trx.sign(transaction));
  await chain.admin.mine();
}

async function sample(nodes: ReadBlocksDeps['nodes'] = deps.nodes): Promise<unknown[]> {
  const frozen: unknown[] = [];
  const [node] = nodes;
  const { tokens, houseAddresses } = deps;
  const onFreeze = (each: unknown) => frozen.push(each);
  await sampleTokens({ db: world.database.asWorker, node, nodes, tokens, houseAddresses, onFreeze }, { limit: 50 });
  return frozen;
}

const usdtOf = (wallet: Wallet) => world.balanceOf(wallet, 'usdt');
const pay = (to: Wallet, amount: bigint) =>
  asIssuer('transfer(address,uint256)', [
    { type: 'address', value: to.address },
    { type: 'uint256', value: String(amount) },
  ]);

test('D06 with a fee on transfers a real token credits what arrived, not what was sent; D07 and it agrees with its events', async () => {
  const wallet = await world.newWallet();
  await asIssuer('setParams(uint256,uint256)', [
    { type: 'uint256', value: '10' },
    { type: 'uint256', value: '49' },
  ]);
  await chain.admin.faucetToken('usdt', wallet.address, 100_000_000n);
  await pay(wallet, 100_000_000n);
  await catchUp();
  expect(await usdtOf(wallet)).toBeGreaterThan(0n);
  expect(await sample()).toEqual([]);
  const { rows } = await world.database.db.pool.query(
    'SELECT amount::text FROM token_holdings WHERE address = $1 AND sampled_block >= changed_block',
    [wallet.address],
  );
  expect(rows).toEqual([{ amount: String(await usdtOf(wallet)) }]);
});

test('D17 the issuer blocks, destroys, pauses: operators learn each at once, nobody loses a claim, and reading goes on', async () => {
  const wallet = await world.newWallet();
  await chain.admin.faucetToken('usdt', wallet.address, 100_000_000n);
  await catchUp();
  const credited = await usdtOf(wallet);
  const blocked = [{ type: 'address', value: wallet.address }];
  const reports: { reason: string }[] = [];
  const watching = { ...deps, report: (report: { reason: string }) => reports.push(report) };
  await asIssuer('addBlackList(address)', blocked);
  await asIssuer('destroyBlackFunds(address)', blocked);
  await asIssuer('addBlackList(address)', [{ type: 'address', value: stranger }]);
  await asIssuer('pause()', []);
  await asIssuer('unpause()', []);
  await chain.admin.faucetToken('usdt', wallet.address, 7_000_000n);
  await chain.admin.mine(20);
  while ((await readBlocks(watching, { limit: 50 })) > 0);
  const acts = (await listQuarantine(world.database.asWorker)).grave.filter(({ reason }) => reason === 'issuer-act');
  expect(acts.map(({ subject, to }) => `${subject} ${to === wallet.address ? 'ours' : 'all'}`)).toEqual([
    'AddedBlackList ours',
    'DestroyedBlackFunds ours',
    'Pause all',
    'Unpause all',
  ]);
  expect(reports.map(({ reason }) => reason)).toEqual(Array.from({ length: 4 }, () => 'issuer-act'));
  expect(await usdtOf(wallet)).toBeGreaterThan(credited);
  expect(await sample()).toEqual([]);
});

test('D07 one stale answer freezes nothing, nor does a node that contradicts the others', async () => {
  const wallet = await world.newWallet();
  await chain.admin.faucetToken('usdt', wallet.address, 9_000_000n);
  await catchUp();
  const [honest] = deps.nodes;
  /** Answers this many questions about balances with nothing, as a node does that has not seen the deposit. */
  const stale = (answers: number): TronNode => {
    let left = answers;
    return {
      name: 'stale',
      ask: async (path, body) => {
        if (path !== '/walletsolidity/triggerconstantcontract' || left === 0) return await honest.ask(path, body);
        left -= 1;
        return { result: { result: true }, constant_result: ['0'.repeat(64)] };
      },
    };
  };
  expect(await sample([stale(1)])).toEqual([]);
  expect(await sample([stale(1_000), honest])).toEqual([]);
  expect(await sample([stale(1_000), stale(1_000), honest])).toEqual([]);
  expect(await sample()).toEqual([]);
});

test('D07 a token that moves less than its events say is frozen: what comes after waits in suspense until two operators thaw it', async () => {
  const other = await openDepositWorld();
  const db = other.database.asConsole;
  const wallet = await other.newWallet();
  let held = 0n;
  const honest = other.chain.openNode();
  const node: TronNode = {
    name: 'with a contract',
    ask: async (path, body) =>
      path === '/walletsolidity/triggerconstantcontract'
        ? { result: { result: true }, constant_result: [held.toString(16).padStart(64, '0')] }
        : await honest.ask(path, body),
  };
  const rules = { ...other.deps, nodes: [node] as const };
  const arrive = async (says: bigint, moves: bigint): Promise<void> => {
    held += moves;
    const logs = [{ contract: usdtContract, from: stranger, to: wallet.address, amount: says }];
    other.chain.mine(tokenCall({ caller: stranger, logs }));
    other.solidify();
    await other.catchUp(rules);
  };
  /** One more that is irreversible, and not booked yet. */
  const moveOn = async (): Promise<void> => {
    held += 1n;
    other.chain.mine(
      tokenCall({
        caller: stranger,
        logs: [{ contract: usdtContract, from: stranger, to: wallet.address, amount: 1n }],
      }),
    );
    const target = other.chain.headNumber();
    while (other.chain.solidNumber() < target - 1) other.chain.mine();
    await other.catchUp(rules);
    other.chain.mine();
  };
  const frozen: unknown[] = [];
  const { tokens, houseAddresses } = rules;
  const onFreeze = (freeze: unknown) => frozen.push(freeze);
  const look = () => sampleTokens({ db, node, nodes: [node], tokens, houseAddresses, onFreeze }, { limit: 5 });

  await arrive(100_000_000n, 100_000_000n);
  await look();
  expect(frozen).toEqual([]);
  await arrive(100_000_000n, 93_000_000n);
  // What it holds has moved on since the reader was here: nothing can be said.
  await moveOn();
  await look();
  expect(frozen).toEqual([]);
  await other.catchUp(rules);
  other.chain.mine();
  await look();
  await look();
  expect(frozen).toMatchObject([
    { assetId: 'usdt', address: wallet.address, booked: 200_000_001n, found: 193_000_001n },
  ]);

  await arrive(50_000_000n, 50_000_000n);
  expect(await other.balanceOf(wallet, 'usdt')).toBe(200_000_001n);
  expect(await other.houseBalance('suspense', 'usdt')).toBe(50_000_000n);
  expect(await settleSuspense(rules, { limit: 10 })).toBe(0);
  const ada = await addOperator(other.database.db, { name: 'ada' });
  const bob = await addOperator(other.database.db, { name: 'bob' });
  const thaw = (operatorId: OperatorId) =>
    thawToken(db, { assetId: 'usdt', operatorId, reason: 'the issuer explained' });
  expect(await thaw(ada)).toBe('second-operator-needed');
  expect(await thaw(ada)).toBe('second-operator-needed');
  expect(await thaw(bob)).toBe('done');
  expect(await thaw(bob)).toBe('not-found');
  expect(await settleSuspense(rules, { limit: 10 })).toBe(1);
  expect(await other.balanceOf(wallet, 'usdt')).toBe(250_000_001n);
  expect(await other.houseBalance('suspense', 'usdt')).toBe(0n);
  await other.expectSoundBooks();
  await other.database.drop();
});
