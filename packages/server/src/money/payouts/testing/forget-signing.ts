import type { WithdrawalId } from '@tern/base/ids';
import { anyOf } from '@tern/db/any-of';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

/** Has the database be as it was before these payments were signed, as after a restore; the signer and the chain stay as they are. */
export async function forgetSigning({ kysely }: Database, ids: readonly WithdrawalId[]): Promise<void> {
  await kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM withdrawal_broadcasts WHERE withdrawal_id = ${anyOf(ids)}`.execute(tx);
    await sql`DELETE FROM withdrawal_attempts WHERE withdrawal_id = ${anyOf(ids)}`.execute(tx);
    await sql`
      DELETE FROM withdrawal_states
       WHERE withdrawal_id = ${anyOf(ids)} AND from_state = ANY ('{approved,signed,broadcast}')`.execute(tx);
    await sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${anyOf(ids)}`.execute(tx);
  });
}
