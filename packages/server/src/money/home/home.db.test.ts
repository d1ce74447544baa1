import { newId, type PersonId } from '@tern/base/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSession } from '../../people/sessions/testing/open-test-session.ts';
import { closeActivationPrompt, findActivationPrompt } from '../promotions/activation-prompt.ts';
import { createSendingWorld, type SendingWorld } from '../transfers/testing/sending-world.ts';
import { getAssetSettings, setAssetSettings } from './asset-settings.ts';
import { getDayChange } from './get-day-change.ts';
import { getPriceHistory } from './get-price-history.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.drop());

/** Makes the price of TRX what it was this long ago and what it is now; known all the time in between. */
async function setTrxPrices(before: string, now: string): Promise<void> {
  const { pool } = world.db;
  await pool.query(`DELETE FROM prices WHERE asset_id = 'trx'`);
  await pool.query(
    `INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at) VALUES
       ('trx', 'operator', $1, 6, now() - interval '30 hours', now() - interval '1 hour'),
       ('trx', 'operator', $2, 6, now() - interval '1 hour', now())`,
    [before, now],
  );
}

test('the change of a day is what prices did to what was there, and not what came in', async () => {
  const person = await world.person({ usdt: 50_000_000n });
  expect(await getDayChange({ db: world.asApi }, person)).toMatchObject({ amount: '0', basisPoints: 0, without: [] });
  await world.fund(person, 'trx', 100_000_000n);
  // Two days ago by the books' own time.
  await world.db.pool.query(`ALTER TABLE ledger.journals DISABLE TRIGGER USER`);
  await world.db.pool.query(
    `UPDATE ledger.journals SET created_at = now() - interval '2 days'
      WHERE id IN (SELECT t.journal_id FROM ledger.transfers t JOIN ledger.entries e ON e.transfer_id = t.id
                     JOIN ledger.accounts a ON a.id = e.account_id WHERE a.wallet_id = $1 AND a.asset = 'trx')`,
    [person.walletId],
  );
  await setTrxPrices('0.30', '0.33');
  // 100 TRX from 30 to 33 USDT; the 50 USDT that came today count as what was there.
  expect(await getDayChange({ db: world.asApi }, person)).toMatchObject({
    amount: '3000000',
    basisPoints: 375,
    without: [],
  });
});

test('without a price of a day ago nothing is made up', async () => {
  const person = await world.person({ trx: 100_000_000n });
  await world.db.pool.query(`DELETE FROM prices WHERE asset_id = 'trx'`);
  expect(await getDayChange({ db: world.asApi }, person)).toMatchObject({
    amount: '0',
    basisPoints: null,
    without: ['trx'],
  });
});

test('a price history has equal steps, the median of its sources, and gaps where nobody said anything', async () => {
  const { pool } = world.db;
  await pool.query(`DELETE FROM prices`);
  // Two sources for the last six hours, one of them alone until ten hours ago, nobody in between and before.
  await pool.query(
    `INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at) VALUES
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
  expect(await prompt()).toEqual({ due: true, dueFrom: null, bonus: null, bonusOffer: 'depends' });
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
  expect(await prompt()).toEqual({ due: true, dueFrom: null, bonus: null, bonusOffer: 'depends' });
  await closeActivationPrompt(world.asApi, incentives, session);
  expect((await prompt()).due).toBe(false);
});
