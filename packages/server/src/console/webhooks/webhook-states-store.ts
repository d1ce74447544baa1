import type { WebhookKind } from '@tern/contracts/routes/console-changes';
import type { DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';

export type ToldState = { readonly subject: string; readonly data: JsonValue };

/** What other systems were told last about subjects that begin like this; nobody else tells them of these until the transaction ends. */
export async function lockToldStates(tx: DbTx, prefix: string): Promise<readonly ToldState[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('webhook-states:' || ${prefix}, 0))`.execute(tx);
  const { rows } = await sql<ToldState>`
    SELECT subject, data FROM webhook_states WHERE starts_with(subject, ${prefix}) ORDER BY subject`.execute(tx);
  return rows;
}

export async function keepToldState(tx: DbTx, { subject, data }: ToldState): Promise<void> {
  await sql`
    INSERT INTO webhook_states (subject, data) VALUES (${subject}, ${JSON.stringify(data)}::jsonb)
    ON CONFLICT (subject) DO UPDATE SET data = excluded.data, since = clock_timestamp()`.execute(tx);
}

export async function deleteToldState(tx: DbTx, subject: string): Promise<void> {
  await sql`DELETE FROM webhook_states WHERE subject = ${subject}`.execute(tx);
}

/** Writes an event to whichever webhooks are told of its kind. */
export async function emitEvent(
  tx: DbTx,
  { kind, type, subject, data }: { readonly kind: WebhookKind; readonly type: string } & ToldState,
): Promise<void> {
  await sql`SELECT emit_webhook_event(${kind}, ${type}, ${subject}, ${JSON.stringify(data)}::jsonb)`.execute(tx);
}
