import { randomUUID } from 'node:crypto';
import type { ChartRange, WorthView } from '@tern/contracts/routes/home';
import { transact } from '@tern/db/transact';
import { houseAccount, openCustomerAccount } from '@tern/ledger/account';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { postJournal } from '@tern/ledger/post-journal';
import { assetIds, type AssetId } from '@tern/money/asset';
import { units, type Units } from '@tern/money/units';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { equalMoments, findPrice, type Price } from '../../chain/prices/public.ts';
import { getOverview, valueWallet, type WalletValues } from '../../people/wallets/public.ts';
import { createSendingWorld, type SendingWorld, type TestPerson } from '../transfers/testing/sending-world.ts';
import { getWorth, type GetWorthDeps } from './get-worth.ts';
import { readWorthAssets } from './read-worth-assets.ts';
import { computeWorth } from './worth.ts';

let world: SendingWorld;
let friend: TestPerson;
beforeAll(async () => {
  world = await createSendingWorld();
  friend = await world.person();
  for (const assetId of assetIds) {
    const fund = async (kind: 'treasury-funding' | 'pool-funding', debit: HouseAccountCode, credit: HouseAccountCode) =>
      await transact(world.db, async (tx) => {
        const accounts = {
          debit: await houseAccount(tx, debit, assetId),
          credit: await houseAccount(tx, credit, assetId),
        };
        const leg = { ...accounts, asset: assetId, amount: units(10n ** 30n), code: 'funding' } as const;
        await postJournal(tx, { key: randomUUID(), kind, legs: [leg] });
      });
    await fund('treasury-funding', 'custody:cold', 'capital');
    await fund('pool-funding', 'capital', 'reward-pool');
  }
});
afterAll(() => world.drop());

/** A swap of reward tokens pays nine tenths of 0.1 USDT for each: a deduction of a tenth from whatever they cost. */
async function readValues(): Promise<WalletValues> {
  const prices = new Map<AssetId, Price>();
  for (const assetId of assetIds) {
    const price = await findPrice(world.asApi.kysely, assetId);
    if (price !== undefined) prices.set(assetId, price);
  }
  const findRewardValue = (amount: Units) => units((amount * 9n) / (100n * 10n ** 12n));
  return { prices, findRewardValue, closings: new Map() };
}

const worthDeps = (): GetWorthDeps => ({ db: world.asApi, readValues });

type Event = {
  readonly kind: 'deposit' | 'reward' | 'out';
  readonly assetId: AssetId;
  readonly amount: bigint;
  readonly hoursAgo: number;
};
const scale: Readonly<Record<AssetId, bigint>> = { usdt: 10_000n, trx: 7_919n, reward: 10n ** 15n + 7n };

const eventOf = fc.record({
  kind: fc.constantFrom('deposit' as const, 'deposit' as const, 'reward' as const, 'out' as const),
  assetId: fc.constantFrom('usdt' as const, 'trx' as const, 'reward' as const),
  amount: fc.bigInt({ min: 1n, max: 99_999n }),
  hoursAgo: fc.double({ min: 0.01, max: 800, noNaN: true }),
});
const historyOf = fc.array(eventOf, { minLength: 1, maxLength: 25 });

/** Posts events in the order of their time, and dates their journals. */
async function live(person: TestPerson, events: readonly Event[]): Promise<void> {
  const held = new Map<AssetId, bigint>();
  for (const event of events.toSorted((one, other) => other.hoursAgo - one.hoursAgo)) {
    const { kind, assetId, hoursAgo } = event;
    const has = held.get(assetId) ?? 0n;
    const wanted = event.amount * scale[assetId];
    const amount = kind === 'out' && wanted > has ? has : wanted;
    if (amount === 0n) continue;
    held.set(assetId, kind === 'out' ? has - amount : has + amount);
    const journalId = await transact(world.db, async (tx) => {
      const account = ({ personId, walletId }: TestPerson) =>
        openCustomerAccount(tx, { personId, walletId, asset: assetId });
      const own = await account(person);
      const sides = {
        deposit: {
          kind: 'deposit',
          code: 'deposit',
          debit: await houseAccount(tx, 'custody:deposit', assetId),
          credit: own,
        },
        reward: {
          kind: 'distribution',
          code: 'distribution',
          debit: await houseAccount(tx, 'reward-pool', assetId),
          credit: own,
        },
        out: { kind: 'internal-transfer', code: 'transfer', debit: own, credit: await account(friend) },
      } as const;
      const { kind: journalKind, ...leg } = sides[kind];
      const legs = [{ ...leg, asset: assetId, amount: units(amount) }];
      return (await postJournal(tx, { key: randomUUID(), kind: journalKind, legs })).journalId;
    });
    await transact(world.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`UPDATE ledger.journals SET created_at = date_trunc('milliseconds', now()) - make_interval(secs => ${hoursAgo * 3600})
                 WHERE id = ${journalId}`.execute(tx);
    });
  }
}

