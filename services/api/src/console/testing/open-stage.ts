import { bookHouseMoney } from '@tern/ledger/test-house-money';
import type { TestDatabase } from '@tern/testkit/database';
import type { Stage } from './cases/case.ts';
import { openConsoleWorld } from './console-world.ts';
import type { TestConsole } from './test-console.ts';

/** For tests: a house with money and its operators, signed in, on which the cases are played. */
export async function openStage(database: TestDatabase, console: TestConsole): Promise<Stage> {
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
