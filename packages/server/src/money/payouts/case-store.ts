import type { PersonId, WithdrawalId } from '@tern/base/ids';
import type { PayoutWait } from '@tern/contracts/routes/console-reviews';
import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { WithdrawalState } from '../transfers/public.ts';
import type { AttemptState } from './attempt.ts';

export type CaseStep = { readonly from: WithdrawalState; readonly to: WithdrawalState; readonly at: Date };
export type CaseAttempt = {
  readonly number: number;
  readonly state: AttemptState;
  readonly txId: string | null;
  readonly expiration: Date;
  readonly result: string | null;
  readonly feeSun: string | null;
  readonly broadcasts: number;
};
export type CaseHistory = {
  readonly completed: number;
  readonly completedToAddress: number;
  readonly firstAt: Date | null;
};

export async function selectSteps(db: DbReader, id: WithdrawalId): Promise<readonly CaseStep[]> {
  const { rows } = await sql<CaseStep>`
    SELECT from_state AS "from", to_state AS "to", at FROM withdrawal_states WHERE withdrawal_id = ${id} ORDER BY id`.execute(
    db,
  );
  return rows;
}

export async function selectAttempts(db: DbReader, id: WithdrawalId): Promise<readonly CaseAttempt[]> {
  const { rows } = await sql<CaseAttempt>`
    SELECT number, state, tx_id AS "txId", expiration, result, fee_sun AS "feeSun",
           (SELECT count(*)::int FROM withdrawal_broadcasts b WHERE b.withdrawal_id = a.withdrawal_id AND b.number = a.number) AS broadcasts
      FROM withdrawal_attempts a WHERE withdrawal_id = ${id} ORDER BY number`.execute(db);
  return rows;
}

/** What the person sent before, as far as it was paid: how unusual is this one? */
export async function selectHistory(db: DbReader, personId: PersonId, address: string): Promise<CaseHistory> {
  const { rows } = await sql<CaseHistory>`
    SELECT count(*)::int AS completed, count(*) FILTER (WHERE to_address = ${address})::int AS "completedToAddress",
           min(created_at) AS "firstAt"
      FROM withdrawals WHERE person_id = ${personId} AND state = 'completed'`.execute(db);
  return rows[0] ?? { completed: 0, completedToAddress: 0, firstAt: null };
}

export type CaseTroubles = {
  /** Why it does not go on: by itself, or only after an operator's look. */
  readonly waitingFor: PayoutWait | null;
  readonly waitingDetail: string | null;
  readonly attention: string | null;
};

export async function selectTroubles(db: DbReader, id: WithdrawalId): Promise<CaseTroubles> {
  const { rows } = await sql<CaseTroubles>`
    SELECT waiting_for AS "waitingFor", waiting_detail AS "waitingDetail", attention FROM withdrawals WHERE id = ${id}`.execute(
    db,
  );
  return rows[0] ?? { waitingFor: null, waitingDetail: null, attention: null };
}
