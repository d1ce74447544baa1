import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import type { OrderStep } from '../../chain/orders/public.ts';
import { withdrawalFromRow, type Withdrawal, type WithdrawalRow, type WithdrawalState } from '../transfers/public.ts';

export type Claiming = {
  readonly step: OrderStep;
  readonly lease: string;
  readonly leaseSeconds: number;
  readonly limit: number;
};

const statesOf: Readonly<Record<Exclude<OrderStep, 'broadcast'>, readonly WithdrawalState[]>> = {
  sign: ['approved'],
  follow: ['signed', 'broadcast', 'included'],
};

/** Claims chain withdrawals that are due for a step, oldest first. Workers side by side never get the same one. */
export async function claimPayouts({ kysely }: Database, claiming: Claiming): Promise<readonly Withdrawal[]> {
  const { step, lease, leaseSeconds, limit } = claiming;
  if (step === 'broadcast') return await claimForBroadcast({ kysely }, claiming);
  const { rows } = await sql<WithdrawalRow>`
    WITH due AS (
      SELECT id FROM withdrawals
       WHERE settlement = 'chain' AND state = ANY(${[...statesOf[step]]}::text[]) AND attention IS NULL
         AND due_at <= clock_timestamp() AND coalesce(leased_until <= clock_timestamp(), true)
       ORDER BY due_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE withdrawals w SET lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE w.id = due.id RETURNING w.*`.execute(kysely);
  return rows.map(withdrawalFromRow);
}

/** Those whose signed bytes are due to be handed out. */
async function claimForBroadcast(
  { kysely }: Pick<Database, 'kysely'>,
  { lease, leaseSeconds, limit }: Claiming,
): Promise<readonly Withdrawal[]> {
  const { rows } = await sql<WithdrawalRow>`
    WITH due AS (
      SELECT w.id FROM withdrawals w JOIN withdrawal_attempts a ON a.withdrawal_id = w.id
       WHERE w.settlement = 'chain' AND w.state IN ('signed', 'broadcast') AND w.attention IS NULL AND coalesce(w.leased_until <= clock_timestamp(), true)
         AND a.state = 'signed' AND a.broadcast_due_at <= clock_timestamp()
       ORDER BY a.broadcast_due_at LIMIT ${limit} FOR NO KEY UPDATE OF w SKIP LOCKED)
    UPDATE withdrawals w SET lease = ${lease}, leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      FROM due WHERE w.id = due.id RETURNING w.*`.execute(kysely);
  return rows.map(withdrawalFromRow);
}
