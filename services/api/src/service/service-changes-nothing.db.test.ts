import { randomUUID } from 'node:crypto';
import { suggestibleContent, type SuggestibleContent } from '@tern/contracts/routes/console-changes';
import { serviceScope } from '@tern/contracts/service-key';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConsoleWorld, type TestOwner } from '../console/testing/console-world.ts';
import { openKey } from './testing/open-key.ts';
import { openTestService, serviceRoutes, type TestService } from './testing/open-service.ts';

// Goal: nothing that another system asks moves money or changes anything before operators sign. Method: a key with every scope asks
// every route and suggests everything that can be suggested; of the whole database only what it said may differ afterwards.

let service: TestService;
let owner: TestOwner;
let token: string;
beforeAll(async () => {
  service = await openTestService();
  const world = openConsoleWorld(service.database);
  owner = await world.person();
  // Money that could move, and a person who could be asked about.
  await world.transfer(owner);
  await world.suspense();
  await world.coldOrder({ state: 'proposed' });
  token = (await openKey(service.both, { scopes: [...serviceScope.options] })).token;
});
afterAll(() => service.close());
beforeEach(() => sql`DELETE FROM rate_windows`.execute(service.database.db.kysely));

/** What a call leaves: what was suggested, that it was asked, and what is left of its limits. */
const ownTables = ['public.rate_windows', 'public.service_calls', 'public.service_keys', 'public.service_suggestions'];

/** Every table of the database, with all that stands in it as one number. */
async function readTables(): Promise<ReadonlyMap<string, string>> {
  const { kysely } = service.database.db;
  const { rows } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`.execute(kysely);
  const found = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: sums } = await sql<{ sum: string }>`
      SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS sum
        FROM ${sql.raw(name)} t`.execute(kysely);
    found.set(name, sums[0]?.sum ?? '');
  }
  return found;
}

/** The tables that a call changed, but for its own. */
async function changedBy(ask: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await readTables();
  expect(before.size).toBeGreaterThan(60);
  for (const table of ownTables) expect(before.has(table), table).toBe(true);
  await ask();
  const after = await readTables();
  expect(before.get('public.service_calls'), 'the call is kept').not.toBe(after.get('public.service_calls'));
  return [...after]
    .filter(([name, sum]) => before.get(name) !== sum && !ownTables.includes(name))
    .map(([name]) => name);
}

test.each(serviceRoutes.filter(({ method }) => method === 'GET'))(
  'O01 asking $name changes nothing',
  async ({ path }) => {
    const asked = path
      .replace('/journals/{id}', '/journals/1')
      .replace('{source}', 'record')
      .replace('{number}', owner.publicId)
      .replace('{id}', randomUUID());
    const changed = await changedBy(async () => {
      expect(['answered', 'NOT_FOUND']).toContain((await service.client(token).get(asked)).outcome);
    });
    expect(changed).toEqual([]);
  },
);

const suggestions: Readonly<Record<SuggestibleContent['kind'], () => object>> = {
  fund: () => ({ purpose: 'liquidity', assetId: 'usdt', amount: '1' }),
  pair: () => ({ one: 'usdt', other: 'trx', open: false }),
  asset: () => ({ assetId: 'trx', open: false }),
  'pool-schedule': () => ({ everyHours: 12, shareBasisPoints: 50 }),
  'person-level': () => ({ person: owner.publicId, level: 0, reference: 'Check 4711', until: null }),
};

test('O01 all that can be suggested is tried here, and the one route that is not read is that of suggestions', () => {
  const kinds = suggestibleContent.options.map(({ shape }) => shape.kind.value);
  expect(Object.keys(suggestions).toSorted()).toEqual(kinds.toSorted());
  const writing = serviceRoutes.filter(({ method }) => method !== 'GET').map(({ name }) => name);
  expect(writing).toEqual(['suggestions.suggest']);
});

test.each(Object.entries(suggestions))('O01 a suggestion of %s changes nothing', async (kind, contentOf) => {
  const said = { id: randomUUID(), content: { kind, ...contentOf() }, note: 'The market is closed' };
  const changed = await changedBy(async () => {
    const answer = await service.client(token).post('/suggestions', said);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { state: 'waiting' } });
  });
  expect(changed).toEqual([]);
});
