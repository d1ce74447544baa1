import { randomUUID } from 'node:crypto';
import { newId, type PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { listRecords } from '@tern/server/people/records/public';
import { createTestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { median, withPatience, type Bench, type Case, type Round } from '../bench.ts';

/** The records page of random people: newest first, then the page after it. One table ten times the other's size. */
export const recordsPage: Case = {
  name: 'records-page',
  run: async (bench) => {
    const { sizes, log } = bench;
    const [small, large] = sizes.records;
    const tables = [];
    try {
      for (const count of [small, large]) {
        log(`  loading ${count.toLocaleString('en-US')} records`);
        tables.push(await loadRecords(count, sizes.recordsPerPerson));
      }
      const [one, other] = tables;
      if (one === undefined || other === undefined) throw new Error('two tables');
      const rounds: Round[] = [];
      for (let round = 0; round < sizes.rounds; round += 1) {
        rounds.push({ measured: await medianPage(bench, other), baseline: await medianPage(bench, one) });
      }
      return [
        {
          id: 'records-page',
          title: `records page p50, ${large.toLocaleString('en-US')} records`,
          unit: 'ms',
          baseline: `${small.toLocaleString('en-US')} records, ${sizes.recordsPerPerson} a person in both`,
          goal: 1.5,
          stretch: 1.1,
          higherIsBetter: false,
          rounds,
        },
      ];
    } finally {
      for (const table of tables) await table.drop();
    }
  },
};

type Loaded = { readonly asApi: Database; readonly people: readonly PersonId[]; readonly drop: () => Promise<void> };

async function loadRecords(count: number, perPerson: number): Promise<Loaded> {
  const database = await createTestDatabase();
  const people = Array.from({ length: Math.ceil(count / perPerson) }, () => newId<PersonId>());
  await withPatience(database.url, async ({ kysely: db }) => {
    await sql`
      INSERT INTO address_pool (derivation_index, address, mac, assigned_at)
      SELECT number, 'T' || lpad(number::text, 33, 'x'), 'bench', now()
      FROM generate_series(1, ${people.length}::int) AS number`.execute(db);
    await sql`
      INSERT INTO wallets (id, person_id, name, address, position, is_default)
      SELECT person, person, 'Bench', 'T' || lpad(number::text, 33, 'x'), 1, true
      FROM unnest(${people}::uuid[]) WITH ORDINALITY AS people (person, number)`.execute(db);
    // Round by round, so that a person's records lie as far apart on disk as years of use would put them.
    for (let round = 0; round < perPerson; round += 1) {
      await sql`
        INSERT INTO records (id, person_id, wallet_id, type, direction, status, settlement, asset, amount, pay_address,
          receive_address, source_kind, source_id, created_at)
        SELECT gen_random_uuid(), person, person, 'incoming', 'in', 'success', 'internal', 'usdt', 1000000,
          'T' || repeat('a', 33), 'T' || repeat('b', 33), 'bench', ${randomUUID()},
          now() - make_interval(days => ${perPerson - round}::int) + random() * interval '1 day'
        FROM unnest(${people}::uuid[]) AS person`.execute(db);
    }
    await sql`VACUUM ANALYZE records`.execute(db);
  });
  return { asApi: database.asApi, people, drop: database.drop };
}

/** Milliseconds of a page in the middle of all. */
async function medianPage({ sizes }: Bench, { asApi, people }: Loaded): Promise<number> {
  const deps = { db: asApi, confirmations: 19 };
  const times: number[] = [];
  for (let asked = 0; asked < sizes.pages; asked += 2) {
    const personId = people[Math.floor(Math.random() * people.length)] as PersonId;
    let cursor: string | null | undefined;
    for (let page = 0; page < 2; page += 1) {
      const start = performance.now();
      const found = await listRecords(deps, { personId, filter: 'all', limit: 30, cursor: cursor ?? undefined });
      times.push(performance.now() - start);
      if (found.records.length !== 30) throw new Error('a page is full');
      cursor = found.nextCursor;
    }
  }
  return median(times);
}
