import { call } from '@orpc/server';
import { systemClock } from '@tern/base/clock';
import type { OperatorId } from '@tern/base/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleBooksRouter } from './routes.ts';

// Goal: whatever an operator asks the books for, they are told what is wrong with it and the database is not. Method: the
// edges of every number and day that the contract lets through, at the database itself.

let database: TestDatabase;
let operatorId: OperatorId;
beforeAll(async () => {
  database = await createTestDatabase();
  operatorId = await addOperator(database.db, { name: 'vera' });
});
afterAll(() => database.drop());

/** Above every number that the database has, and still of as many digits as the greatest one. */
const beyond = '9999999999999999999';
const greatest = '9223372036854775807';
const period = { from: '2026-11-01', to: '2026-11-02' };
const person = '77000001';

const asked: readonly (readonly [string, object])[] = [
  ['journal', { id: beyond }],
  ['journal', { id: greatest }],
  ['searchJournals', { before: beyond }],
  ['searchJournals', { before: greatest }],
  ['searchJournals', { id: beyond }],
  ['searchJournals', { account: beyond }],
  ['searchJournals', { from: '0000-01-01', to: '0000-01-01' }],
  ['searchJournals', { from: '9999-12-31', to: '9999-12-31' }],
  ['searchJournals', { amount: `${'9'.repeat(40)}.5` }],
  ['showTrialBalance', { at: '0000-01-01T00:00:00Z' }],
  ['showTrialBalance', { at: '9999-12-31T23:59:59Z' }],
  ['listDays', { before: '0000-01-01' }],
  ['verifyDay', { day: '0000-01-01' }],
  ['verifyDay', { day: '9999-12-31' }],
  ['listReconciliations', { before: '0000-01-01' }],
  ['showStatement', { person, from: '0000-01-01', to: '0000-01-01' }],
  ['showStatement', { person, from: '9999-12-31', to: '9999-12-31' }],
  ['exportBooks', { ...period, format: 'csv', after: beyond }],
  ['exportBooks', { from: '0000-01-01', to: '9999-12-31', format: 'csv' }],
];

test.each(asked)('%s %j is answered or refused', async (name, input) => {
  const faults: unknown[] = [];
  const router = consoleBooksRouter({
    ...{ db: database.asConsole, clock: systemClock, assets: [], productName: 'Test' },
    onFault: (error) => faults.push(error),
  });
  const procedure = router[name as keyof typeof router] as unknown as Parameters<typeof call>[0];
  const session = {
    ...({ sessionId: 's', operatorId, name: 'vera', role: 'viewer' } as const),
    ...{ decidesMoneyFrom: null, keyDecidesMoneyFrom: null, signedInAt: systemClock.now() },
  };
  const context = {
    ...{ requestId: 'r', ip: '127.0.0.1', userAgent: 'test', session },
    ...{ setSessionCookie: () => undefined, clearSessionCookie: () => undefined },
  };
  const answer: unknown = await call(procedure, input, { context }).catch((error: unknown) => error);
  if (answer instanceof Error) expect(['NOT_FOUND', 'BAD_REQUEST']).toContain((answer as { code?: string }).code);
  expect(faults).toEqual([]);
});
