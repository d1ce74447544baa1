import { newId, type PersonId } from '@tern/base/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSession } from '../../people/sessions/testing/open-test-session.ts';
import { closeActivationPrompt, findActivationPrompt } from '../promotions/activation-prompt.ts';
import { createSendingWorld, type SendingWorld } from '../transfers/testing/sending-world.ts';
import { getAssetSettings, setAssetSettings } from './asset-settings.ts';
import { getPriceHistory } from './get-price-history.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

test('a price history has equal steps, the median of its sources, and gaps where nobody said anything', async () => {
  const { pool } = world.db;
  await pool.query(`DELETE FROM prices`);
  // Two sources for the last six hours, one of them alone until ten hours ago, nobody in between and before.
  await pool.query(
    `INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at) VALUES
       ('trx', 'operator', 0.29, 6, now() - interval '3 days', now() - interval '3 days'),
       ('trx', 'operator', 0.30, 6, now() - interval '12 hours', now() - interval '10 hours'),
       ('trx', 'operator', 0.32, 6, now() - interval '6 hours', now()),
       ('trx', 'ticker', 0.34, 6, now() - interval '6 hours', now())`,
  );
  const { from, until, series } = await getPriceHistory(world.asApi.kysely, 'day');
  expect(Date.parse(until) - Date.parse(from)).toBe(24 * 3_600_000);
  expect(series.map(({ assetId }) => assetId)).toEqual(['trx', 'reward']);
  const [trx, reward] = series.map(({ points }) => points);
  expect(reward).toEqual(Array.from({ length: 97 }, () => null));
  // A quarter of an hour each: point 48 is twelve hours ago. A source is believed for ten minutes after it fell silent.
  const expected = Array.from({ length: 97 }, (_, step) =>
    step < 48 ? null : step <= 56 ? '0.3' : step < 72 ? null : '0.33',
  );
  const near = (step: number) => [47, 48, 56, 57, 71, 72].includes(step);
  expect(trx?.filter((_, step) => !near(step))).toEqual(expected.filter((_, step) => !near(step)));
});

test('a price history begins with the first price, and never before the range', async () => {
  const { pool } = world.db;
  await pool.query(`DELETE FROM prices`);
  await pool.query(
    `INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at)
     VALUES ('trx', 'operator', 0.3, 6, now() - interval '3 days', now())`,
  );
  const spanOf = async (range: 'day' | 'week' | 'all') => {
    const { from, until, series } = await getPriceHistory(world.asApi.kysely, range);
    const hours = Math.round((Date.parse(until) - Date.parse(from)) / 3_600_000);
    return [hours, series.find(({ assetId }) => assetId === 'trx')?.points.filter((price) => price !== null).length];
  };
  expect([await spanOf('day'), await spanOf('week'), await spanOf('all')]).toEqual([
    [24, 97],
    [72, 97],
    [72, 97],
  ]);
});

test('settings of the asset list are kept for each person', async () => {
  const [ana, ben] = [await openTestSession(world.db), newId<PersonId>()];
  const db = world.asApi.kysely;
  const wanted = { hidden: ['reward' as const], firstOnes: ['trx' as const, 'trx' as const], hideSmall: true };
  expect(await setAssetSettings(world.asApi, ana, wanted)).toEqual({ ...wanted, firstOnes: ['trx'] });
  expect(await getAssetSettings(db, ana.personId)).toEqual({ ...wanted, firstOnes: ['trx'] });
  expect(await getAssetSettings(db, ben)).toEqual({ hidden: [], firstOnes: [], hideSmall: false });
});

test('the activation prompt comes back a week after it was closed, not before, and never once active', async () => {
  const session = await openTestSession(world.db);
  const { personId } = session;
  const incentives = { closedCountries: ['GB'] };
  const prompt = () => findActivationPrompt(world.asApi.kysely, incentives, personId);
  expect(await prompt()).toEqual({ due: true, dueFrom: null, bonus: null, bonusOffer: 'closed' });
  const closed = await closeActivationPrompt(world.asApi, incentives, session);
  expect(closed.due).toBe(false);
  const age = (interval: string) =>
    world.db.pool.query(`UPDATE activation_prompts SET closed_at = now() - $2::interval WHERE person_id = $1`, [
      personId,
      interval,
    ]);
  await age('6 days 23 hours');
  expect((await prompt()).due).toBe(false);
  await age('7 days');
  expect(await prompt()).toEqual({ due: true, dueFrom: null, bonus: null, bonusOffer: 'closed' });
  await closeActivationPrompt(world.asApi, incentives, session);
  expect((await prompt()).due).toBe(false);
});
