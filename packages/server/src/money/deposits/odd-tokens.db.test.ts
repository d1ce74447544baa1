import { startDevchain, type Devchain } from '@tern/devchain/start-devchain';
import { getAddress, type TronAddress } from '@tern/tron/address';
import { openNode, type TronNode } from '@tern/tron/open-node';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRecords } from '../../people/records/list-records.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { listQuarantine } from './list-quarantine.ts';
import { proveTokens } from './prove-tokens.ts';
import { readBlocks, type ReadBlocksDeps } from './read-blocks.ts';
import { proveSuspended, sampleTokens } from './sample-tokens.ts';
import { settleSuspense } from './settle-suspense.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { watchHead, type WatchHeadDeps } from './watch-head.ts';

type Habit = Parameters<Devchain['admin']['deployOddToken']>[0]['habit'];

/** Real contracts that do not behave, each in the place of USDT on the list of an installation of its own. */
let chain: Devchain;
beforeAll(async () => {
  chain = await startDevchain({ port: 0, seed: 'odd tokens', mining: { mode: 'manual' } });
});
afterAll(() => chain.close());

type OddWorld = {
  readonly world: DepositWorld;
  readonly token: TronAddress;
  /** Books what there is; where it is not `inTime`, only after the chain has moved on from it. */
  readonly catchUp: (inTime?: boolean) => Promise<void>;
  readonly read: (limit: { readonly limit: number }) => Promise<number>;
  /** Asks the contracts about what waits for that, and credits it. Returns how many addresses agreed. */
  readonly settle: () => Promise<number>;
  /** The tokens that a look at the contracts freezes. */
  readonly look: () => Promise<readonly string[]>;
  /** Shows what is on its way; resolves to what the person then reads of what has arrived, newest first. */
  readonly watch: (wallet: Wallet) => Promise<readonly string[]>;
  /** Does this before a contract answers, once. */
  readonly beforeAnswer: (happens: () => Promise<unknown>) => void;
};

async function openOddWorld(habit: Habit, isListed = true): Promise<OddWorld> {
  const world = await openDepositWorld();
  const { address } = await chain.admin.deployOddToken({ habit });
  await chain.admin.mine();
  const token = getAddress(address);
  const honest = openNode({ url: chain.url, timeoutMs: 30_000 });
  let happens: (() => Promise<unknown>) | undefined;
  const node: TronNode = {
    name: honest.name,
    ask: async (path, body) => {
      if (path.endsWith('/triggerconstantcontract')) {
        const now = happens;
        happens = undefined;
        await now?.();
      }
      return await honest.ask(path, body);
    },
  };
  const tokens: ReadBlocksDeps['tokens'] = new Map(isListed ? [[token, 'usdt']] : []);
  const { houseAddresses } = world.deps;
  const asking = {
    db: world.database.asWorker,
    node,
    nodes: [node],
    tokens,
    houseAddresses,
    onFreeze: () => undefined,
  };
  const deps: ReadBlocksDeps & WatchHeadDeps = {
    ...world.deps,
    nodes: [node],
    tokens,
    proveTokens: (blocks, solid) => proveTokens(asking, blocks, solid),
  };
  while ((await readBlocks(deps, { limit: 500 })) > 0);
  return {
    world,
    token,
    catchUp: async (inTime = true) => {
      await chain.admin.mine(inTime ? 20 : 60);
      while ((await readBlocks(deps, { limit: 500 })) > 0);
    },
    read: (limit) => readBlocks(deps, limit),
    settle: async () => {
      const agreed = await proveSuspended(asking, { limit: 10 });
      await settleSuspense(deps, { limit: 10 });
      return agreed;
    },
    look: async () => {
      const frozen: string[] = [];
      const onFreeze = ({ assetId }: { readonly assetId: string }) => frozen.push(assetId);
      await sampleTokens({ ...asking, onFreeze }, { limit: 10 });
      return frozen;
    },
    watch: async ({ personId }) => {
      await watchHead(deps, { limit: 50 });
      const listing = { db: world.database.asApi, confirmations: 19 };
      const { records } = await listRecords(listing, { personId, filter: 'in', limit: 10 });
      return records.map(({ amount, status, confirmations }) =>
        `${amount} ${status} ${confirmations?.seen ?? ''}`.trim(),
      );
    },
    beforeAnswer: (next) => {
      happens = next;
    },
  };
}

async function close({ world }: OddWorld): Promise<void> {
  await world.expectSoundBooks();
  await world.database.drop();
}

test('D03 a real token of the same name, symbol and decimals credits nobody', async () => {
  const odd = await openOddWorld('same-symbol', false);
  const wallet = await odd.world.newWallet();
  await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000_000n);
  await odd.catchUp();
  expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(0n);
  expect((await listQuarantine(odd.world.database.asWorker)).noise).toMatchObject([
    { reason: 'unlisted-token', items: 1 },
  ]);
  await close(odd);
});

