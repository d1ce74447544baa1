import { isProblem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertCountry, lockCountry } from '../../people/preferences/preference-store.ts';
import { lockIncentiveStanding } from '../incentives/public.ts';
import { findActivationPrompt } from './activation-prompt.ts';
import type { TopUp } from './public.ts';
import { openPromotionWorld, ownSource, walletOf, type PromotionWorld } from './testing/promotion-world.ts';

// Goal: a country can be corrected for an hour, and no bonus is given or refused by one that was still corrected. Method: the
// hour by moving what was declared into the past, the races by holding one side's transaction open until the other waits for it.

const token = 10n ** 18n;

let { world, arrangeTopUps, activate, payQueued, statesOf, sayCountry, age } = {} as PromotionWorld;
beforeAll(async () => {
  ({ world, arrangeTopUps, activate, payQueued, statesOf, sayCountry, age } = await openPromotionWorld());
  await world.fundBonuses(10_000n * token);
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const balanceOf = (topUp: TopUp) => world.balanceOf(walletOf(topUp), 'reward');

/** People whose top-up is credited, with what they declared so long ago. */
async function arrangeDeclared(count: number, country: string, ago: string): Promise<TopUp[]> {
  const topUps = await arrangeTopUps(count, ownSource, null);
  for (const each of topUps) await sayCountry(each, country);
  await age(topUps, ago);
  for (const each of topUps) await activate(each);
  return topUps;
}

const outcomeOf = async (declaring: Promise<void>): Promise<string> => {
  try {
    await declaring;
    return 'corrected';
  } catch (error) {
    for (const code of ['COUNTRY_FIXED', 'COUNTRY_REWARDED'] as const) if (isProblem(error, code)) return code;
    throw error;
  }
};

test('H20 a bonus waits the hour in which its country can be corrected, also one that was there before', async () => {
  const [early] = (await arrangeDeclared(1, 'FR', '59 minutes')) as [TopUp];
  const [late] = (await arrangeTopUps(1, ownSource, null)) as [TopUp];
  await activate(late);
  await sayCountry(late, 'FR');
  expect(await payQueued()).toBe(0);
  expect(await statesOf([early, late])).toEqual({ undeclared: 2 });
  const { bonus } = await findActivationPrompt(world.database.asApi.kysely, world.deps.activation, early.personId);
  expect(bonus).toEqual({ state: 'undeclared' });
  await age([early], '1 minute');
  expect(await payQueued()).toBe(1);
  expect([await balanceOf(early), await balanceOf(late)]).toEqual([20n * token, 0n]);
  await age([late], '1 hour');
  await Promise.all([payQueued(), payQueued()]);
  expect(await balanceOf(late)).toBe(20n * token);
});

test('H20 the corrected country decides: closed gets nothing, and no correction brings back a bonus', async () => {
  const [moved] = (await arrangeDeclared(1, 'FR', '10 minutes')) as [TopUp];
  const [closed] = (await arrangeDeclared(1, 'GB', '10 minutes')) as [TopUp];
  const [elsewhere] = (await arrangeDeclared(1, 'FR', '10 minutes')) as [TopUp];
  await payQueued();
  expect(await outcomeOf(sayCountry(moved, 'GB'))).toBe('corrected');
  expect(await outcomeOf(sayCountry(moved, 'FR'))).toBe('COUNTRY_FIXED');
  expect(await outcomeOf(sayCountry(closed, 'FR'))).toBe('COUNTRY_FIXED');
  expect(await outcomeOf(sayCountry(elsewhere, 'DE'))).toBe('corrected');
  await age([moved, closed, elsewhere], '50 minutes');
  await payQueued();
  expect(await statesOf([moved, closed])).toEqual({ refused: 2 });
  expect(await statesOf([elsewhere])).toEqual({ paid: 1 });
  expect([await balanceOf(moved), await balanceOf(closed), await balanceOf(elsewhere)]).toEqual([0n, 0n, 20n * token]);
});

test('H20 after the bonus nothing is corrected, neither to get another one nor to lose it', async () => {
  const [paid] = (await arrangeDeclared(1, 'FR', '1 hour')) as [TopUp];
  expect(await statesOf([paid])).toEqual({ paid: 1 });
  for (const country of ['DE', 'GB']) expect(await outcomeOf(sayCountry(paid, country))).toBe('COUNTRY_FIXED');
  await payQueued();
  expect(await balanceOf(paid)).toBe(20n * token);
});

/** Resolves once a transaction waits for another one's lock of a country, or once what should wait is over. */
async function untilItWaits(running: Promise<unknown>): Promise<void> {
  let isOver = false;
  void running.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    const { rows } = await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
      world.database.db.kysely,
    );
    if (rows.length > 0) return;
  }
}

test('H20 a correction that came before the end of the hour counts, though the bonus is due while it is written', async () => {
  const [due] = (await arrangeDeclared(1, 'FR', '10 minutes')) as [TopUp];
  await age([due], '50 minutes');
  let paying: Promise<number> | undefined;
  await transact(world.database.asApi, async (tx) => {
    await lockCountry(tx, due.personId);
    await insertCountry(tx, due.personId, { country: 'GB', corrects: true });
    paying = payQueued();
    await untilItWaits(paying);
  });
  await paying;
  expect(await statesOf([due])).toEqual({ refused: 1 });
  expect(await balanceOf(due)).toBe(0n);
});

test('H20 a correction that waited until the hour was over is refused, however early it was asked for', async () => {
  const [due] = (await arrangeDeclared(1, 'FR', '59 minutes')) as [TopUp];
  let correcting: Promise<string> | undefined;
  await transact(world.database.asWorker, async (tx) => {
    await lockIncentiveStanding(tx, world.deps.activation, due.personId);
    correcting = outcomeOf(sayCountry(due, 'GB'));
    await untilItWaits(correcting);
    await age([due], '1 minute');
  });
  expect(await correcting).toBe('COUNTRY_FIXED');
  expect(await payQueued()).toBe(1);
  expect(await balanceOf(due)).toBe(20n * token);
});

test('H20 forty corrections while their hours end: each is taken and its bonus refused, or refused and its bonus paid', async () => {
  const topUps = await arrangeDeclared(40, 'FR', '10 minutes');
  // Ten whose hour is over, twenty whose hour ends now, and ten that have a minute left.
  const leftMs = topUps.map((_, index) => (index < 10 ? -1_000 : index < 30 ? (index - 20) * 20 : 60_000));
  await world.database.db.pool.query(
    `UPDATE declared_countries c SET declared_at = clock_timestamp() - interval '1 hour' + t.ms * interval '1 ms'
       FROM unnest($1::uuid[], $2::int[]) AS t (person_id, ms) WHERE c.person_id = t.person_id`,
    [topUps.map(({ personId }) => personId), leftMs],
  );
  const outcomes = await Promise.all([
    ...topUps.map((each) => outcomeOf(sayCountry(each, 'GB'))),
    ...Array.from({ length: 8 }, () => payQueued().then(() => 'paid')),
  ]);
  await age(topUps, '2 minutes');
  await payQueued();
  for (const [index, each] of topUps.entries()) {
    const isCorrected = outcomes[index] === 'corrected';
    expect(await statesOf([each])).toEqual(isCorrected ? { refused: 1 } : { paid: 1 });
    expect(await balanceOf(each)).toBe(isCorrected ? 0n : 20n * token);
  }
  expect(new Set(outcomes.slice(0, 40))).toEqual(new Set(['corrected', 'COUNTRY_FIXED']));
});
