import { mineUntil } from '@tern/testkit/system/chain-control';
import { freshAddress, type OutsideWallet } from '@tern/testkit/system/outside-wallet';
import type { Person } from '@tern/testkit/system/person';
import type { System } from '@tern/testkit/system/start-system';
import { swapRewardTokens } from '@tern/testkit/system/swap';
import { sql } from 'kysely';

const usdt = 1_000_000n;
const patienceMs = 600_000;

export type CapacityWorld = {
  readonly system: System;
  readonly people: readonly Person[];
  readonly outside: OutsideWallet;
};

/** One kind of work: `run` does it so often, with as many at a time as there are people. */
export type Work = {
  readonly name: string;
  /** What one item is, for the table. */
  readonly item: string;
  readonly run: (world: CapacityWorld, count: number) => Promise<void>;
  /** So many of what the campaign was asked for; 1 when absent. */
  readonly share?: number;
};

/** Everybody does one after the other, all at the same time. */
async function each(
  { people }: CapacityWorld,
  count: number,
  act: (person: Person, other: Person) => Promise<unknown>,
): Promise<void> {
  let left = count;
  await Promise.all(
    people.map(async (person, index) => {
      const other = people[(index + 1) % people.length] ?? person;
      while (left > 0) {
        left -= 1;
        await act(person, other);
      }
    }),
  );
}

/** Waits until no payout is under way, with blocks as they are needed. */
async function untilPaid({ system }: CapacityWorld): Promise<void> {
  await mineUntil(
    system.chain,
    'all payouts',
    async () => {
      await system.skipWaits();
      const { rows } = await sql<{ open: number }>`
        SELECT count(*)::int AS open FROM withdrawals
         WHERE settlement = 'chain' AND state IN ('approved', 'signed', 'broadcast', 'included')`.execute(
        system.db.kysely,
      );
      return rows[0]?.open === 0;
    },
    patienceMs,
  );
}

async function untilCredited({ system }: CapacityWorld, before: number, count: number): Promise<void> {
  await mineUntil(
    system.chain,
    'all deposits',
    async () => (await countDeposits(system)) >= before + count,
    patienceMs,
  );
}

/** Those that were credited at once, and those that waited until their token's contract could be asked. */
async function countDeposits({ db }: System): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM deposits d
     WHERE destination = 'customer' OR EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)`.execute(
    db.kysely,
  );
  return rows[0]?.count ?? 0;
}

export const works: readonly Work[] = [
  {
    name: 'register',
    item: 'a new person: two codes, first wallet, trade password, authenticator',
    share: 0.1,
    run: async ({ system }, count) => {
      for (let made = 0; made < count; made += 1) await (await system.register('email')).setFactors();
    },
  },
  {
    name: 'transfer',
    item: 'a transfer to another person: address checked, draft, both factors, confirmed',
    run: (world, count) =>
      each(world, count, (person, other) => person.send({ to: other.wallet.address, assetId: 'usdt', amount: '1' })),
  },
  {
    name: 'withdrawal',
    item: 'the same to an address on the chain, until it is final and booked',
    share: 0.4,
    run: async (world, count) => {
      await each(world, count, (person) => person.send({ to: freshAddress(), assetId: 'usdt', amount: '2' }));
      await untilPaid(world);
    },
  },
  {
    name: 'deposit',
    item: 'a payment from outside, until it is final and credited',
    run: async (world, count) => {
      const before = await countDeposits(world.system);
      // One wallet pays: its transactions have to differ.
      for (let paid = 0; paid < count; paid += 1) {
        const { address } = world.people[paid % world.people.length]?.wallet ?? { address: '' };
        await world.outside.pay(address, 'usdt', usdt + BigInt(paid));
        if (paid % 40 === 39) await world.system.chain.mine(1);
      }
      await untilCredited(world, before, count);
    },
  },
  {
    name: 'swap',
    item: 'a quote and its swap',
    run: (world, count) => each(world, count, (person) => swapRewardTokens(person, '5')),
  },
  {
    name: 'home',
    item: 'the home page’s overview of a wallet',
    share: 2,
    run: (world, count) => each(world, count, (person) => person.overview()),
  },
  {
    name: 'records',
    item: 'a page of 20 records',
    share: 2,
    run: (world, count) => each(world, count, (person) => person.api.get('/records?limit=20')),
  },
  {
    name: 'block',
    item: 'a block of the chain without anything of ours',
    run: async ({ system }, count) => {
      for (let mined = 0; mined < count; mined += 10) {
        await system.chain.mine(10);
        await mineUntil(
          system.chain,
          'the blocks are read',
          async () => (await system.chain.unread()) <= 20,
          patienceMs,
        );
      }
    },
  },
];
