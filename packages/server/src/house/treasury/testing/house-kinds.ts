import { assert } from '@tern/base/assert';
import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import { units } from '@tern/money/units';
import { getStakes } from '@tern/tron/get-stakes';
import { listAddressPlaces } from '../../../people/wallets/public.ts';
import { decideColdOrder } from '../decide-cold-order.ts';
import { insertOrder } from '../order-store.ts';
import { openReturns } from './return-kind.ts';
import type { TreasuryWorld } from './treasury-world.ts';

/** One purpose of the house, with every order that was made for it. */
export type HouseOrder = { readonly ids: TreasuryOrderId[]; readonly again: () => Promise<TreasuryOrderId> };

/** How orders of one kind are made here. */
export type HouseKind = {
  /** Units that each moves. */
  readonly amount: bigint;
  /** What all of them have moved on chain. */
  readonly total: () => Promise<bigint>;
  /** Brings one about; what comes of it orders it, once more where it came to nothing. */
  readonly prepare: () => Promise<HouseOrder['again']>;
};

const trx = 1_000_000n;
const costMaxSun = units(30n * trx);

function found(id: TreasuryOrderId | undefined): TreasuryOrderId {
  assert(id !== undefined, 'none of its kind is open');
  return id;
}

/** TRX from a deposit address to the hot wallet. */
async function openSweeps(world: TreasuryWorld): Promise<HouseKind> {
  const amount = units(2n * trx);
  const { hot } = world.accounts;
  const had = await world.onChain(hot, 'trx');
  return {
    amount,
    total: async () => (await world.onChain(hot, 'trx')) - had,
    prepare: async () => {
      // One address each: what a transfer burns beyond the free bandwidth of a day would have to lie there too.
      const { address } = await world.newWallet();
      await world.chain.admin.faucetTrx(address, amount);
      await world.settle();
      const [place] = await listAddressPlaces(world.treasury.db.kysely, [address]);
      assert(place !== undefined, 'a wallet has its place');
      const content = { kind: 'sweep', assetId: 'trx', amount, place } as const;
      return async () => found(await insertOrder(world.treasury.db.kysely, { content, costMaxSun: units(0n) }));
    },
  };
}

/** USDT from the hot wallet to cold storage, which two operators approve. */
async function openColdOrders(world: TreasuryWorld, operators: readonly OperatorId[]): Promise<HouseKind> {
  const address = world.accounts.cold;
  assert(address !== undefined, 'a cold address is enrolled');
  const amount = units(3n * trx);
  const had = await world.onChain(address, 'usdt');
  return {
    amount,
    total: async () => (await world.onChain(address, 'usdt')) - had,
    prepare: () =>
      Promise.resolve(async () => {
        const content = { kind: 'cold', assetId: 'usdt', amount } as const;
        const orderId = found(await insertOrder(world.treasury.db.kysely, { content, costMaxSun }));
        for (const operatorId of operators)
          await decideColdOrder(world.database.asConsole, { orderId, operatorId, decision: 'approve' });
        return orderId;
      }),
  };
}

/** A step of staking: no money moves, and no event shows it. */
async function openStakes(world: TreasuryWorld): Promise<HouseKind> {
  const { kysely } = world.treasury.db;
  const fund = { kind: 'fund', assetId: 'trx', amount: units(4_000n * trx) } as const;
  found(await insertOrder(kysely, { content: fund, costMaxSun }));
  await world.work();
  const content = { kind: 'stake', assetId: 'trx', amount: units(5n * trx) } as const;
  return {
    amount: content.amount,
    total: async () => (await getStakes(world.node, { view: 'solid', address: world.accounts.fee })).energySun,
    prepare: () =>
      Promise.resolve(async () => found(await insertOrder(kysely, { content, costMaxSun: units(5n * trx) }))),
  };
}

export const houseKinds = { sweep: openSweeps, cold: openColdOrders, stake: openStakes, return: openReturns } as const;
