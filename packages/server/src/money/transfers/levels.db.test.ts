import { randomInt, randomUUID } from 'node:crypto';
import type { RecordId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import { holdFunds } from '@tern/ledger/hold';
import type { PendingId } from '@tern/ledger/ids';
import { postJournal } from '@tern/ledger/post-journal';
import { bookHouseMoney } from '@tern/ledger/test-house-money';
import { voidHold } from '@tern/ledger/void-hold';
import type { AssetId } from '@tern/money/asset';
import { formatAmount } from '@tern/money/format-amount';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setLevel, setLimits } from '../../people/levels/testing/set-levels.ts';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { postLiquidityFunding } from '../swaps/public.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { findLevelRooms } from './level-room.ts';
import { listTransferOptions } from './list-transfer-options.ts';
import { randomAddress, type TestPerson } from './testing/sending-world.ts';

// Goal: a level limits only what leaves to the chain, and nothing that was held when its limit came. Method: real sends to a
// chain, real books, limits and levels set as two operators would have decided them a day before.
const usdt = 1_000_000n;

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
  const operator = await addOperator(world.db, { name: 'ada' });
  await bookHouseMoney(world.asWorker, 'trx', 20_000n * usdt);
  await transact(world.asConsole, (tx) =>
    postLiquidityFunding(tx, { assetId: 'trx', amount: units(20_000n * usdt), operator, key: 'test:funds' }),
  );
});
afterAll(() => world.close());
beforeEach(() => setLimits(world, []));

async function codeOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: unknown }).code,
  );
}
const send = async (person: TestPerson, amount: number | bigint, to: string = randomAddress()) =>
  world.confirm(person, await world.draft(person, { to, amount: String(amount), feeFrom: 'amount' }));
const drafted = (person: TestPerson, amount: number) =>
  codeOf(world.draft(person, { to: randomAddress(), amount: String(amount) }));
const optionsOf = (person: TestPerson) => listTransferOptions(world.deps, person);
async function remaining(person: TestPerson, asset: AssetId = 'usdt'): Promise<string | null | undefined> {
  const { options } = await optionsOf(person);
  return options.find(({ assetId }) => assetId === asset)?.levelRemaining;
}

/** Books of a swap of USDT into TRX. */
async function swap(person: TestPerson, gives: bigint, gets: bigint): Promise<void> {
  await transact(world.asApi, async (tx) => {
    const account = (asset: 'usdt' | 'trx') => openCustomerAccount(tx, { ...person, asset });
    const pool = (asset: 'usdt' | 'trx') => houseAccount(tx, 'liquidity', asset);
    const [from, to] = [await account('usdt'), await account('trx')];
    await postJournal(tx, {
      key: `test:swap:${randomUUID()}`,
      kind: 'swap',
      legs: [
        { debit: from, credit: await pool('usdt'), asset: 'usdt', amount: units(gives), code: 'swap-in' },
        { debit: await pool('trx'), credit: to, asset: 'trx', amount: units(gets), code: 'swap-out' },
      ],
    });
  });
}

/** A deposit that is held for a check of its sender, as the worker holds one. */
async function fundHeld(person: TestPerson, amount: bigint): Promise<PendingId> {
  await world.fund(person, 'usdt', amount);
  const { pendingId } = await transact(world.asWorker, async (tx) =>
    holdFunds(tx, {
      key: `test:deposit-hold:${randomUUID()}`,
      kind: 'deposit-hold',
      code: 'deposit',
      account: await openCustomerAccount(tx, { ...person, asset: 'usdt' }),
      asset: 'usdt',
      amount: units(amount),
    }),
  );
  return pendingId;
}

test('without levels nobody has one, and nothing is limited by it', async () => {
  const ana = await world.person({ usdt: 4_000n * usdt });
  expect((await optionsOf(ana)).level).toBeNull();
  expect(await remaining(ana)).toBeNull();
  expect(await send(ana, 3_000)).toMatchObject({ status: 'withdrawing' });
});

