import { systemClock } from '@tern/base/clock';
import { newId, type PriceAlertId } from '@tern/base/ids';
import type { MessageView } from '@tern/contracts/routes/messages';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiSession } from '../../platform/api-context.ts';
import { outcome } from '../identity/testing/outcome.ts';
import { listMessages } from '../messages/public.ts';
import { openTestSession } from '../sessions/testing/open-test-session.ts';
import { addPriceAlert, type AddPriceAlertInput } from './add-price-alert.ts';
import { firePriceAlerts } from './fire-price-alerts.ts';
import { listPriceAlerts } from './list-price-alerts.ts';
import { deletePriceAlerts, listOwnPriceAlerts } from './public.ts';
import { removePriceAlert } from './remove-price-alert.ts';
import { resetPriceAlert } from './reset-price-alert.ts';

// Goal: an alert fires once, by fresh prices and rates alone, and is its person's alone. Method: prices and rates are written as
// sources leave them, with their age; many judge at once, and one is put to death between the mark and the message.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const rules = (sourcesMin: number) => ({ sourcesMin, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 });
const settings = {
  assets: { usdt: { decimals: 6 }, trx: { decimals: 6 }, reward: { decimals: 18 } },
  priceRules: { usdt: rules(1), trx: rules(1), reward: rules(1) },
};
const deps = () => ({ ...settings, db: database.asApi, clock: systemClock });
const fire = (limit = 200) => firePriceAlerts({ ...settings, db: database.asWorker }, { limit });

/** Says a price in USDT, `seconds` ago. */
const say = (assetId: AssetId, price: string, seconds = 0, source = 'operator') =>
  sql`
  INSERT INTO prices (asset_id, source, price, decimals, at, confirmed_at)
  SELECT ${assetId}, ${source}, ${price}::numeric, ${settings.assets[assetId].decimals}, said.at, said.at
    FROM (SELECT clock_timestamp() - make_interval(secs => ${seconds}) AS at) AS said`.execute(database.db.kysely);
/** Says how many dollars a euro costs, as of `days` ago. */
const sayRate = (dollars: string, days = 0) =>
  sql`
  INSERT INTO currency_rates (day, currency, per_euro) VALUES (now()::date - ${days}::int, 'USD', ${dollars}::numeric)`.execute(
    database.db.kysely,
  );
beforeEach(async () => {
  await sql`TRUNCATE prices, currency_rates, price_alerts, all_messages, rate_windows`.execute(database.db.kysely);
  await say('trx', '0.3');
  await say('reward', '0.1');
});

const above = (target: string, unit = 'usdt'): AddPriceAlertInput => ({
  assetId: 'trx',
  unit,
  direction: 'above',
  target,
});
const below = (target: string, unit = 'usdt'): AddPriceAlertInput => ({ ...above(target, unit), direction: 'below' });
const add = (session: ApiSession, wanted: AddPriceAlertInput) => addPriceAlert(deps(), session, wanted);
const tellings = async ({ personId }: ApiSession) =>
  (await listMessages(database.asApi.kysely, { personId, kind: undefined, cursor: undefined })).messages;
const priceOf = (message: MessageView | undefined) => (message?.about === 'price' ? message.price : undefined);

test('an alert fires when its price is reached, says what it cost, and not again until it is set again', async () => {
  const ana = await openTestSession(database.db);
  const { id } = await add(ana, above('0.35'));
  await add(ana, below('0.2'));
  expect(await fire()).toBe(0);
  await say('trx', '0.3512345678912');
  expect(await fire()).toBe(1);
  expect(await fire()).toBe(0);
  expect(await tellings(ana)).toMatchObject([
    {
      ...{ about: 'price', kind: 'prices', event: 'price-above', assetId: 'trx', unit: 'usdt' },
      ...{ target: '0.35', price: '0.35123456', read: false },
    },
  ]);
  const { alerts } = await listPriceAlerts(deps(), ana.personId, 'trx');
  expect(alerts).toMatchObject([
    { direction: 'below', target: '0.2', reached: null },
    { direction: 'above', target: '0.35', reached: { at: expect.any(String), price: '0.35123456' } },
  ]);

  expect(await outcome(resetPriceAlert(deps(), ana, id as PriceAlertId))).toBe('ALERT_PRICE_REACHED');
  await say('trx', '0.3');
  expect(await resetPriceAlert(deps(), ana, id as PriceAlertId)).toMatchObject({ id, reached: null });
  expect(await fire()).toBe(0);
  await say('trx', '0.36');
  expect(await fire()).toBe(1);
  expect((await tellings(ana)).map(priceOf)).toEqual(['0.36', '0.35123456']);
});

