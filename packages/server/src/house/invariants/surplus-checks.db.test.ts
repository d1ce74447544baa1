import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDepositWorld, type DepositWorld } from '../../money/deposits/testing/deposit-world.ts';
import { openSurplusWorld, type SurplusWorld } from '../../money/deposits/testing/surplus-world.ts';
import { findBreaches } from './find-breaches.ts';

// Goal: a surplus that is credited twice, counted wrong or let go by one person is found. Method: each is planted by the owner.
let world: DepositWorld;
let kept: SurplusWorld;
beforeAll(async () => {
  world = await openDepositWorld();
  kept = await openSurplusWorld(world, (await world.newWallet()).address);
  await kept.arrive(9_000_000, 'hidden');
  for (let looks = 0; looks < 2; looks += 1) await kept.compare();
  await kept.arrive(1_000_000);
});
afterAll(() => world.database.drop());

/** What the watch finds once the owner has broken something; nothing of it stays. */
async function findAfter(change: string): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const undo = new Error('undone');
  const broken = transact(
    world.database.db,
    async (tx) => {
      await sql.raw(`SET LOCAL session_replication_role = replica; ${change}`).execute(tx);
      found = (await findBreaches(tx, {})).map(({ invariant, finding }) => `${invariant} ${finding}`);
      throw undo;
    },
    { isolation: 'repeatable read' },
  );
  await expect(broken).rejects.toBe(undo);
  return found.map((text) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…'));
}

test('nothing is found while a surplus is kept', async () => {
  expect(await findAfter('SELECT')).toEqual([]);
});

test('I06 a deposit of before that was credited beside the surplus is found, and one of after is none', async () => {
  expect(
    await findAfter(
      `UPDATE deposits SET block_number = 1, created_at = now() + interval '1 day' WHERE amount = 1000000`,
    ),
  ).toEqual([expect.stringMatching(/^I06 deposit … was found after surplus … of its address was kept/)]);
});

test.each([
  ['counts what no deposit took', 'UPDATE deposit_surpluses SET explained = 4000000', ['I06', 'I06']],
  ['is larger than what was booked', 'UPDATE deposit_surpluses SET amount = amount + 1', ['I06']],
  ['ended and is in suspense still', "UPDATE deposit_surpluses SET state = 'explained', ended_at = now()", ['I06']],
  ['is the house’s on nobody’s word', "UPDATE deposit_surpluses SET state = 'house', ended_at = now()", ['I06', 'I21']],
  [
    'has a part that no journal booked',
    "INSERT INTO surplus_explanations SELECT id, 'aa', 'trx', 0, 5, 'return' FROM deposit_surpluses",
    ['I06'],
  ],
])('I06 I21 a surplus that %s is found', async (_, change, invariants) => {
  expect((await findAfter(change)).map((text) => text.slice(0, 3))).toEqual(invariants);
});
