import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getAccountBalance } from '@tern/ledger/balances';
import type { AccountId } from '@tern/ledger/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCase } from '../../people/screening/public.ts';
import { rebookWithdrawal } from '../transfers/public.ts';
import type { TestPerson } from '../transfers/testing/sending-world.ts';
import { returnPayout } from './return-payout.ts';
import { failOnChain } from './testing/fail-on-chain.ts';
import type { SentPayout } from './testing/payout-world.ts';
import {
  absentSigner,
  approve,
  cancel,
  createRestoredWorld,
  reject,
  type RestoredWorld,
} from './testing/restored-world.ts';

// Goal: what was paid after the moment to which a database was set back is booked again to whoever sent it, once, and neither
// paid nor given back. Method: a second database that holds what the first one held before the sends; signer and chain go on.

let r: RestoredWorld;
beforeAll(async () => {
  r = await createRestoredWorld();
});
afterAll(() => r.close());

const rebook = ({ id }: SentPayout) =>
  transact(r.restored.db, (tx) => rebookWithdrawal(tx, { aside: r.world.db.kysely, id }));

const stateOf = async ({ id }: SentPayout): Promise<unknown> => {
  const { rows } = await sql<{ state: string; held: boolean }>`
    SELECT w.state, EXISTS (SELECT FROM ledger.open_holds h WHERE h.pending_id = w.pending_id) AS held
      FROM withdrawals w WHERE w.id = ${id}`.execute(r.restored.db.kysely);
  return rows[0];
};

const attemptsOf = async ({ kysely }: Database, { id }: SentPayout): Promise<readonly unknown[]> => {
  const { rows } = await sql`
    SELECT number, state, tx_id, result, fee_sun FROM withdrawal_attempts WHERE withdrawal_id = ${id} ORDER BY number`.execute(
    kysely,
  );
  return rows;
};

const balanceOf = async ({ kysely }: Database, { walletId }: TestPerson): Promise<bigint> => {
  const { rows } = await sql<{ id: AccountId }>`
    SELECT id FROM ledger.accounts WHERE wallet_id = ${walletId} AND asset = 'usdt'`.execute(kysely);
  const { posted } = await getAccountBalance(kysely, rows[0]?.id as AccountId);
  return posted;
};

const onChain = async () => [await r.world.onChain(r.to, 'usdt'), await r.world.onChain(r.to, 'trx')];

/** It has ended here as it did there, by the same transactions, and nothing was paid once more. */
async function expectSettled(payout: SentPayout): Promise<void> {
  const before = await onChain();
  await r.work(3);
  expect(await stateOf(payout)).toEqual({ state: 'completed', held: false });
  expect(await attemptsOf(r.restored.db, payout)).toEqual(await attemptsOf(r.world.db, payout));
  expect(await onChain()).toEqual(before);
}

test('M36 what was approved here, and asked of the signer since, is followed by what was signed of it, not by what was asked', async () => {
  const { approved } = r.payouts;
  await r.work(1, { signer: absentSigner(r.world.payouts.signer) });
  expect(await attemptsOf(r.restored.db, approved)).toMatchObject([{ state: 'ordered' }]);
  expect(await rebook(approved)).toBe('followed');
  expect(await stateOf(approved)).toEqual({ state: 'signed', held: true });
  await expectSettled(approved);
});

