import { randomUUID } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { OperatorId, RecordId, WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { addOperator } from '@tern/testkit/operators';
import { SignerUnavailable } from '@tern/tron/signer-fault';
import { sql } from 'kysely';
import { cancelTransfer } from '../../transfers/cancel-transfer.ts';
import { decideReview } from '../../transfers/decide-review.ts';
import { randomAddress, type TestPerson } from '../../transfers/testing/sending-world.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { followPayouts, signPayouts } from '../work-payouts.ts';
import { copyDatabase } from './copy-database.ts';
import { createPayoutWorld, type PayoutWorld, type SentPayout } from './payout-world.ts';

/**
 * For tests: a world in which payments were made, and a second database that holds what the first one held before them, as after
 * a restore to that moment. Signer and chain go on.
 */
export type RestoredWorld = {
  readonly world: PayoutWorld;
  readonly restored: TestDatabase;
  readonly since: Date;
  readonly operatorId: OperatorId;
  readonly ana: TestPerson;
  /** Has 20 USDT less in the restored database than what they sent. */
  readonly ben: TestPerson;
  readonly to: ReturnType<typeof randomAddress>;
  readonly payouts: Payouts;
  /** One round of the worker at the restored database. */
  readonly work: (rounds: number, changes?: Partial<PayoutDeps>) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** All paid in the first database. */
export type Payouts = {
  /** Two of Ana's that are not in the restored database, 40 USDT and 30 TRX. */
  readonly unknown: readonly SentPayout[];
  /** Ben has its 20 USDT from Ana, by a transfer after the moment. */
  readonly uncovered: SentPayout;
  /** Ana's, approved before the moment, 3 USDT. */
  readonly approved: SentPayout;
  /** Ana's, under review at the moment, 6000 USDT. */
  readonly reviewed: SentPayout;
  /** Ana's, drafted before the moment and confirmed after it, 5 USDT. */
  readonly drafted: SentPayout;
};

export async function createRestoredWorld(): Promise<RestoredWorld> {
  const world = await createPayoutWorld();
  const restored = await createTestDatabase();
  const to = randomAddress();
  const operatorId = await addOperator(world.db, { name: 'ada' });
  const ana = await world.person({ usdt: 20_000_000_000n, trx: 500_000_000n });
  const ben = await world.person();
  const approved = await world.send(ana, { to, amount: '3' });
  const reviewed = await world.send(ana, { to, amount: '6000' });
  const draft = await world.draft(ana, { to, amount: '5' });
  await copyDatabase(world.url, restored.url);
  const { rows } = await sql<{ since: Date }>`SELECT clock_timestamp() AS since`.execute(world.db.kysely);
  const unknown = [
    await world.send(ana, { to, amount: '40' }),
    await world.send(ana, { to, assetId: 'trx', amount: '30' }),
  ];
  const inside = await world.draft(ana, { to: ben.address, amount: '50' });
  await world.confirm(ana, inside);
  const uncovered = await world.send(ben, { to, amount: '20' });
  const { id: recordId } = await world.confirm(ana, draft);
  const drafted = { id: await withdrawalOf(world.db, recordId), recordId, draft };
  assert((await approve(world.asConsole, operatorId, reviewed.id)) === 'approved', 'an operator approves');
  await world.drain();
  const work: RestoredWorld['work'] = async (rounds, changes = {}) => {
    const deps: PayoutDeps = { ...world.payouts, db: restored.asWorker, ...changes };
    for (let round = 0; round < rounds; round += 1) {
      await makeDue(restored.db);
      await signPayouts(deps, { limit: 10 });
      await makeDue(restored.db);
      await followPayouts(deps, { limit: 10 });
    }
  };
  return {
    ...{ world, restored, since: rows[0]?.since ?? new Date(0), operatorId, ana, ben, to, work },
    payouts: { unknown, uncovered, approved, reviewed, drafted },
    close: async () => {
      await world.close();
      await restored.drop();
    },
  };
}

/** A signer that is away: what is asked of it stays asked. */
export const absentSigner = (signer: PayoutDeps['signer']): PayoutDeps['signer'] => ({
  ...signer,
  signOrder: () => Promise.reject(new SignerUnavailable('away')),
});

export function approve(db: Database, operatorId: OperatorId, withdrawalId: WithdrawalId) {
  return decideReview(db, {
    withdrawalId,
    operatorId,
    decision: 'approve',
    reason: 'checked by a test',
    sawCase: true,
  });
}

export function reject(db: Database, operatorId: OperatorId, withdrawalId: WithdrawalId) {
  return decideReview(db, { withdrawalId, operatorId, decision: 'reject', reason: 'other', note: 'refused by a test' });
}

export function cancel(db: Database, session: TestPerson, recordId: string) {
  return cancelTransfer(
    { db, confirmations: 19 },
    { session, recordId: recordId as RecordId, idempotencyKey: randomUUID() },
  );
}

async function withdrawalOf({ kysely }: Database, recordId: string): Promise<WithdrawalId> {
  const { rows } = await sql<{ id: WithdrawalId }>`SELECT id FROM withdrawals WHERE record_id = ${recordId}`.execute(
    kysely,
  );
  assert(rows[0] !== undefined, 'a confirmed send has a withdrawal');
  return rows[0].id;
}

async function makeDue({ kysely }: Database): Promise<void> {
  await sql`
    UPDATE withdrawals SET due_at = clock_timestamp(), leased_until = NULL
     WHERE state IN ('approved', 'signed', 'broadcast', 'included')`.execute(kysely);
}
