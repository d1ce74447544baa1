import type { DistributionId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { rootOfPath } from '@tern/proofs/merkle-path';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeGap, openGap } from '../../chain/reserves/public.ts';
import { holdAllWallets, lockOpenWallets } from '../../people/wallets/public.ts';
import { createSwapWorld, whole, type SwapWorld } from '../swaps/testing/swap-world.ts';
import { openChunkPace } from './chunk-pace.ts';
import { distribute } from './distribute.ts';
import { fundPool } from './fund-pool.ts';
import { getDistributionProof } from './get-distribution-proof.ts';
import { getPool } from './get-pool.ts';
import { listDistributions } from './list-distributions.ts';
import { partsOf, shareOfPool } from './share-pool.ts';
import { distributeWhole, poolWorldSettings } from './testing/pool-world.ts';
import { writeDistributionFile } from './write-distribution-file.ts';

// Goal: what the pool gives follows from the ledger alone, once per period whoever computes it and whatever dies meanwhile.

const settings = poolWorldSettings;
let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
  await fundPool(world.asConsole, { amount: units(1_000n * whole.reward), operator: 'test', key: 'pool' });
});
afterAll(() => world.drop());

const pace = openChunkPace();
const step = () => distribute({ db: world.asWorker, settings, pace });
const distributeAll = () => distributeWhole(world);
const passHours = (hours: number) => letHoursPass(world.db, hours);

test('a distribution pays holders by time, completes swap rewards, and adds up to the unit', async () => {
  const ana = await world.person({ reward: 300n * whole.reward }, 'DE');
  const ben = await world.person({ reward: 100n * whole.reward, usdt: 500n * whole.usdt }, 'FR');
  const gina = await world.person({ reward: 500n * whole.reward }, 'GB');
  const nobody = await world.person({ reward: 500n * whole.reward });
  await world.sayPrices();
  const swap = await world.swap(ben, await world.quote(ben, { assetOut: 'usdt', assetIn: 'trx', amount: '100' }));
  const pool = await world.house('reward-pool', 'reward');
  await passHours(48);
  await distributeAll();

  const { distributions } = await listDistributions(world.db.kysely, {
    personId: ana.personId,
    before: undefined,
    limit: 10,
  });
  expect(distributions).toHaveLength(1);
  const [one] = distributions;
  expect(one).toMatchObject({
    state: 'closed',
    pool: String(pool),
    distributed: String(shareOfPool(units(pool), 1_000n)),
    holders: 2,
  });
  // Both came before the period and did nothing in it: three parts to one.
  const { parts, remainder } = partsOf(shareOfPool(units(pool), 1_000n), [300n, 100n]);
  expect(await world.available(ana, 'reward')).toBe(300n * whole.reward + (parts[0] ?? 0n));
  expect(await world.available(ben, 'reward')).toBe(100n * whole.reward + (parts[1] ?? 0n) + BigInt(swap.reward));
  for (const other of [gina, nobody]) expect(await world.available(other, 'reward')).toBe(500n * whole.reward);
  expect(one?.remainder).toBe(String(remainder));
  expect(await world.house('reward-pool', 'reward')).toBe(pool - shareOfPool(units(pool), 1_000n) + remainder);
  expect(await world.house('swap-rewards', 'reward')).toBe(0n);
  const { rows } = await sql`SELECT type, amount FROM records WHERE person_id = ${ana.personId}`.execute(
    world.db.kysely,
  );
  expect(rows).toEqual([{ type: 'airdrop-reward', amount: String(parts[0]) }]);
  await world.checkBooks();
});

test('M13 nothing more happens until the next period, however many ask', async () => {
  expect(await Promise.all(Array.from({ length: 8 }, step))).toEqual(Array.from({ length: 8 }, () => 0));
});

test('M13 eight workers at once pay everybody once', async () => {
  const people = await Promise.all(
    Array.from({ length: 25 }, () => world.person({ reward: 10n * whole.reward }, 'DE')),
  );
  await passHours(24);
  const before = await world.house('reward-pool', 'reward');
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let turn = 0; turn < 6; turn += 1) await step();
    }),
  );
  await distributeAll();
  const { distributions } = await listDistributions(world.db.kysely, {
    personId: people[0]?.personId as never,
    before: undefined,
    limit: 1,
  });
  expect(distributions[0]).toMatchObject({ state: 'closed', pool: String(before) });
  for (const person of people) {
    const { rows } = await sql<{ reward: string }>`
      SELECT sum(reward) AS reward FROM distribution_shares WHERE person_id = ${person.personId}`.execute(
      world.db.kysely,
    );
    expect(BigInt(rows[0]?.reward ?? '0')).toBeGreaterThan(0n);
    expect(await world.available(person, 'reward')).toBe(10n * whole.reward + BigInt(rows[0]?.reward ?? '0'));
  }
  await world.checkBooks();
});

