import { newId, type PersonId } from '@tern/base/ids';
import { isProblem } from '@tern/contracts/problem';
import type { ProblemCode } from '@tern/contracts/problems/catalogue';
import { transact } from '@tern/db/transact';
import { ratio } from '@tern/money/ratio';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCurrencyPrices, refreshRates, type findPrice } from '../../chain/prices/public.ts';
import { hasIncentiveSince } from '../../money/incentives/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { openTestSession } from '../sessions/testing/open-test-session.ts';
import { assetCurrencies, bankCurrencies, listCurrencies, type CurrencySource } from './currency.ts';
import { declareCountry } from './declare-country.ts';
import { getPreferences } from './get-preferences.ts';
import { insertCountry, lockCountry } from './preference-store.ts';
import { setPreferences } from './set-preferences.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const refused = (code: ProblemCode) => (error: unknown) => isProblem(error, code);
const at = new Date('2026-01-02T03:04:05Z');
const trxPrice: typeof findPrice = async (_, assetId) =>
  assetId === 'trx'
    ? { assetId, ratio: ratio(3n, 10n), decimalText: '0.3', source: 'ticker', at, stale: false, sources: [] }
    : undefined;
const assets = {
  usdt: { id: 'usdt', symbol: 'USDT', name: 'Tether USD', decimals: 6 },
  trx: { id: 'trx', symbol: 'TRX', name: 'TRON', decimals: 6 },
  reward: { id: 'reward', symbol: 'ALB', name: 'Albatross', decimals: 18 },
} as const;
const euro: CurrencySource = async () => [
  { unit: 'eur', symbol: 'EUR', usdtPrice: '1.08', source: 'ticker', at: at.toISOString(), stale: true },
];
const languages: string[] = [];
const deps = () => ({
  db: database.asApi,
  currencies: [assetCurrencies(assets, trxPrice), euro],
  countryCorrectionMinutes: 60,
  closedCountries: ['GB'],
  hasIncentiveSince,
  setLanguage: async (_: unknown, __: PersonId, language: string) => void languages.push(language),
});
const somebody = () => openTestSession(database.db);
const read = ({ personId }: ApiSession) => getPreferences(database.asApi.kysely, deps(), personId);

test('whoever has said nothing has the defaults', async () => {
  expect(await read(await somebody())).toEqual({
    currencyUnit: 'usdt',
    hideBalances: false,
    country: null,
    countryCorrectableUntil: null,
    countryCorrectionSecondsLeft: null,
    countryFixedUntil: null,
  });
});

test('what is given is kept, the rest stays, also when both change at once', async () => {
  const person = await somebody();
  await Promise.all([
    setPreferences(deps(), person, { hideBalances: true }),
    setPreferences(deps(), person, { currencyUnit: 'trx', language: 'de' }),
  ]);
  expect(await read(person)).toMatchObject({ currencyUnit: 'trx', hideBalances: true });
  expect(languages).toEqual(['de']);
});

test('the units are the assets and whatever another source gives, each with its rate and age', async () => {
  expect(await listCurrencies(database.asApi.kysely, deps().currencies)).toEqual([
    { unit: 'usdt', symbol: 'USDT', usdtPrice: '1', source: 'unit', at: null, stale: false },
    { unit: 'trx', symbol: 'TRX', usdtPrice: '0.3', source: 'ticker', at: at.toISOString(), stale: false },
    { unit: 'reward', symbol: 'ALB', usdtPrice: null, source: 'operator', at: null, stale: true },
    { unit: 'eur', symbol: 'EUR', usdtPrice: '1.08', source: 'ticker', at: at.toISOString(), stale: true },
  ]);
  const person = await somebody();
  await setPreferences(deps(), person, { currencyUnit: 'eur' });
  await expect(setPreferences(deps(), person, { currencyUnit: 'shells' })).rejects.toSatisfy(
    refused('CURRENCY_UNKNOWN'),
  );
  expect((await read(person)).currencyUnit).toBe('eur');
});

const bank = bankCurrencies(findCurrencyPrices);
const clock = { nowMs: () => at.getTime(), now: () => at };
const publish = (day: string, dollar: string) =>
  refreshRates({
    db: database.asWorker,
    clock,
    url: 'http://bank.example',
    fetch: () =>
      Promise.resolve(
        new Response(
          `<Cube><Cube time='${day}'><Cube currency='USD' rate='${dollar}'/><Cube currency='CHF' rate='0.5'/></Cube></Cube>`,
        ),
      ),
  });

test('currencies have the rates that come with the wallet, marked old, until newer ones are read', async () => {
  const { kysely } = database.asApi;
  const bundled = await bank(kysely);
  expect(bundled[0]).toEqual({
    unit: 'eur',
    symbol: 'EUR',
    usdtPrice: '1.0705',
    source: 'central-bank',
    at: '2024-06-28T00:00:00.000Z',
    stale: true,
  });
  const { rows } = await database.db.pool.query("SELECT (now() AT TIME ZONE 'UTC')::date::text AS today");
  await expect(publish('2026-01-04', '1.25')).rejects.toThrow('day to come');
  await publish('2026-01-02', '1.25');
  await publish('2026-01-01', '7');
  await publish('2026-01-02', '7');
  const read = await bank(kysely);
  expect(read.map(({ unit, usdtPrice }) => [unit, usdtPrice])).toEqual([
    ['eur', '1.25'],
    ['usd', '1'],
    ['chf', '2.5'],
  ]);
  const days = (Date.parse(rows[0].today) - Date.parse('2026-01-02')) / 86_400_000;
  expect(read[0]).toMatchObject({ at: '2026-01-02T00:00:00.000Z', stale: days > 5 });
});

