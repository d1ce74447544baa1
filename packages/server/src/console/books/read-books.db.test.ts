import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { manualClock, systemClock } from '@tern/base/clock';
import type { OperatorId } from '@tern/base/ids';
import { consoleContract } from '@tern/contracts/console-contract';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBooks } from './read-books.ts';
import { consoleBooksRouter } from './routes.ts';

// Goal: nothing in the pages of the books can change anything. Method: everything that changes, tried through what they read with,
// by the owner of the tables; and every route that reads, over a database that has nothing else than that.

let database: TestDatabase;
const person = { id: randomUUID(), publicId: '77000001' };
beforeAll(async () => {
  database = await createTestDatabase();
  await transact(database.asWorker, (tx) => houseAccount(tx, 'capital', 'usdt'));
  await sql`INSERT INTO people (id, public_id, invite_code, terms_accepted_at, created_at)
    VALUES (${person.id}, ${person.publicId}, 'BBBBBBBB', now(), now())`.execute(database.db.kysely);
});
afterAll(() => database.drop());

const changes: readonly (readonly [string, RawBuilder<unknown>])[] = [
  ['a row of the log', sql`INSERT INTO operator_actions (kind, subject, details) VALUES ('log-exported', 'log', '{}')`],
  ['a person', sql`UPDATE people SET state = 'frozen'`],
  ['a balance', sql`UPDATE ledger.accounts SET posted = 1`],
  ['a comparison', sql`DELETE FROM reserve_days`],
  ['an account, by a function with the owner’s rights', sql`SELECT ledger.house_account('suspense', 'usdt')`],
  ['a lock', sql`SELECT id FROM people FOR UPDATE`],
  ['a table', sql`CREATE TABLE mine (id int)`],
];

test.each(changes)('%s cannot be written through what the books are read with', async (_, change) => {
  const refused: unknown = await readBooks(database.db, (books) => change.execute(books)).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: '25006' });
});

test('the pages of the books see one moment, whatever is posted meanwhile', async () => {
  await readBooks(database.asConsole, async (books) => {
    const count = async () =>
      (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ledger.accounts`.execute(books)).rows[0]?.n;
    const before = await count();
    await transact(database.asWorker, (tx) => houseAccount(tx, 'liquidity', 'usdt'));
    expect(await count()).toBe(before);
  });
});

/** A database of which only a read-only transaction of the right isolation can be had, and how often one was. */
function onlyReading({ kysely }: Pick<Database, 'kysely'>) {
  const told = { begun: 0 };
  const builder = kysely.transaction();
  const only = {
    transaction: () => ({
      setIsolationLevel: (isolation: 'repeatable read') => ({
        setAccessMode: (mode: 'read only') => {
          expect([isolation, mode]).toEqual(['repeatable read', 'read only']);
          told.begun += 1;
          return builder.setIsolationLevel(isolation).setAccessMode(mode);
        },
      }),
    }),
  };
  return { told, db: { kysely: only } as unknown as Database };
}

test('every route that reads begins such a transaction and uses nothing else of the database', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const period = { from: day, to: day };
  const inputs: Readonly<Record<string, object | undefined>> = {
    showChart: undefined,
    showTrialBalance: { at: new Date().toISOString() },
    searchJournals: { person: person.publicId, ...period },
    journal: { id: '1' },
    listDays: {},
    verifyDay: { day },
    listReconciliations: {},
    listDistributions: {},
    showFees: period,
    showStatement: { person: person.publicId, ...period },
  };
  const reading = Object.entries(consoleContract.books).filter(([, route]) => route['~orpc'].route.method === 'GET');
  expect(reading.map(([name]) => name).toSorted()).toEqual(Object.keys(inputs).toSorted());
  const session = { sessionId: 's', operatorId: randomUUID() as OperatorId, name: 'vera', role: 'viewer' } as const;
  for (const [name, input] of Object.entries(inputs)) {
    const { told, db } = onlyReading(database.asConsole);
    const clock = manualClock(systemClock.now());
    const router = consoleBooksRouter({ db, clock, assets: [], productName: 'Test', onFault: () => undefined });
    const procedure = router[name as keyof typeof router] as unknown as Parameters<typeof call>[0];
    const context = {
      ...{ requestId: 'r', ip: '127.0.0.1', userAgent: 'test' },
      session: { ...session, decidesMoneyFrom: null, keyDecidesMoneyFrom: null, signedInAt: clock.now() },
      ...{ setSessionCookie: () => undefined, clearSessionCookie: () => undefined },
    };
    const answer: unknown = await call(procedure, input, { context }).catch((error: unknown) => error);
    // What is not there is said; nothing else may go wrong.
    if (answer instanceof Error) expect(answer, name).toMatchObject({ code: 'NOT_FOUND' });
    expect(told.begun, name).toBe(1);
  }
});