test('eight workers at once tell each person once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => openTestSession(database.db)));
  for (const person of people) await add(person, above('0.35'));
  await say('trx', '0.4');
  const told = await Promise.all(Array.from({ length: 8 }, () => fire(5)));
  expect(told.reduce((sum, each) => sum + each)).toBe(12);
  for (const person of people) expect(await tellings(person)).toHaveLength(1);
});

test('a worker that dies between the mark and the message leaves the alert waiting, and the next one tells it once', async () => {
  const ana = await openTestSession(database.db);
  await add(ana, above('0.35'));
  await say('trx', '0.4');
  const dying = await transact(database.db, async (tx) => {
    await sql`LOCK TABLE later_messages IN EXCLUSIVE MODE`.execute(tx);
    const failed = fire().then(
      () => 'told',
      () => 'dead',
    );
    // It has marked the alert and waits to write the message.
    const pid = await vi.waitFor(async () => {
      const { rows } = await sql<{ pid: number }>`
        SELECT l.pid FROM pg_locks l JOIN pg_locks marked USING (pid)
         WHERE l.relation = 'later_messages'::regclass AND NOT l.granted
           AND marked.relation = 'price_alerts'::regclass AND marked.mode = 'RowExclusiveLock'`.execute(
        database.asConsole.kysely,
      );
      expect(rows).toHaveLength(1);
      return rows[0]?.pid;
    });
    await sql`SELECT pg_terminate_backend(${pid})`.execute(tx);
    return { ended: await failed };
  });
  expect(dying.ended).toBe('dead');
  expect(await tellings(ana)).toEqual([]);
  expect((await listPriceAlerts(deps(), ana.personId, 'trx')).alerts).toMatchObject([{ reached: null }]);
  expect(await fire()).toBe(1);
  expect(await fire()).toBe(0);
  expect(await tellings(ana)).toHaveLength(1);
});

test('a stale price, sources that disagree and a stale exchange rate fire nothing', async () => {
  await sayRate('1.2');
  const ana = await openTestSession(database.db);
  await add(ana, above('0.35'));
  await add(ana, above('0.3', 'eur'));
  const restart = () => sql`TRUNCATE prices`.execute(database.db.kysely);

  await restart();
  await say('trx', '0.4', 90);
  expect(await fire()).toBe(0);
  expect(await listPriceAlerts(deps(), ana.personId, 'trx')).toMatchObject({ judged: false, price: { stale: false } });
  expect(await outcome(add(ana, above('0.5')))).toBe('ALERT_PRICE_UNKNOWN');

  await restart();
  await say('trx', '0.4', 1);
  await say('trx', '0.5', 1, 'chain');
  const doubting = { ...settings, priceRules: { ...settings.priceRules, trx: rules(2) }, db: database.asWorker };
  expect(await firePriceAlerts(doubting, { limit: 10 })).toBe(0);

  await restart();
  await sql`TRUNCATE currency_rates`.execute(database.db.kysely);
  await sayRate('1.2', 6);
  await say('trx', '0.4');
  expect(await fire()).toBe(1);
  expect(await tellings(ana)).toMatchObject([{ unit: 'usdt' }]);
  await sayRate('1.2');
  expect(await fire()).toBe(1);
  expect((await tellings(ana)).map((each) => (each.about === 'price' ? each.unit : ''))).toEqual(['eur', 'usdt']);
});

test('a price in another currency is compared exactly, at the rate that is remembered then', async () => {
  await sayRate('1.5');
  const ana = await openTestSession(database.db);
  // 0.3 USDT are 0.2 euros at 1.5 dollars for one.
  expect(await outcome(add(ana, above('0.2', 'eur')))).toBe('ALERT_PRICE_REACHED');
  await add(ana, above('0.20000001', 'eur'));
  await add(ana, below('0.19999999', 'eur'));
  await add(ana, { assetId: 'usdt', unit: 'eur', direction: 'above', target: '0.7' });
  expect(await fire()).toBe(0);
  await sql`TRUNCATE currency_rates`.execute(database.db.kysely);
  await sayRate('1.25');
  expect(await fire()).toBe(2);
  const told = (await tellings(ana)).map((each) => (each.about === 'price' ? [each.assetId, each.price] : []));
  expect(told.toSorted()).toEqual([
    ['trx', '0.24'],
    ['usdt', '0.8'],
  ]);
});

