import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConsoleSession } from '../console-context.ts';
import { exportLog } from './export-log.ts';

// Goal: a file of the log that does not have every row says so in its last line, and one that has them says nothing.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function take(rowsMax: number): Promise<readonly string[]> {
  const operatorId = await addOperator(database.db, { name: `tom${rowsMax}` });
  const session = { operatorId } as unknown as ConsoleSession;
  const asset = (symbol: string) => ({ symbol, decimals: 6 });
  const assets = { usdt: asset('USDT'), trx: asset('TRX'), reward: asset('RWD') };
  const text = await exportLog({ db: database.asConsole, assets }, { session, filter: {}, rowsMax });
  return text.trimEnd().split('\r\n').slice(1);
}

test('each file of the log is a row of it, and one that has fewer rows than the log ends with a line that says so', async () => {
  const whole = await take(100);
  await take(101);
  await take(102);
  expect(whole.every((line) => !line.includes('This file ends'))).toBe(true);
  const cut = await take(1);
  expect(cut).toHaveLength(2);
  expect(cut[1]).toContain('This file ends after 1 rows, at ');
  expect(cut[1]?.split('","')).toHaveLength(7);
});