type Said = {
  readonly assetId: 'trx' | 'reward';
  readonly source: 'operator' | 'ticker';
  readonly millionths: number;
  readonly fromHours: number;
  readonly lasts: number;
};
const saidOf = fc.record({
  assetId: fc.constantFrom('trx' as const, 'reward' as const),
  source: fc.constantFrom('operator' as const, 'ticker' as const),
  millionths: fc.integer({ min: 1, max: 900_000 }),
  fromHours: fc.double({ min: 0.3, max: 900, noNaN: true }),
  lasts: fc.double({ min: 0, max: 300, noNaN: true }),
});

/** A price history with gaps, and a price of now. */
async function say(all: readonly Said[]): Promise<void> {
  const { pool } = world.db;
  await pool.query(`DELETE FROM prices WHERE asset_id <> 'usdt'`);
  for (const { assetId, source, millionths, fromHours, lasts } of all) {
    await pool.query(
      `INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at)
       SELECT $1, $2, $3::numeric / 1000000, $4, from_at, greatest(from_at, least(now() - interval '11 minutes', from_at + make_interval(secs => $6)))
         FROM (SELECT now() - make_interval(secs => $5) AS from_at) AS f ON CONFLICT DO NOTHING`,
      [assetId, source, millionths, assetId === 'trx' ? 6 : 18, fromHours * 3600, lasts * 3600],
    );
  }
  await pool.query(`INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at) VALUES
    ('trx', 'operator', 0.31, 6, now(), now()), ('trx', 'ticker', 0.32, 6, now(), now()), ('reward', 'operator', 0.1, 18, now(), now())`);
}

type Fraction = readonly [numerator: bigint, denominator: bigint];
type EntryRow = { readonly asset: AssetId; readonly amount: string; readonly ms: string; readonly code: string };
type PriceRow = {
  readonly asset_id: AssetId;
  readonly source: string;
  readonly micro: string;
  readonly from_ms: string;
  readonly till_ms: string;
};