test('what never changes, is reached already, unknown or waited for already is refused', async () => {
  const ana = await openTestSession(database.db);
  expect(await outcome(add(ana, { ...above('1.1'), assetId: 'usdt' }))).toBe('ALERT_PRICE_FIXED');
  expect(await outcome(add(ana, { ...above('1.1', 'usd'), assetId: 'usdt' }))).toBe('ALERT_PRICE_FIXED');
  expect(await outcome(add(ana, above('2', 'trx')))).toBe('ALERT_PRICE_FIXED');
  expect(await outcome(add(ana, above('0.3')))).toBe('ALERT_PRICE_REACHED');
  expect(await outcome(add(ana, below('0.3')))).toBe('ALERT_PRICE_REACHED');
  expect(await outcome(add(ana, above('0')))).toBe('ALERT_PRICE_INVALID');
  expect(await outcome(add(ana, above('9', 'xyz')))).toBe('CURRENCY_UNKNOWN');
  // The rates that come with the wallet are old.
  expect(await outcome(add(ana, above('9', 'eur')))).toBe('ALERT_PRICE_UNKNOWN');
  expect(await outcome(add(ana, above('9')))).toBe('right');
  expect(await outcome(add(ana, above('9.0')))).toBe('ALERT_SET_ALREADY');
  expect(await outcome(add(ana, { ...above('4', 'trx'), assetId: 'reward' }))).toBe('right');
});

test('nobody has more than twenty, however many are added at once', async () => {
  const ana = await openTestSession(database.db);
  const tried = await Promise.all(Array.from({ length: 25 }, (_, at) => outcome(add(ana, above(`${at + 1}`)))));
  expect(Object.groupBy(tried, (each) => each)).toMatchObject({
    right: { length: 20 },
    ALERT_LIMIT_REACHED: { length: 5 },
  });
  const [first] = await listOwnPriceAlerts(database.asApi.kysely, ana.personId);
  await removePriceAlert(deps(), ana, first?.id as PriceAlertId);
  expect(await outcome(add(ana, above('99')))).toBe('right');
  expect(await listPriceAlerts(deps(), ana.personId, 'usdt')).toMatchObject({ alerts: [], used: 20, limit: 20 });
});

test('tries are counted: sixty in an hour', async () => {
  const ana = await openTestSession(database.db);
  for (let tried = 0; tried < 60; tried += 1) expect(await outcome(add(ana, above('0.1')))).toBe('ALERT_PRICE_REACHED');
  expect(await outcome(add(ana, above('9')))).toBe('TOO_MANY_REQUESTS');
});

test('M08 an alert of somebody else is nobody’s: not listed, set again or removed', async () => {
  const [ana, ben] = [await openTestSession(database.db), await openTestSession(database.db)];
  const id = (await add(ana, above('0.35'))).id as PriceAlertId;
  expect((await listPriceAlerts(deps(), ben.personId, 'trx')).alerts).toEqual([]);
  expect(await outcome(removePriceAlert(deps(), ben, id))).toBe('NOT_FOUND');
  expect(await outcome(resetPriceAlert(deps(), ben, id))).toBe('NOT_FOUND');
  expect(await outcome(removePriceAlert(deps(), ben, newId<PriceAlertId>()))).toBe('NOT_FOUND');
  expect((await listPriceAlerts(deps(), ana.personId, 'trx')).alerts).toHaveLength(1);
  await transact(database.asWorker, (tx) => deletePriceAlerts(tx, ben.personId));
  expect(await listOwnPriceAlerts(database.asApi.kysely, ana.personId)).toHaveLength(1);
  await transact(database.asWorker, (tx) => deletePriceAlerts(tx, ana.personId));
  expect(await listOwnPriceAlerts(database.asApi.kysely, ana.personId)).toEqual([]);
});

test('an alert that is set while prices are being judged is left for the next time', async () => {
  const ana = await openTestSession(database.db);
  await say('trx', '0.4');
  await sql`
    INSERT INTO price_alerts (id, person_id, asset, unit, direction, target, setting_id, set_at)
    VALUES (${newId()}, ${ana.personId}, 'trx', 'usdt', 'above', 0.35, ${newId()}, now() + interval '1 minute')`.execute(
    database.db.kysely,
  );
  expect(await fire()).toBe(0);
  await sql`UPDATE price_alerts SET set_at = now()`.execute(database.db.kysely);
  expect(await fire()).toBe(1);
});

test('X07 the worker can mark an alert as reached, but neither make one nor change what is waited for', async () => {
  const change = (text: string) => database.asWorker.pool.query(text);
  await expect(change('UPDATE price_alerts SET target = 1')).rejects.toThrow('permission denied');
  await expect(change('INSERT INTO price_alerts SELECT * FROM price_alerts')).rejects.toThrow('permission denied');
});
