import type { DistributionId } from '@tern/base/ids';
import { weighedMovesMax } from '@tern/contracts/routes/pool';
import { units } from '@tern/money/units';
import { weighCourse } from '@tern/proofs/weigh-course';
import { letHoursPass } from '@tern/testkit/let-hours-pass';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSwapWorld, whole, type SwapWorld } from '../swaps/testing/swap-world.ts';
import { fundPool } from './fund-pool.ts';
import { getDistributionProof } from './get-distribution-proof.ts';
import { listDistributions } from './list-distributions.ts';
import { distributeWhole } from './testing/pool-world.ts';

// Goal: whoever was given a share can compute again why it is that much. Method: what the proof says of the balance, weighed by the
// code of the app, against what the distribution was computed from.

let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
  await fundPool(world.asConsole, { amount: units(1_000n * whole.reward), operator: 'test', key: 'pool' });
});
afterAll(() => world.drop());

test('H10 a person’s weight follows from the course of their own balance, and their swap reward from their swaps', async () => {
  const ana = await world.person({ reward: 50n * whole.reward, usdt: 500n * whole.usdt }, 'DE');
  await letHoursPass(world.db, 24);
  await distributeWhole(world);
  await world.sayPrices();
  const swaps = [
    await world.swap(ana, await world.quote(ana, { assetOut: 'usdt', assetIn: 'reward', amount: '100' })),
    await world.swap(ana, await world.quote(ana, { assetOut: 'reward', assetIn: 'usdt', amount: '20' })),
  ];
  await letHoursPass(world.db, 24);
  await distributeWhole(world);
  const { distributions } = await listDistributions(world.db.kysely, { ...ana, before: undefined, limit: 2 });
  const proofs = [];
  for (const { id } of distributions.toReversed())
    proofs.push(await getDistributionProof(world.db.kysely, { ...ana, id: id as DistributionId }));
  for (const { shares, ...span } of proofs)
    expect(shares.map(({ course }) => course && String(weighCourse(course, span)))).toEqual([shares[0]?.weight]);
  const [before, after] = proofs.map(({ shares }) => shares[0]);
  expect(before?.course).toMatchObject({
    opening: '0',
    moves: [{ kind: 'deposit', amount: String(50n * whole.reward) }],
  });
  // The first distribution's reward moves in the second period, and of what is given in a swap the fee moves by itself.
  expect(after?.course?.moves.map(({ kind }) => kind)).toEqual(['distribution', 'swap', 'swap', 'swap']);
  expect(after?.course?.opening).toBe(before?.course?.moves.at(-1)?.balance);
  expect(after?.swaps.map(({ id, reward }) => [id, reward])).toEqual(swaps.map(({ id, reward }) => [id, reward]));
  expect(after?.swapReward).toBe(String(swaps.reduce((sum, { reward }) => sum + BigInt(reward), 0n)));
});

test('whoever may not take part any more has a line for the swap before, with weight 0 whatever they held', async () => {
  const nora = await world.person({ reward: 70n * whole.reward, usdt: 500n * whole.usdt }, 'DE');
  await world.sayPrices();
  await world.swap(nora, await world.quote(nora, { assetOut: 'usdt', assetIn: 'trx', amount: '100' }));
  await sql`INSERT INTO declared_countries (person_id, country) VALUES (${nora.personId}, 'GB')`.execute(
    world.db.kysely,
  );
  await letHoursPass(world.db, 24);
  await distributeWhole(world);
  const { distributions } = await listDistributions(world.db.kysely, { ...nora, before: undefined, limit: 1 });
  const proof = await getDistributionProof(world.db.kysely, { ...nora, id: distributions[0]?.id as DistributionId });
  expect(proof.shares).toMatchObject([{ weight: '0', reward: '0', swaps: [{}], course: { moves: [{}] } }]);
  expect(proof.shares[0]?.course && weighCourse(proof.shares[0].course, proof)).toBeGreaterThan(0n);
});

test('a course of several pages is whole, and one of too many moves is not given', async () => {
  const ben = await world.person({ reward: 9_000n * whole.reward }, 'DE');
  const sink = await world.person({ reward: whole.reward }, 'FR');
  await letHoursPass(world.db, 24);
  await distributeWhole(world);
  const move = async (count: number, key: string) => {
    await sql`
      SELECT ledger.post_journal(${key} || n, 'internal-transfer', ARRAY[b.id], ARRAY[s.id], ARRAY['reward'], ARRAY[1::numeric],
               ARRAY['transfer'], '{}', NULL)
        FROM generate_series(1, ${count}::int) AS n,
             (SELECT id FROM ledger.accounts WHERE wallet_id = ${ben.walletId} AND asset = 'reward') AS b,
             (SELECT id FROM ledger.accounts WHERE wallet_id = ${sink.walletId} AND asset = 'reward') AS s`.execute(
      world.db.kysely,
    );
    await letHoursPass(world.db, 24);
    await distributeWhole(world);
    const { distributions } = await listDistributions(world.db.kysely, { ...ben, before: undefined, limit: 1 });
    const { shares, ...span } = await getDistributionProof(world.db.kysely, {
      ...ben,
      id: distributions[0]?.id as DistributionId,
    });
    return { course: shares[0]?.course, weight: shares[0]?.weight, span };
  };
  const { course, weight, span } = await move(2_500, 'some:');
  // The reward of the distribution before is a move too.
  expect(course?.moves).toHaveLength(2_501);
  expect(course && String(weighCourse(course, span))).toBe(weight);
  expect((await move(weighedMovesMax, 'many:')).course).toBeNull();
});