describe('D07 the event counts and the contract is asked', () => {
  test.each<[Habit, credited: bigint]>([
    ['false-on-success', 1_000_000n],
    ['no-return', 1_000_000n],
    ['fee-on-transfer', 990_000n],
    ['true-on-failure', 0n],
    ['silent-transfer', 0n],
  ])('%s', async (habit, credited) => {
    const odd = await openOddWorld(habit);
    const wallet = await odd.world.newWallet();
    await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000n);
    await odd.catchUp();
    expect(await odd.look()).toEqual([]);
    expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(credited);
    await close(odd);
  });

  test('the very deposit that shows a lie is quarantined, and nothing of the token is credited until it is thawed', async () => {
    const odd = await openOddWorld('lying-event');
    const [wallet, other] = [await odd.world.newWallet(), await odd.world.newWallet()];
    await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000n);
    await odd.catchUp();
    const { freezes, grave } = await listQuarantine(odd.world.database.asWorker);
    expect(freezes).toMatchObject([{ assetId: 'usdt', address: wallet.address, booked: 1_000_000n }]);
    expect(grave).toMatchObject([{ reason: 'contradicted-event', to: wallet.address, amount: 1_000_000n }]);
    expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(0n);
    await chain.admin.faucetToken(odd.token, other.address, 7n);
    await odd.catchUp();
    expect(await odd.world.balanceOf(other, 'usdt')).toBe(0n);
    await close(odd);
  });

  test('what is caught up with waits in suspense until its contract was asked', async () => {
    const [honest, lying] = [await openOddWorld('no-return'), await openOddWorld('lying-event')];
    for (const [odd, credited, agreed] of [
      [honest, 1_000_000n, 1],
      [lying, 0n, 0],
    ] as const) {
      const wallet = await odd.world.newWallet();
      await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000n);
      await odd.catchUp(false);
      expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(0n);
      expect(await odd.world.houseBalance('suspense', 'usdt')).toBe(1_000_000n);
      expect(await odd.settle()).toBe(agreed);
      expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(credited);
      expect(await odd.settle()).toBe(0);
      await close(odd);
    }
  });

  test('blocks that come while a contract is asked change nothing: what it says is credited at once', async () => {
    const odd = await openOddWorld('no-return');
    const [wallet, other] = [await odd.world.newWallet(), await odd.world.newWallet()];
    await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000n);
    await chain.admin.mine();
    await chain.admin.faucetToken(odd.token, other.address, 5n);
    odd.beforeAnswer(() => chain.admin.mine(3));
    await odd.catchUp();
    expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(1_000_000n);
    expect(await odd.world.balanceOf(other, 'usdt')).toBe(5n);
    expect(await odd.world.houseBalance('suspense', 'usdt')).toBe(0n);
    await close(odd);
  });

  test('what moves on while its contract is asked stays shown on its way until it was, and is never called taken back', async () => {
    const odd = await openOddWorld('no-return');
    const wallet = await odd.world.newWallet();
    await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000n);
    await chain.admin.mine();
    await chain.admin.faucetToken(odd.token, wallet.address, 2_000_000n);
    await chain.admin.mine();
    expect(await odd.watch(wallet)).toEqual(['2000000 confirming 1', '1000000 confirming 2']);
    await chain.admin.mine(18);
    odd.beforeAnswer(() => chain.admin.mine());
    await odd.read({ limit: 500 });
    expect(await odd.world.houseBalance('suspense', 'usdt')).toBe(1_000_000n);
    expect(await odd.watch(wallet)).toEqual(['2000000 confirming 19', '1000000 confirming 19']);
    // The block that touched it is known by now, though it is not booked yet.
    expect(await odd.settle()).toBe(1);
    expect(await odd.watch(wallet)).toEqual(['2000000 confirming 19', '1000000 success']);
    await odd.read({ limit: 500 });
    expect(await odd.watch(wallet)).toEqual(['2000000 success', '1000000 success']);
    expect(await odd.look()).toEqual([]);
    expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(3_000_000n);
    const { rows } = await odd.world.database.db.pool.query("SELECT FROM record_steps WHERE step = 'failed'");
    expect(rows).toEqual([]);
    await close(odd);
  });

  test('rebasing: what grows without an event credits nobody and freezes the token', async () => {
    const odd = await openOddWorld('rebasing');
    const wallet = await odd.world.newWallet();
    await chain.admin.faucetToken(odd.token, wallet.address, 1_000_000n);
    await odd.catchUp();
    expect(await odd.look()).toEqual([]);
    const faucet = new TronWeb({ fullHost: chain.url, privateKey: chain.keys.faucet });
    const { transaction } = await faucet.transactionBuilder.triggerSmartContract(
      odd.token,
      'rebase(uint256)',
      { feeLimit: 100_000_000 },
      [{ type: 'uint256', value: '10100' }],
    );
    await faucet.trx.sendRawTransaction(await faucet.trx.sign(transaction));
    await odd.catchUp();
    expect(await odd.look()).toEqual(['usdt']);
    expect(await odd.world.balanceOf(wallet, 'usdt')).toBe(1_000_000n);
    await close(odd);
  });
});
