import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendingWorld, type SendingWorld } from '../../money/transfers/testing/sending-world.ts';
import { windowOf } from './breach.ts';
import { findEndBreaches } from './end-checks.ts';

// Goal: a send is found that is from no wallet of its person, or whose receiver reads something else than came, in what is
// recent and in everything. Method: a send between two people, and each fault planted in a transaction that is rolled back.
let world: SendingWorld;
let send: { readonly id: string; readonly personId: string; readonly receiverId: string };

beforeAll(async () => {
  world = await createSendingWorld();
  const [payer, receiver] = [await world.person({ usdt: 10_000_000n }), await world.person()];
  await world.confirm(payer, await world.draft(payer, { to: receiver.address, amount: '4' }));
  const { rows } = await sql<{ id: string }>`SELECT id FROM withdrawals`.execute(world.db.kysely);
  send = { id: rows[0]?.id ?? '', personId: payer.personId, receiverId: receiver.walletId };
});
afterAll(() => world.drop());

const nobody = '00000000-0000-4000-8000-000000000000';

/** What is found where this was done to the rows of the send, in everything and in what is recent. */
async function findingsOf(statement: string): Promise<readonly string[]> {
  const found: string[] = [];
  const rolledBack = new Error('rolled back');
  const look = transact(world.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    if (statement !== '') await sql.raw(statement).execute(tx);
    for (const scope of [{}, { since: new Date(Date.now() - 3_600_000) }]) {
      const breaches = await findEndBreaches(tx, windowOf(scope));
      found.push(...breaches.map(({ invariant, finding }) => `${invariant} ${finding}`));
    }
    throw rolledBack;
  });
  await expect(look).rejects.toBe(rolledBack);
  return found;
}

/** What a look at everything and one at what is recent find. */
const twice = (finding: string): readonly string[] => [
  `I26 withdrawal ${send.id} ${finding}`,
  `I26 withdrawal ${send.id} ${finding}`,
];
const unread = (walletId: string): string =>
  `brought wallet ${walletId} its amount, which no record of its person shows`;

test('I26 nothing is found of a send as it is', async () => {
  expect(await findingsOf('')).toEqual([]);
});

test('I26 a send from a wallet of nobody, or of somebody else, is found', async () => {
  for (const walletId of [nobody, send.receiverId]) {
    expect(await findingsOf(`UPDATE withdrawals SET wallet_id = '${walletId}'`)).toEqual(
      twice(`is from wallet ${walletId}, which is not of person ${send.personId}`),
    );
  }
});

test('I26 a receiver’s record of another wallet, or none at all, is found', async () => {
  expect(await findingsOf(`UPDATE withdrawals SET receiver_wallet_id = '${nobody}'`)).toEqual(twice(unread(nobody)));
  expect(await findingsOf("DELETE FROM records WHERE direction = 'in'")).toEqual(twice(unread(send.receiverId)));
});

test.each([
  ['amount', 'amount + 1'],
  ['asset', `'trx'`],
  ['person_id', `'${nobody}'`],
  ['status', `'failed'`],
  ['direction', `'out'`],
])('I26 a receiver’s record with another %s than was sent is found', async (column, value) => {
  const statement = `UPDATE records SET ${column} = ${value} WHERE direction = 'in'`;
  expect(await findingsOf(statement)).toEqual(twice(unread(send.receiverId)));
});