test('what arrives later leaves by the limit of the level, and the refusal says how much goes now and when more', async () => {
  await setLimits(world, [300, 1_000, null]);
  const ana = await world.person({ usdt: 3_000n * usdt });
  expect((await optionsOf(ana)).level).toMatchObject({ level: 0, daily: '300000000', left: '300000000', moreAt: null });
  const refusal = await world.draft(ana, { to: randomAddress(), amount: '301' }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 'LEVEL_LIMIT_REACHED',
    data: { assetId: 'usdt', limit: '300000000', moreAt: null },
  });
  const before = await world.draft(ana, { to: randomAddress(), amount: '200' });
  await world.confirm(ana, await world.draft(ana, { to: randomAddress(), amount: '200' }));
  expect(await codeOf(world.confirm(ana, before))).toBe('LEVEL_LIMIT_REACHED');
  const { level } = await optionsOf(ana);
  expect(level).toMatchObject({ left: '100000000' });
  const wait = new Date(level?.moreAt ?? 0).getTime() - Date.now();
  expect(wait / 3_600_000).toBeCloseTo(24, 1);
  expect(await remaining(ana)).toBe('100000000');

  // To people here it is not limited, nor is what they get.
  const ben = await world.person();
  expect(await send(ana, 1_000, ben.address)).toMatchObject({ status: 'success' });

  await setLevel(world, ana.personId, 1);
  expect(await remaining(ana)).toBe('800000000');
  await setLevel(world, ana.personId, 2);
  expect((await optionsOf(ana)).level).toMatchObject({ level: 2, daily: null });
  expect(await send(ana, 1_000)).toMatchObject({ status: 'withdrawing' });
});

test('H03 what was held when the limit came leaves at once, also after the limit of a day is used up', async () => {
  const ana = await world.person({ usdt: 2_000n * usdt });
  await setLimits(world, [100]);
  await world.fund(ana, 'usdt', 500n * usdt);
  expect(await remaining(ana)).toBe(String(2_100n * usdt));
  expect(await drafted(ana, 2_101)).toBe('LEVEL_LIMIT_REACHED');
  expect(await send(ana, 1_500)).toMatchObject({ status: 'withdrawing' });
  expect(await remaining(ana)).toBe(String(500n * usdt));
  expect(await send(ana, 500)).toMatchObject({ status: 'withdrawing' });
  // The 500 that arrived afterwards wait for the room of a day.
  expect(await drafted(ana, 101)).toBe('LEVEL_LIMIT_REACHED');
  // Narrower still: all that is there is free of the new one.
  await setLimits(world, [100]);
  expect(await drafted(ana, 101)).toBe('LEVEL_LIMIT_REACHED');
  await setLimits(world, []);
  await setLimits(world, [100]);
  expect(await send(ana, 490)).toMatchObject({ status: 'withdrawing' });
});

test('H03 a level that is lowered or ends frees all that is held, and a swap keeps it free', async () => {
  await setLimits(world, [100, 5_000]);
  const ana = await world.person();
  await setLevel(world, ana.personId, 1);
  await world.fund(ana, 'usdt', 2_000n * usdt);
  await setLevel(world, ana.personId, 0);
  await world.fund(ana, 'usdt', 50n * usdt);
  expect(await remaining(ana)).toBe(String(2_100n * usdt));
  await swap(ana, 1_000n * usdt, 3_000n * usdt);
  const { options } = await optionsOf(ana);
  // 1,000 USDT of it are 3,000 TRX now; the room of 100 USDT is 333.333333 TRX at the price.
  expect(options.map(({ levelRemaining }) => levelRemaining)).toEqual([
    String(1_100n * usdt),
    String(3_333_333_333n),
    expect.any(String),
  ]);
});

test('H03 a deposit that is held for a check locks nothing that was there before it', async () => {
  const ana = await world.person({ usdt: 2_000n * usdt });
  await setLimits(world, [100]);
  const pendingId = await fundHeld(ana, 2_000n * usdt);
  expect(await remaining(ana)).toBe(String(2_100n * usdt));
  expect(await send(ana, 1_990)).toMatchObject({ status: 'withdrawing' });
  await transact(world.asWorker, (tx) =>
    voidHold(tx, { key: `test:void:${pendingId}`, pendingId, reason: 'released' }),
  );
  expect(await remaining(ana)).toBe(String(10n * usdt));
  expect(await drafted(ana, 100)).toBe('LEVEL_LIMIT_REACHED');
});

test('M01 what is on its way to the chain is not free a second time, whatever is swapped before it is paid', async () => {
  const ana = await world.person({ usdt: 2_000n * usdt });
  await setLimits(world, [100]);
  await world.fund(ana, 'usdt', 2_000n * usdt);
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2000', feeFrom: 'amount' });
  await swap(ana, 2_000n * usdt, 6_000n * usdt);
  // The limit of a day is used up by the send, and what came later was swapped.
  expect(await remaining(ana, 'trx')).toBe('0');
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
  expect(await remaining(ana, 'trx')).toBe('0');
  expect(await codeOf(world.draft(ana, { to: randomAddress(), assetId: 'trx', amount: '3000' }))).toBe(
    'LEVEL_LIMIT_REACHED',
  );
});

