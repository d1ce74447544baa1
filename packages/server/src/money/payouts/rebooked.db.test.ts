import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AccountId } from '@tern/ledger/ids';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebookWithdrawal } from '../transfers/public.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { copyDatabase } from './testing/copy-database.ts';
import { createPayoutWorld, type PayoutWorld, type SentPayout } from './testing/payout-world.ts';
import { followPayouts, signPayouts } from './work-payouts.ts';

// Goal: what was paid after the moment to which a database was set back is booked again to whoever sent it, once, and never
// paid again. Method: a second database that holds what the first one held before the sends; signer and chain go on.

let world: PayoutWorld;
let restored: TestDatabase;
let ana: TestPerson;
let ben: TestPerson;
let sent: readonly SentPayout[];
let uncovered: SentPayout;
const to = randomAddress();

beforeAll(async () => {
  world = await createPayoutWorld();
  restored = await createTestDatabase();
  ana = await world.person({ usdt: 500_000_000n, trx: 500_000_000n });
  ben = await world.person();
  await copyDatabase(world.db, restored.db);
  sent = [await world.send(ana, { to, amount: '40' }), await world.send(ana, { to, assetId: 'trx', amount: '30' })];
  // Ben has what Ana sends him only after the moment.
  const inside = await world.draft(ana, { to: ben.address, amount: '50' });
  await world.confirm(ana, inside);
  uncovered = await world.send(ben, { to, amount: '20' });
  await world.drain();
});
afterAll(async () => {
  await world.close();
  await restored.drop();
});

const rebook = ({ id }: SentPayout) =>
  transact(restored.db, (tx) => rebookWithdrawal(tx, { aside: world.db.kysely, id }));

async function work(rounds: number): Promise<void> {
  const deps: PayoutDeps = { ...world.payouts, db: restored.asWorker };
  for (let round = 0; round < rounds; round += 1) {
    await sql`UPDATE withdrawals SET due_at = clock_timestamp(), leased_until = NULL`.execute(restored.db.kysely);
    await signPayouts(deps, { limit: 10 });
    await sql`UPDATE withdrawals SET due_at = clock_timestamp(), leased_until = NULL`.execute(restored.db.kysely);
    await followPayouts(deps, { limit: 10 });
  }
}

const stateOf = async ({ id }: SentPayout): Promise<unknown> => {
  const { rows } = await sql<{ state: string; held: boolean }>`
    SELECT w.state, EXISTS (SELECT FROM ledger.open_holds h WHERE h.pending_id = w.pending_id) AS held
      FROM withdrawals w WHERE w.id = ${id}`.execute(restored.db.kysely);
  return rows[0];
};

const balanceOf = async ({ kysely }: Database, { walletId }: TestPerson): Promise<bigint> => {
  const { rows } = await sql<{ id: AccountId }>`
    SELECT id FROM ledger.accounts WHERE wallet_id = ${walletId} AND asset = 'usdt'`.execute(kysely);
  const { posted } = await getAccountBalance(kysely, rows[0]?.id as AccountId);
  return posted;
};

test('M36 what was paid is reserved again, recognised by the signer and settled once, and nothing is paid twice', async () => {
  const before = [await world.onChain(to, 'usdt'), await world.onChain(to, 'trx')];
  expect(before).toEqual([60_000_000n, 30_000_000n]);
  for (const each of sent) {
    expect(await rebook(each)).toBe('held');
    expect(await stateOf(each)).toEqual({ state: 'approved', held: true });
    expect(await rebook(each)).toBe('known');
  }
  await work(3);
  for (const each of sent) {
    expect(await stateOf(each)).toEqual({ state: 'completed', held: false });
    const [own] = await world.attemptsOf(each.id);
    const { rows } = await sql`
      SELECT state, tx_id FROM withdrawal_attempts WHERE withdrawal_id = ${each.id}`.execute(restored.db.kysely);
    expect(rows).toEqual([{ state: 'succeeded', tx_id: own?.tx_id }]);
  }
  expect([await world.onChain(to, 'usdt'), await world.onChain(to, 'trx')]).toEqual(before);
  // The person finds it by what they were told, and a repeated request gets the same answer.
  const proofs = async ({ kysely }: Database) => {
    const { rows } = await sql<{ told: unknown }>`
      SELECT w.record_id AS record, r.key, r.body AS told, e.at AS authorised
        FROM withdrawals w JOIN idempotent_replies r ON r.body ->> 'id' = w.record_id::text
        JOIN withdrawal_drafts d ON d.id = w.draft_id
        LEFT JOIN security_events e ON e.kind = 'transfer-authorized' AND e.detail = encode(d.hash, 'hex')
       WHERE w.id = ANY(${sent.map(({ id }) => id)}::uuid[]) ORDER BY w.id`.execute(kysely);
    return rows;
  };
  expect(await proofs(restored.db)).toHaveLength(2);
  expect(await proofs(restored.db)).toEqual(await proofs(world.db));
  // All but what she gave to Ben inside, which is lost.
  expect((await balanceOf(restored.db, ana)) - (await balanceOf(world.db, ana))).toBe(50_000_000n);
});

test('M36 what the account does not cover is not booked, and nothing of it is left behind', async () => {
  expect(await rebook(uncovered)).toBe('not-covered');
  expect(await stateOf(uncovered)).toBeUndefined();
  const { rows } = await sql`SELECT FROM withdrawal_drafts WHERE id = ${uncovered.draft.id}`.execute(
    restored.db.kysely,
  );
  expect(rows).toEqual([]);
});

test('M36 what needed operators needs them again', async () => {
  const reviewed = await world.send(ana, { to, amount: '1' });
  await sql`UPDATE withdrawals SET approvals_needed = 1, review_cause = 'amount' WHERE id = ${reviewed.id}`.execute(
    world.db.kysely,
  );
  expect(await rebook(reviewed)).toBe('held');
  expect(await stateOf(reviewed)).toEqual({ state: 'under-review', held: true });
  await work(2);
  expect(await stateOf(reviewed)).toEqual({ state: 'under-review', held: true });
});

test('an account that is lost as well gets nothing', async () => {
  const late = await world.person({ usdt: 10_000_000n });
  const send = await world.send(late, { to, amount: '2' });
  expect(await rebook(send)).toBe('no-account');
  expect(await stateOf(send)).toBeUndefined();
});