test('M14 whoever holds for a moment is weighed for that moment, to the microsecond', async () => {
  const late = await world.person({ reward: 1_000_000n * whole.reward }, 'DE');
  await passHours(24);
  // A second before the end of the period that is due now.
  await world.db.kysely.connection().execute(async (connection) => {
    await sql`SET session_replication_role = replica`.execute(connection);
    await sql`
      UPDATE ledger.journals SET created_at = date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 second'
       WHERE id = (SELECT max(id) FROM ledger.journals WHERE kind = 'deposit')`.execute(connection);
    await sql`SET session_replication_role = origin`.execute(connection);
  });
  await distributeAll();
  const { rows } = await sql<{ weight: string }>`
    SELECT weight FROM distribution_shares WHERE person_id = ${late.personId}`.execute(world.db.kysely);
  expect(rows).toEqual([{ weight: String(1_000_000n * whole.reward * 1_000_000n) }]);
});

test('M14 weights are the same when somebody else computes them from the entries', async () => {
  const { rows: found } = await sql<{ id: DistributionId; starts_at: Date; ends_at: Date }>`
    SELECT id, starts_at, ends_at FROM distributions ORDER BY ends_at DESC LIMIT 1`.execute(world.db.kysely);
  const [last] = found;
  if (last === undefined) throw new Error('no distribution');
  const { rows: entries } = await sql<{ account_id: string; balance_after: string; at_us: string }>`
    SELECT e.account_id, e.balance_after, (extract(epoch FROM j.created_at) * 1000000)::bigint AS at_us
      FROM ledger.entries e JOIN ledger.transfers t ON t.id = e.transfer_id JOIN ledger.journals j ON j.id = t.journal_id
     ORDER BY e.account_id, e.seq`.execute(world.db.kysely);
  const { rows: shares } = await sql<{ account_id: string; weight: string }>`
    SELECT account_id, weight FROM distribution_shares WHERE distribution_id = ${last.id}`.execute(world.db.kysely);
  expect(shares.length).toBeGreaterThan(20);
  const [fromUs, untilUs] = [BigInt(last.starts_at.getTime()) * 1000n, BigInt(last.ends_at.getTime()) * 1000n];
  for (const { account_id: account, weight } of shares) {
    // Step by step along the account's history, instead of backwards from its balance.
    let [balance, since, sum] = [0n, fromUs, 0n];
    for (const entry of entries.filter((each) => each.account_id === account)) {
      const at = BigInt(entry.at_us);
      if (at >= untilUs) break;
      if (at > since) {
        sum += balance * (at - since);
        since = at;
      }
      balance = BigInt(entry.balance_after);
    }
    expect(weight).toBe(String(sum + balance * (untilUs - since)));
  }
});

test('the average an estimate follows from is what the distribution weighs, if nothing moves until then', async () => {
  const ana = await world.person({ reward: 100n * whole.reward, usdt: 500n * whole.usdt }, 'DE');
  await passHours(24);
  await distributeAll();
  await world.sayPrices();
  const swap = await world.swap(ana, await world.quote(ana, { assetOut: 'usdt', assetIn: 'reward', amount: '100' }));
  const pool = await getPool(world.db.kysely, settings, ana.personId);
  expect(pool.swapRewards).toBe(swap.reward);
  const average = BigInt(pool.average);
  expect(average).toBeGreaterThan(100n * whole.reward);
  expect(average).toBeLessThan(BigInt(pool.held));
  await passHours(24);
  await distributeAll();
  const { rows } = await sql<{ weight: string }>`
    SELECT weight FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id
     WHERE s.person_id = ${ana.personId} ORDER BY d.ends_at DESC LIMIT 1`.execute(world.db.kysely);
  const weighed = BigInt(rows[0]?.weight ?? '0') / 86_400_000_000n;
  // The distribution knows the moment of a move to the microsecond, the page to the millisecond.
  const hair = BigInt(pool.held) / 86_400_000n + 1n;
  expect(average - weighed).toBeLessThanOrEqual(hair);
  expect(weighed - average).toBeLessThanOrEqual(hair);
});