/** The same line from all entries and all prices, added up for each point anew. */
async function recompute(person: TestPerson, { from, until }: WorthView) {
  const { pool } = world.db;
  const { rows: entries } = await pool.query<EntryRow>(
    `SELECT a.asset, e.amount::text, t.code, (extract(epoch FROM j.created_at) * 1000)::text AS ms FROM ledger.entries e
       JOIN ledger.accounts a ON a.id = e.account_id JOIN ledger.transfers t ON t.id = e.transfer_id
       JOIN ledger.journals j ON j.id = t.journal_id WHERE a.wallet_id = $1 ORDER BY e.transfer_id`,
    [person.walletId],
  );
  const { rows: prices } = await pool.query<PriceRow>(
    `SELECT asset_id, source, (price * 1000000)::bigint::text AS micro, (extract(epoch FROM at) * 1000)::text AS from_ms,
            (extract(epoch FROM confirmed_at) * 1000)::text AS till_ms FROM prices ORDER BY at`,
  );
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const moments = Array.from({ length: 97 }, (_, step) => start + Math.floor(((end - start) * step) / 96));
  const sumOf = (asset: AssetId, at: number) =>
    entries.reduce(
      (sum, entry) => (entry.asset === asset && Number(entry.ms) <= at ? sum + BigInt(entry.amount) : sum),
      0n,
    );
  /** USDT base units for one base unit. */
  const priceAt = (asset: AssetId, at: number): Fraction | undefined => {
    if (asset === 'usdt') return [1n, 1n];
    const said = ['operator', 'ticker'].flatMap((source) => {
      const last = prices.findLast(
        (row) => row.asset_id === asset && row.source === source && Number(row.from_ms) <= at,
      );
      return last !== undefined && Number(last.till_ms) >= at - 600_000 ? [BigInt(last.micro)] : [];
    });
    if (said.length === 0) return undefined;
    const twice = said.length === 1 ? 2n * (said[0] ?? 0n) : (said[0] ?? 0n) + (said[1] ?? 0n);
    if (asset === 'trx') return [twice, 2_000_000n];
    // What today's swap takes off the price of now, 0.1, as far as whole units of what it pays tell.
    const [paid, tokens] = deduction();
    return [twice * paid * 10n ** 13n, 2n * 10n ** 18n * tokens];
  };
  const nowOf: Record<AssetId, Fraction> = { usdt: [1n, 1n], trx: [315n, 1000n], reward: [9n, 100n * 10n ** 12n] };
  const last = moments.length - 1;
  const paidFor = (tokens: bigint) => (tokens * 9n) / (100n * 10n ** 12n);
  const deduction = (): Fraction => {
    const held = sumOf('reward', Infinity);
    const larger = (one: bigint, other: bigint) => (one > other ? one : other);
    const mostAtPoints = [...moments.slice(0, -1), Infinity].map((at) => sumOf('reward', at)).reduce(larger);
    const mostMoved = entries
      .filter(({ asset, ms }) => asset === 'reward' && Number(ms) > (moments[0] ?? 0))
      .map(({ amount }) => larger(BigInt(amount), -BigInt(amount)))
      .reduce(larger, 0n);
    const most = mostAtPoints === 0n ? mostMoved : mostAtPoints;
    const told = paidFor(held) >= 1_000_000n ? held : most;
    return [paidFor(told), told];
  };
  const priced = (asset: AssetId, point: number) =>
    point === last ? nowOf[asset] : priceAt(asset, moments[point] ?? 0);
  const points = moments.map((at, point) => {
    const values = assetIds.map((asset) => {
      const balance = sumOf(asset, point === last ? Infinity : at);
      const price = priced(asset, point);
      return balance === 0n ? 0n : price && (balance * price[0]) / price[1];
    });
    return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0n);
  });
  const since = points.findIndex((value) => value !== undefined);
  const moved = (given: boolean) =>
    entries.reduce((sum, { asset, amount, ms, code }) => {
      if (Number(ms) <= (moments[since] ?? 0) || (code === 'distribution') !== given) return sum;
      const point = moments.findIndex((at, index) => index === last || at >= Number(ms));
      const later = moments.map((_, index) => index).filter((index) => index >= point);
      const price =
        priceAt(asset, Number(ms)) ?? later.map((index) => priced(asset, index)).find((known) => known !== undefined);
      return price === undefined ? sum : sum + (BigInt(amount) * price[0]) / price[1];
    }, 0n);
  const amount = (points[last] ?? 0n) - (points[since] ?? 0n);
  const parts = { inOut: moved(false), rewards: moved(true) };
  return {
    points: points.map((value) => value?.toString() ?? null),
    change: since === last ? null : { amount, ...parts, prices: amount - parts.inOut - parts.rewards },
  };
}

test(
  'line, ends and the parts of the change are what adding everything up anew gives, to the unit',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        historyOf,
        fc.array(saidOf, { maxLength: 20 }),
        fc.constantFrom<ChartRange>('day', 'week', 'month', 'year', 'all'),
        async (events, said, range) => {
          const person = await world.person();
          await live(person, events);
          await say(said);
          const worth = await getWorth(worthDeps(), { ...person, range });
          if (worth.startedAt === null) return;
          const anew = await recompute(person, worth);
          expect(worth.points).toEqual(anew.points);
          const parts = worth.change && {
            amount: BigInt(worth.change.amount),
            inOut: BigInt(worth.change.inOut),
            rewards: BigInt(worth.change.rewards),
            prices: BigInt(worth.change.prices),
          };
          expect(parts).toEqual(anew.change);
          const { total } = await getOverview(worthDeps(), person);
          expect(worth.points.at(-1)).toBe(total.value);
        },
      ),
      { numRuns: 25 },
    );
  },
);

