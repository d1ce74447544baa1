import { systemClock } from '@tern/base/clock';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleSession } from '../console-context.ts';
import { exportTransactions } from './export-transactions.ts';

// Goal: a file that does not have every row says so in its last line, and whoever asked for it is told up to when it goes.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    INSERT INTO quarantined_inflows (tx_id, kind, index, block_number, block_id, subject, reason, created_at)
    SELECT gen_random_uuid()::text, 'trc20', 0, 91, 'b91', 'TokenX', 'malformed-event', '2026-11-21T10:00:00Z'::timestamptz + make_interval(mins => n)
      FROM generate_series(1, 5) AS n`.execute(database.db.kysely);
});
afterAll(() => database.drop());

async function take(rowsMax: number, order: 'newest' | 'oldest' = 'newest') {
  const name = `tom${rowsMax}${order}`;
  const operatorId = await addOperator(database.db, { name });
  const session = {
    operatorId,
    name,
    role: 'treasurer',
    decidesMoneyFrom: null,
    keyDecidesMoneyFrom: null,
  } as unknown as ConsoleSession;
  const asset = (symbol: string) => ({ symbol, decimals: 6 });
  const assets = { usdt: asset('USDT'), trx: asset('TRX'), reward: asset('RWD') };
  const deps = { db: database.asConsole, clock: systemClock, assets } as Parameters<typeof exportTransactions>[0];
  const file = await exportTransactions(deps, { session, filter: { order, kind: 'unknown' }, rowsMax });
  let text = '';
  let read = await file.next();
  while (read.done !== true) {
    text += read.value;
    read = await file.next();
  }
  return { lines: text.trimEnd().split('\r\n').slice(1), end: read.value };
}

test('a file of fewer rows than there are ends with a line that says so, and says up to when it goes', async () => {
  const cut = await take(3);
  expect(cut.end).toEqual({ cutAt: '2026-11-21T10:03:00.000Z' });
  expect(cut.lines).toHaveLength(4);
  expect(cut.lines[3]).toContain('This file ends after 3 rows, at 2026-11-21T10:03:00.000Z. There are more');
  expect(cut.lines[3]?.split('","')).toHaveLength(cut.lines[0]?.split('","').length ?? 0);
  expect((await take(3, 'oldest')).end).toEqual({ cutAt: '2026-11-21T10:03:00.000Z' });
  expect((await take(4)).end).toEqual({ cutAt: '2026-11-21T10:02:00.000Z' });
});

test('a file that has every row says nothing', async () => {
  for (const rowsMax of [5, 6]) {
    const whole = await take(rowsMax);
    expect(whole.end).toEqual({ cutAt: null });
    expect(whole.lines).toHaveLength(5);
    expect(whole.lines.join('')).not.toContain('This file ends');
  }
});