test('M36 what was paid is reserved again, followed on the chain and settled once, and nobody can return it meanwhile', async () => {
  const { restored, world, operatorId, payouts } = r;
  expect(await onChain()).toEqual([6_068_000_000n, 30_000_000n]);
  for (const each of payouts.unknown) {
    expect(await rebook(each)).toBe('followed');
    expect(await stateOf(each)).toEqual({ state: 'signed', held: true });
    expect(await rebook(each)).toBe('known');
    const returning = { withdrawalId: each.id, operatorId, reason: 'stuck' };
    expect(await returnPayout(restored.asConsole, returning)).toBe('not-waiting');
    await expect(cancel(restored.asApi, r.ana, each.recordId)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' });
  }
  // Without the signer, which may be lost as well.
  await r.work(1, { signer: absentSigner(world.payouts.signer) });
  for (const each of payouts.unknown) await expectSettled(each);
  // The person finds it by what they were told, and a repeated request gets the same answer.
  const proofs = async ({ kysely }: Database) => {
    const { rows } = await sql<{ told: unknown }>`
      SELECT w.record_id AS record, r.key, r.body AS told, e.at AS authorised
        FROM withdrawals w JOIN idempotent_replies r ON r.body ->> 'id' = w.record_id::text
        JOIN withdrawal_drafts d ON d.id = w.draft_id
        LEFT JOIN security_events e ON e.kind = 'transfer-authorized' AND e.detail = encode(d.hash, 'hex')
       WHERE w.id = ANY(${payouts.unknown.map(({ id }) => id)}::uuid[]) ORDER BY w.id`.execute(kysely);
    return rows;
  };
  expect(await proofs(restored.db)).toHaveLength(2);
  expect(await proofs(restored.db)).toEqual(await proofs(world.db));
});

test('M36 what is under review here, and was paid, can only be approved, and is then followed and not signed again', async () => {
  const { restored, operatorId, ana } = r;
  const { reviewed } = r.payouts;
  expect(await rebook(reviewed)).toBe('needs-operators');
  expect(await rebook(reviewed)).toBe('needs-operators');
  expect(await stateOf(reviewed)).toEqual({ state: 'under-review', held: true });
  await expect(cancel(restored.asApi, ana, reviewed.recordId)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' });
  expect(await reject(restored.asConsole, operatorId, reviewed.id)).toBe('may-have-paid');
  await r.work(2);
  expect(await stateOf(reviewed)).toEqual({ state: 'under-review', held: true });
  expect(await approve(restored.asConsole, operatorId, reviewed.id)).toBe('approved');
  expect(await stateOf(reviewed)).toEqual({ state: 'signed', held: true });
  await expectSettled(reviewed);
});

test('M36 what needed operators and is not here needs them again, and nobody takes it back meanwhile', async () => {
  const { world, restored, operatorId, ana, to } = r;
  const lost = await world.send(ana, { to, amount: '5500' });
  await sql`INSERT INTO screening_cases (withdrawal_id, address, reason, evidence, until)
    VALUES (${lost.id}, ${to}, 'legal-order', '[{"list": "Sanctions"}]', now() + interval '1 hour')`.execute(
    world.db.kysely,
  );
  expect(await approve(world.asConsole, operatorId, lost.id)).toBe('approved');
  await world.drain();
  expect(await rebook(lost)).toBe('needs-operators');
  expect(await stateOf(lost)).toEqual({ state: 'under-review', held: true });
  // With what was found about its receiver, for whoever decides again.
  expect(await findCase(restored.db.kysely, lost.id)).toEqual(await findCase(world.db.kysely, lost.id));
  await expect(cancel(restored.asApi, ana, lost.recordId)).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' });
  expect(await approve(restored.asConsole, operatorId, lost.id)).toBe('approved');
  await expectSettled(lost);
});

test('M36 what was drafted here and confirmed after the moment uses the draft that is here', async () => {
  const { drafted } = r.payouts;
  expect(await rebook(drafted)).toBe('followed');
  await expectSettled(drafted);
  // All but what she gave to Ben inside, which is lost.
  const [here, there] = [await balanceOf(r.restored.db, r.ana), await balanceOf(r.world.db, r.ana)];
  expect(here - there).toBe(50_000_000n);
});

test('M26 what failed on the chain first costs the house here what it did there, and what paid then is found', async () => {
  const { world, restored, ana, to } = r;
  const lost = await world.send(ana, { to, amount: '2' });
  await failOnChain(world);
  await world.asTokenOwner('unpause()', []);
  await world.drain();
  expect(await attemptsOf(world.db, lost)).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }]);
  expect(await rebook(lost)).toBe('followed');
  await expectSettled(lost);
  const costs = async ({ kysely }: Database) => {
    const { rows } = await sql`
      SELECT j.idempotency_key, t.amount FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
       WHERE j.idempotency_key LIKE ${`withdrawal:${lost.id}:network-cost:%`} ORDER BY 1`.execute(kysely);
    return rows;
  };
  expect(await costs(restored.db)).toHaveLength(2);
  expect(await costs(restored.db)).toEqual(await costs(world.db));
});

test('M36 what ended here meanwhile, with its money given back, is refused by name', async () => {
  const { world, restored, operatorId, ana, to } = r;
  const lost = await world.send(ana, { to, amount: '5200' });
  await approve(world.asConsole, operatorId, lost.id);
  await world.drain();
  expect(await rebook(lost)).toBe('needs-operators');
  // As if it had been cancelled before it was booked again.
  await sql`UPDATE withdrawals SET state = 'cancelled' WHERE id = ${lost.id}`.execute(restored.db.kysely);
  await expect(rebook(lost)).rejects.toThrow('it is cancelled in this database and completed in the copy');
  await sql`UPDATE withdrawals SET state = 'under-review' WHERE id = ${lost.id}`.execute(restored.db.kysely);
});

test('M36 a draft that changed in the copy is noticed, and nothing of it is booked', async () => {
  const { world, ana, to } = r;
  const lost = await world.send(ana, { to, amount: '3' });
  await world.drain();
  await sql`UPDATE withdrawal_drafts SET memo = 'not hers' WHERE id = ${lost.draft.id}`.execute(world.db.kysely);
  await expect(rebook(lost)).rejects.toThrow(`draft ${lost.draft.id} of the copy says what its hash says`);
  expect(await stateOf(lost)).toBeUndefined();
});

test('M36 what the account does not cover is not booked, and nothing of it is left behind', async () => {
  const { uncovered } = r.payouts;
  expect(await rebook(uncovered)).toBe('not-covered');
  expect(await stateOf(uncovered)).toBeUndefined();
  const { rows } = await sql`SELECT FROM withdrawal_drafts WHERE id = ${uncovered.draft.id}`.execute(
    r.restored.db.kysely,
  );
  expect(rows).toEqual([]);
});

test('an account that is lost as well gets nothing', async () => {
  const late = await r.world.person({ usdt: 10_000_000n });
  const send = await r.world.send(late, { to: r.to, amount: '2' });
  expect(await rebook(send)).toBe('no-account');
  expect(await stateOf(send)).toBeUndefined();
});
