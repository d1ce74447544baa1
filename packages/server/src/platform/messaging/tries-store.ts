import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { EarlierTry } from './choose-slot.ts';
import type { ProviderSlot, ReportedState, TryState } from './provider-slot.ts';

/** As long as a provider's own code may be. */
export const codeMax = 40;

/** What each provider's try of a message came to, by database time. */
export async function listTries(db: DbReader, outboxId: string): Promise<readonly EarlierTry[]> {
  const { rows } = await sql<{ slot: ProviderSlot; state: TryState; age_seconds: number }>`
    SELECT slot, state, extract(epoch FROM clock_timestamp() - handed_at)::float8 AS age_seconds
      FROM message_tries WHERE outbox_id = ${outboxId}`.execute(db);
  return rows.map(({ slot, state, age_seconds: ageSeconds }) => ({ slot, state, ageSeconds }));
}

/** Notes a try before it is made: whatever happens to this process, the provider may have the message from then on. */
export async function beginTry(
  db: DbReader,
  { outboxId, slot }: { readonly outboxId: string; readonly slot: ProviderSlot },
): Promise<void> {
  await sql`
    INSERT INTO message_tries AS t (outbox_id, slot, state) VALUES (${outboxId}, ${slot}, 'unclear')
    ON CONFLICT ON CONSTRAINT message_tries_pkey DO UPDATE
      SET state = 'unclear', code = NULL, handed_at = excluded.handed_at, reported_at = NULL
      WHERE t.state <> 'delivered'`.execute(db);
}

/** Notes what a try came to. A report that was faster than the provider's own answer stays. */
export async function endTry(
  db: DbReader,
  tried: {
    readonly outboxId: string;
    readonly slot: ProviderSlot;
    readonly state: TryState;
    readonly code: string | null;
  },
): Promise<void> {
  const { outboxId, slot, state, code } = tried;
  await sql`
    UPDATE message_tries SET state = ${state}, code = ${code?.slice(0, codeMax) ?? null}
    WHERE outbox_id = ${outboxId} AND slot = ${slot} AND reported_at IS NULL`.execute(db);
}

/**
 * Notes what a provider reported of a message that it was handed; of any other message, nothing. In whatever order reports
 * arrive, delivered is final for a text message. For a mail a bounce is: a server may take it and send it back later.
 * Returns whether it changed anything.
 */
export async function storeReported(
  db: DbReader,
  reported: {
    readonly outboxId: string;
    readonly slot: ProviderSlot;
    readonly state: ReportedState;
    readonly code: string | null;
  },
): Promise<boolean> {
  const { outboxId, slot, state, code } = reported;
  const { rows } = await sql`
    UPDATE message_tries SET state = ${state}, code = ${code}, reported_at = clock_timestamp()
    WHERE outbox_id = ${outboxId} AND slot = ${slot}
      AND state <> ${state}
      AND (state IN ('accepted', 'unclear', 'undelivered') OR (state = 'delivered' AND ${state} = 'bounced'))
    RETURNING 1`.execute(db);
  return rows.length > 0;
}
