import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import { replyKeptDays } from '../../platform/idempotency/public.ts';

/**
 * What is cleared away and when, by database time. Sign-ins go before the codes they refer to. Counters of wrong tries
 * outlive every pause by far, so that waiting for them to be forgotten gains a guesser less than a day's tries. Replies go
 * after the time in which a request is answered again; what moved money under them is used up for ever.
 */
const stale = [
  { table: 'logins', condition: sql`created_at < now() - interval '7 days'` },
  {
    table: 'challenges',
    condition: sql`created_at < now() - interval '7 days' AND NOT EXISTS (SELECT FROM logins WHERE challenge_id = challenges.id)`,
  },
  { table: 'authenticator_bindings', condition: sql`created_at < now() - interval '7 days'` },
  { table: 'passkey_ceremonies', condition: sql`created_at < now() - interval '7 days'` },
  { table: 'security_stops', condition: sql`created_at < now() - interval '30 days'` },
  { table: 'rate_windows', condition: sql`expires_at < now()` },
  { table: 'sms_budgets', condition: sql`day < (now() - interval '7 days')::date` },
  { table: 'failure_counters', condition: sql`changed_at < now() - interval '90 days'` },
  { table: 'idempotent_replies', condition: sql`created_at < now() - ${`${replyKeptDays} days`}::interval` },
  { table: 'pending_tries', condition: sql`expires_at < now() - interval '1 day'` },
] as const;

/** Deletes up to `limit` rows of each kind that nothing reads any more. Returns how many it deleted. */
export async function forgetStale(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  let deleted = 0;
  for (const { table, condition } of stale) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid IN (SELECT ctid FROM ${sql.table(table)} WHERE ${condition} LIMIT ${limit})`.execute(
      db.kysely,
    );
    deleted += Number(numAffectedRows ?? 0n);
  }
  return deleted;
}