test('a reward that was passed on before the next point is a reward of the time, in each asset', async () => {
  for (const assetId of assetIds) {
    const person = await world.person();
    await say([{ assetId: 'trx', source: 'operator', millionths: 300_000, fromHours: 900, lasts: 899 }]);
    await live(person, [
      { kind: 'deposit', assetId: assetId === 'usdt' ? 'trx' : 'usdt', amount: 500n, hoursAgo: 700 },
      { kind: 'reward', assetId, amount: 90_000n, hoursAgo: 300.5 },
      { kind: 'out', assetId, amount: 90_000n, hoursAgo: 300.4 },
    ]);
    const worth = await getWorth(worthDeps(), { ...person, range: 'month' });
    const { change } = await recompute(person, worth);
    expect(change?.rewards).toBeGreaterThan(0n);
    expect(worth.change).toMatchObject({ rewards: String(change?.rewards), inOut: String(change?.inOut) });
  }
});

test('the line of a new wallet begins with nothing, and its first deposit is money that came in', async () => {
  const person = await world.person();
  await transact(world.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE wallets SET created_at = now() - interval '3 hours' WHERE id = ${person.walletId}`.execute(tx);
  });
  await live(person, [{ kind: 'deposit', assetId: 'usdt', amount: 50_000n, hoursAgo: 1 }]);
  for (const range of ['day', 'all'] as const) {
    const worth = await getWorth(worthDeps(), { ...person, range });
    expect(worth.points[0]).toBe('0');
    expect(worth.change).toMatchObject({ amount: '500000000', inOut: '500000000', rewards: '0', prices: '0' });
    expect(Date.parse(worth.until) - Date.parse(worth.from)).toBeGreaterThan(2.9 * 3_600_000);
  }
});

test('a busy account is told by steps: the same line and rewards, and parts that still add up', async () => {
  const person = await world.person();
  await say([{ assetId: 'trx', source: 'operator', millionths: 300_000, fromHours: 900, lasts: 899 }]);
  const hours = [700, 600, 500, 400, 300, 200, 100, 50, 20, 10];
  await live(
    person,
    hours.map((hoursAgo, index) => ({
      kind: index % 3 === 2 ? 'reward' : index % 4 === 3 ? 'out' : 'deposit',
      assetId: 'trx',
      amount: 1000n + BigInt(index),
      hoursAgo,
    })),
  );
  const moments = equalMoments({ from: new Date(Date.now() - 650 * 3_600_000), until: new Date() }, 96);
  const [each, steps] = await transact(world.asApi, async (tx) => {
    const values = await readValues();
    const valued = await valueWallet(tx, values, person.walletId);
    const read = async (movesMax: number) =>
      computeWorth(
        (await readWorthAssets(tx, values, { walletId: person.walletId, moments, valued, movesMax })).assets,
        97,
      );
    return [await read(1000), await read(0)];
  });
  expect(steps.points).toEqual(each.points);
  expect(steps.marks).toEqual(each.marks);
  expect(steps.change?.rewards).toBe(each.change?.rewards);
  expect(steps.change?.amount).toBe(
    (steps.change?.inOut ?? 0n) + (steps.change?.rewards ?? 0n) + (steps.change?.prices ?? 0n),
  );
});

test('nothing is drawn of a wallet in which nothing ever moved, nor is what nobody can value', async () => {
  const person = await world.person();
  const nothing = await getWorth(worthDeps(), { ...person, range: 'all' });
  expect(nothing).toMatchObject({ startedAt: null, points: [], change: null });
  const { created_at: openedAt } = await world.db.kysely
    .selectFrom('wallets')
    .select('created_at')
    .where('id', '=', person.walletId)
    .executeTakeFirstOrThrow();
  expect(nothing.from).toBe(openedAt.toISOString());
  await world.fund(person, 'reward', 10n ** 18n);
  await world.fund(person, 'usdt', 5n);
  const unsold: GetWorthDeps = {
    ...worthDeps(),
    readValues: async () => ({ ...(await readValues()), findRewardValue: () => undefined }),
  };
  const worth = await getWorth(unsold, { ...person, range: 'all' });
  expect(worth.without).toEqual(['reward']);
  expect(worth.points.at(-1)).toBe('5');
});