test('the published file has every line, and each person’s path leads to its root', async () => {
  const ana = await world.person({ reward: 50n * whole.reward }, 'DE');
  await passHours(24);
  await distributeAll();
  const { distributions } = await listDistributions(world.db.kysely, {
    personId: ana.personId,
    before: undefined,
    limit: 1,
  });
  const id = distributions[0]?.id as DistributionId;
  const proof = await getDistributionProof(world.db.kysely, { personId: ana.personId, id });
  expect(proof.shares).toHaveLength(1);
  for (const share of proof.shares) expect(rootOfPath(shareLeaf(share), share.path)).toBe(distributions[0]?.root);
  let file = '';
  for await (const part of writeDistributionFile(world.db.kysely, id)) file += part;
  const [head, ...lines] = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(head).toMatchObject({
    root: proof.root,
    shareBasisPoints: 1000,
    excluded: { accounts: expect.arrayContaining(['capital', 'liquidity', 'reward-pool']), countries: ['GB'] },
  });
  expect(lines.filter(({ weight }) => weight !== '0')).toHaveLength(Number(head?.['holders']));
  const { parts } = partsOf(
    units(BigInt(head?.['distributed'] ?? '0')),
    lines.map(({ weight }) => BigInt(weight ?? '0')),
  );
  expect(lines.map(({ reward }) => reward)).toEqual(parts.map(String));
  expect(file).not.toContain(ana.personId);
  expect(file).not.toContain(ana.walletId);
});

test('H01 H02 the pool is funded with what the house owns on chain, and with nothing else', async () => {
  const capital = await world.house('capital', 'reward');
  const pool = await world.house('reward-pool', 'reward');
  const fund = (amount: bigint, key: string) =>
    fundPool(world.asConsole, { amount: units(amount), operator: 'test', key });
  await expect(fund(capital + 1n, 'too much')).rejects.toThrow();
  expect(await world.house('reward-pool', 'reward')).toBe(pool);
  await fund(3n, 'once');
  expect(await fund(3n, 'once')).toEqual({ replayed: true });
  expect(await world.house('reward-pool', 'reward')).toBe(pool + 3n);
});

test('H10 H11 what came into the pool in this period is shown by where it came from', async () => {
  const ana = await world.person({ usdt: 500n * whole.usdt }, 'DE');
  const cameIn = async () => (await getPool(world.db.kysely, settings, ana.personId)).cameIn;
  await passHours(24);
  await distributeAll();
  expect(await cameIn()).toEqual({ fees: '0', topUps: '0' });
  const before = await world.house('reward-pool', 'reward');
  await world.sayPrices();
  await world.swap(ana, await world.quote(ana, { assetOut: 'usdt', assetIn: 'trx', amount: '100' }));
  const fees = (await world.house('reward-pool', 'reward')) - before;
  expect(fees).toBeGreaterThan(0n);
  await fundPool(world.asConsole, { amount: units(7n), operator: 'test', key: 'seven' });
  expect(await cameIn()).toEqual({ fees: String(fees), topUps: '7' });
  await passHours(24);
  await step();
  expect(await cameIn()).toBeNull();
  await distributeAll();
  expect(await cameIn()).toEqual({ fees: '0', topUps: '0' });
});

test('H11 bonuses and rewards come from the house or from fees, never from what people own', async () => {
  const { rows } = await sql<{ kind: string; debit: string }>`
    SELECT DISTINCT kind, debit FROM ledger.legs
     WHERE credit IN ('reward-pool', 'swap-rewards', 'promotion') AND kind <> 'correction' ORDER BY 1`.execute(
    world.db.kysely,
  );
  expect(rows).toEqual([
    { kind: 'pool-funding', debit: 'capital' },
    { kind: 'promotion-funding', debit: 'capital' },
    { kind: 'swap', debit: 'liquidity' },
    { kind: 'swap-reward-accrual', debit: 'liquidity' },
  ]);
  // What a person gives in a swap is paid for in the same journal; of it the house keeps the fee.
  const { rows: given } = await sql<{ code: string }>`
    SELECT DISTINCT code FROM ledger.legs WHERE debit = 'customer' AND credit IN ('liquidity', 'fee-income', 'capital')
       AND kind = 'swap' ORDER BY 1`.execute(world.db.kysely);
  expect(given.map(({ code }) => code)).toEqual(['swap-fee', 'swap-in']);
});

test('H09 countries that change during a period count from the next one on, and the page says so; the share is not theirs to change', async () => {
  const ana = await world.person({ reward: 50n * whole.reward }, 'DE');
  const changed = { ...settings, shareBasisPoints: 5_000n, closedCountries: ['DE', 'GB'] };
  const run = async () => {
    while ((await distribute({ db: world.asWorker, settings: changed, pace })) > 0);
  };
  expect(await getPool(world.db.kysely, changed, ana.personId)).toMatchObject({
    shareBasisPoints: 1000,
    excluded: null,
  });
  await passHours(24);
  await run();
  const earned = BigInt((await getPool(world.db.kysely, changed, ana.personId)).earned);
  expect(earned).toBeGreaterThan(0n);
  const next = await getPool(world.db.kysely, changed, ana.personId);
  expect(next).toMatchObject({ shareBasisPoints: 1000, excluded: 'closed' });
  await passHours(24);
  await run();
  expect((await getPool(world.db.kysely, changed, ana.personId)).earned).toBe(String(earned));
  const { rows } = await sql`
    SELECT share_basis_points, closed_countries FROM distributions ORDER BY ends_at DESC LIMIT 2`.execute(
    world.db.kysely,
  );
  expect(rows).toEqual([
    { share_basis_points: 1000, closed_countries: ['DE', 'GB'] },
    { share_basis_points: 1000, closed_countries: ['GB'] },
  ]);
  await passHours(24);
  await distributeAll();
});

