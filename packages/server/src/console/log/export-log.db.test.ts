import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleSession } from '../console-context.ts';
import { exportLog } from './export-log.ts';

// Goal: a file of the log that does not have every row says so in its last line and to the page, and one that has them says nothing.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function take(rowsMax: number): Promise<{ readonly lines: readonly string[]; readonly cutAt: string | null }> {
  const operatorId = await addOperator(database.db, { name: `tom${rowsMax}` });
  const session = { operatorId } as unknown as ConsoleSession;
  const asset = (symbol: string) => ({ symbol, decimals: 6 });
  const assets = { usdt: asset('USDT'), trx: asset('TRX'), reward: asset('RWD') };
  const { csv, cutAt } = await exportLog({ db: database.asConsole, assets }, { session, filter: {}, rowsMax });
  return { lines: csv.trimEnd().split('\r\n').slice(1), cutAt };
}

test('each file of the log is a row of it, and one that has fewer rows than the log ends with a line that says so', async () => {
  const whole = await take(100);
  await take(101);
  await take(102);
  expect(whole.lines.every((line) => !line.includes('This file ends'))).toBe(true);
  expect(whole.cutAt).toBeNull();
  const cut = await take(1);
  expect(cut.lines).toHaveLength(2);
  // The page says the same moment.
  expect(cut.lines[1]).toContain(`This file ends after 1 rows, at ${cut.cutAt}. `);
  expect(cut.lines[1]?.split('","')).toHaveLength(7);
});