test('H03 a send that is given back is free again', async () => {
  const ana = await world.person({ usdt: 6_000n * usdt });
  await setLimits(world, [100]);
  await world.fund(ana, 'usdt', 50n * usdt);
  const { id, recordId } = await world.send(ana, { to: randomAddress(), amount: '6000', feeFrom: 'amount' });
  expect(await remaining(ana)).toBe('0');
  await cancelTransfer(world.deps, { session: ana, recordId: recordId as RecordId, idempotencyKey: randomUUID() });
  expect(await world.stateOf(id)).toBe('cancelled');
  expect(await remaining(ana)).toBe(String(6_100n * usdt));
});

test('what was held before is read only for a send that the limit alone does not let through', async () => {
  const ana = await world.person({ usdt: 2_000n * usdt });
  await setLimits(world, [100]);
  const keptFor = async (usdtValue: bigint) =>
    (await findLevelRooms(world.asApi.kysely, [{ personId: ana.personId, usdtValue: units(usdtValue) }])).get(
      ana.personId,
    )?.kept;
  expect(await keptFor(100n * usdt)).toEqual(new Map());
  expect(await keptFor(100n * usdt + 1n)).toEqual(new Map([['usdt', 2_000n * usdt]]));
});

test('H03 in whatever order money comes, goes and limits change, what was held at the last narrowing can be sent at once', async () => {
  const limits = [[100], [200, 400], [400, 400], [100, 200], []];
  const ana = await world.person({ usdt: 500n * usdt });
  const ben = await world.person();
  const piles = { old: 0n, fresh: 500n * usdt };
  let [limit, sent, current, level] = [null as bigint | null, 0n, [] as readonly number[], 0];
  const log: string[] = [];
  const take = (amount: bigint): void => {
    const old = amount < piles.old ? amount : piles.old;
    piles.old -= old;
    piles.fresh -= amount - old;
  };
  const setLimit = (): void => {
    const whole = current[Math.min(level, current.length - 1)];
    const next = whole === undefined ? null : BigInt(whole) * usdt;
    if (next !== null && (limit === null || next < limit)) {
      piles.old += piles.fresh;
      piles.fresh = 0n;
    }
    limit = next;
  };
  const room = (): bigint | null => (limit === null ? null : limit > sent ? limit - sent : 0n);
  for (let step = 0; step < 40; step += 1) {
    const choice = randomInt(5);
    if (choice === 0) {
      const amount = BigInt(randomInt(1, 300)) * usdt;
      await world.fund(ana, 'usdt', amount);
      piles.fresh += amount;
      log.push(`in ${amount}`);
    } else if (choice === 1) {
      current = limits[randomInt(limits.length)] ?? [];
      await setLimits(world, current);
      setLimit();
      log.push(`limits ${current.join(' ')}`);
    } else if (choice === 2) {
      level = randomInt(2);
      await setLevel(world, ana.personId, level);
      setLimit();
      log.push(`level ${level}`);
    } else {
      const inside = choice === 3;
      // To the chain all that was held, whatever the room is.
      const amount = inside ? (piles.old + piles.fresh) / 3n : piles.old;
      if (amount < 10n * usdt) continue;
      const draft = await world.draft(ana, {
        to: inside ? ben.address : randomAddress(),
        amount: formatAmount(units(amount), 6),
        feeFrom: 'amount',
      });
      log.push(`${inside ? 'to ben' : 'out'} ${amount}`);
      const { status } = await world.confirm(ana, draft);
      expect(status, log.join(', ')).toBe(inside ? 'success' : 'withdrawing');
      take(amount);
      if (!inside) sent += BigInt(draft.amount);
    }
    const now = room();
    expect(await remaining(ana), log.join(', ')).toBe(now === null ? null : String(piles.old + now));
  }
});

test('M01 the database itself keeps to what two operators decided, and to the day of notice', async () => {
  const insert = sql`INSERT INTO level_limits (version, limits, change_id) VALUES (99, '{1}', gen_random_uuid())`;
  await expect(insert.execute(world.asConsole.kysely)).rejects.toThrow('does not follow');
  await expect(insert.execute(world.asApi.kysely)).rejects.toThrow('permission denied');
  await expect(sql`UPDATE level_limits SET effective_at = now()`.execute(world.db.kysely)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`UPDATE person_levels SET level = 4`.execute(world.db.kysely)).rejects.toThrow('append-only');
});