test('H10 every number of the page is what the ledger says now', async () => {
  const ana = await world.person({ reward: 50n * whole.reward }, 'DE');
  const page = await getPool(world.db.kysely, settings, ana.personId);
  expect(page).toMatchObject({
    total: String(await world.house('reward-pool', 'reward')),
    held: String(50n * whole.reward),
    today: '0',
    earned: '0',
    underWay: null,
    excluded: null,
  });
  expect(new Date(page.nextAt).getTime()).toBeGreaterThan(new Date(page.server).getTime());
  await passHours(24);
  expect((await getPool(world.db.kysely, settings, ana.personId)).underWay).toBe('settling');
  await distributeAll();
  const after = await getPool(world.db.kysely, settings, ana.personId);
  const earned = BigInt(after.earned);
  expect(earned).toBeGreaterThan(0n);
  expect(after.today).toBe(after.earned);
  expect(after.held).toBe(String(50n * whole.reward + earned));
  expect((await getPool(world.db.kysely, settings, (await world.person({}, 'GB')).personId)).excluded).toBe('closed');
});

test('M35 while tokens are missing nothing is begun, the page says why, and the period grows instead of being lost', async () => {
  const ana = await world.person({ reward: 50n * whole.reward }, 'DE');
  const gap = { assetId: 'reward', subject: 'liabilities' } as const;
  await transact(world.asWorker, (tx) => openGap(tx, { ...gap, missing: units(1n), blockNumber: 1 }));
  await passHours(48);
  await distributeAll();
  expect((await getPool(world.db.kysely, settings, ana.personId)).underWay).toBe('reserves');
  await transact(world.asWorker, (tx) => closeGap(tx, gap));
  await distributeAll();
  const { distributions } = await listDistributions(world.db.kysely, {
    personId: ana.personId,
    before: undefined,
    limit: 1,
  });
  const [{ startsAt, endsAt } = { startsAt: '', endsAt: '' }] = distributions;
  expect(new Date(endsAt).getTime() - new Date(startsAt).getTime()).toBe(48 * 3_600_000);
});

test('M14 a transaction that wrote before the end of the period is waited for', async () => {
  await passHours(24);
  const open = await world.db.kysely.startTransaction().execute();
  await sql`LOCK TABLE ledger.journals IN ROW EXCLUSIVE MODE`.execute(open);
  await step();
  expect([await step(), await step()]).toEqual([0, 0]);
  await open.commit().execute();
  await distributeAll();
  expect((await sql`SELECT FROM distributions WHERE state <> 'closed'`.execute(world.db.kysely)).rows).toHaveLength(0);
  await world.checkBooks();
});

test('M43 an account that was closed before the shares are fixed has none: nobody could take it', async () => {
  const [ana, gone] = [
    await world.person({ reward: 40n * whole.reward }, 'DE'),
    await world.person({ reward: 40n * whole.reward }, 'DE'),
  ];
  await passHours(24);
  // It held all the period long. A closing also needs it to be empty, which the shares do not ask about.
  await sql`UPDATE people SET state = 'closed' WHERE id = ${gone.personId}`.execute(world.db.kysely);
  await distributeAll();
  const { rows } = await sql`
    SELECT person_id FROM distribution_shares s JOIN distributions d ON d.id = s.distribution_id
     WHERE person_id = ANY (${[ana.personId, gone.personId]}::uuid[])`.execute(world.db.kysely);
  expect(rows).toEqual([{ person_id: ana.personId }]);
  await world.checkBooks();
});

test('M43 the shares wait for an account that is being closed, and no account is closed while they are fixed', async () => {
  const ana = await world.person({ reward: 40n * whole.reward }, 'DE');
  await passHours(24);
  expect(await step()).toBe(1);
  await transact(world.asWorker, async (tx) => {
    expect(await lockOpenWallets(tx, ana.personId)).toBe(true);
    const fixing = step();
    await untilLocksAwaited(world.db, 1);
    return { fixing };
  }).then(({ fixing }) => fixing);
  await transact(world.asWorker, async (tx) => {
    await holdAllWallets(tx);
    expect(await transact(world.asWorker, (other) => lockOpenWallets(other, ana.personId))).toBe(false);
  });
  await distributeAll();
  await world.checkBooks();
});