test.each(['', 'X', 'ZZ', 'UK', 'SU', 'EU', 'QQ', 'DEU', '99', 'XK ; DROP'])('%j is no country', async (typed) => {
  await expect(declareCountry(deps(), await somebody(), typed)).rejects.toSatisfy(refused('COUNTRY_UNKNOWN'));
});

/** What only time does otherwise: every declaration of a person is older. */
const age = ({ personId }: ApiSession, by: string) =>
  database.db.pool.query(
    `UPDATE declared_countries SET declared_at = declared_at - $2::interval,
       first_declared_at = first_declared_at - $2::interval WHERE person_id = $1`,
    [personId, by],
  );

test('a country is declared once and stands for 30 days; every declaration stays on record', async () => {
  const person = await somebody();
  await Promise.allSettled(['de', 'DE', ' fr '].map((typed) => declareCountry(deps(), person, typed)));
  const before = await read(person);
  expect(before.country).toMatch(/^(DE|FR)$/);
  expect(before.countryFixedUntil).toBeNull();
  await age(person, '1 hour');
  const first = await read(person);
  expect(Date.parse(first.countryFixedUntil ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000);
  expect(first.countryCorrectableUntil).toBeNull();
  const other = first.country === 'DE' ? 'AT' : 'CH';
  await expect(declareCountry(deps(), person, other)).rejects.toSatisfy(refused('COUNTRY_FIXED'));
  await age(person, '31 days');
  const { declared } = await declarationsOf(person);
  await declareCountry(deps(), person, other);
  expect((await read(person)).country).toBe(other);
  expect(await declarationsOf(person)).toEqual({ declared: declared + 1 });
  for (const as of [database.asApi, database.asWorker]) {
    await expect(as.pool.query('UPDATE declared_countries SET country = country')).rejects.toThrow('permission denied');
    await expect(as.pool.query('DELETE FROM declared_countries')).rejects.toThrow('permission denied');
  }
});

async function declarationsOf({ personId }: ApiSession): Promise<{ declared: number }> {
  const { rows } = await database.db.pool.query(
    'SELECT count(*)::int AS declared FROM declared_countries WHERE person_id = $1',
    [personId],
  );
  return rows[0];
}

test('a country is corrected within an hour, which no correction lengthens; the last one counts', async () => {
  const person = await somebody();
  await declareCountry(deps(), person, 'DE');
  await age(person, '59 minutes');
  const { countryCorrectableUntil: until, countryCorrectionSecondsLeft: left } = await read(person);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(60);
  expect(Date.parse(until ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
  await declareCountry(deps(), person, 'AT');
  await declareCountry(deps(), person, 'FR');
  expect(await read(person)).toMatchObject({ country: 'FR', countryCorrectableUntil: until, countryFixedUntil: null });
  await age(person, '1 minute');
  expect(await read(person)).toMatchObject({ country: 'FR', countryCorrectableUntil: null });
  await expect(declareCountry(deps(), person, 'DE')).rejects.toSatisfy(refused('COUNTRY_FIXED'));
  expect(await declarationsOf(person)).toEqual({ declared: 3 });
});

test('H20 a closed country stands at once, declared or corrected to: a correction never opens what is closed', async () => {
  const [declared, corrected] = [await somebody(), await somebody()];
  await declareCountry(deps(), declared, 'GB');
  await declareCountry(deps(), corrected, 'DE');
  await declareCountry(deps(), corrected, 'GB');
  for (const person of [declared, corrected]) {
    const seen = await read(person);
    expect(seen).toMatchObject({ country: 'GB', countryCorrectableUntil: null });
    expect(Date.parse(seen.countryFixedUntil ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000);
    for (const open of ['DE', 'FR'])
      await expect(declareCountry(deps(), person, open)).rejects.toSatisfy(refused('COUNTRY_FIXED'));
    await age(person, '31 days');
    await declareCountry(deps(), person, 'FR');
    expect((await read(person)).country).toBe('FR');
  }
});

test('H20 of two corrections at once the closed country stays, whichever comes first', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await somebody();
    await declareCountry(deps(), person, 'DE');
    const corrections = ['FR', 'GB'].map((country) => declareCountry(deps(), person, country));
    await Promise.allSettled(round % 2 === 0 ? corrections : corrections.toReversed());
    await corrections[1];
    expect((await read(person)).country).toBe('GB');
  }
});

test('of two declarations the one taken last counts, also where its transaction began first', async () => {
  const person = await somebody();
  await declareCountry(deps(), person, 'DE');
  await transact(database.asApi, async (tx) => {
    await lockCountry(tx, newId<PersonId>());
    await declareCountry(deps(), person, 'FR');
    await lockCountry(tx, person.personId);
    await insertCountry(tx, person.personId, { country: 'AT', corrects: true });
  });
  expect((await read(person)).country).toBe('AT');
  expect(await declarationsOf(person)).toEqual({ declared: 3 });
});
