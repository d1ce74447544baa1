import { bookHouseMoney } from '@tern/ledger/test-house-money';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import type { Stage } from './cases/case.ts';
import { openConsoleWorld } from './console-world.ts';
import { openTestConsole, type TestConsole } from './test-console.ts';

/** A house with money and its operators, signed in, on which the cases are played. */
async function openStage(database: TestDatabase, console: TestConsole): Promise<Stage> {
  const world = openConsoleWorld(database);
  const desks = {
    reviewer: await console.operator('the-reviewer', 'reviewer'),
    treasurer: await console.operator('the-treasurer', 'treasurer'),
    administrator: await console.operator('the-administrator', 'administrator'),
  };
  const olgasDesk = await console.operator('olga', 'treasurer');
  const secondDesk = await console.operator('the-second-administrator', 'administrator');
  await world.signerAccounts();
  await bookHouseMoney(database.asWorker, 'reward', 100_000n * 10n ** 18n);
  for (const asset of ['usdt', 'trx'] as const) await bookHouseMoney(database.asWorker, asset, 10n ** 12n);
  return {
    database,
    world,
    desks,
    olgasDesk,
    secondDesk,
    olga: await world.operatorId('olga'),
    mara: await world.person(),
  };
}

/** For tests: a database of its own, its console, and the stage on both. Close it. */
export async function openOwnStage(): Promise<{
  readonly database: TestDatabase;
  readonly console: TestConsole;
  readonly stage: Stage;
  readonly close: () => Promise<void>;
}> {
  const database = await createTestDatabase();
  const console = await openTestConsole(database);
  const stage = await openStage(database, console);
  const close = async (): Promise<void> => {
    await console.close();
    await database.drop();
  };
  return { database, console, stage, close };
}
