import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Channel, MessageTemplate } from './message.ts';

export type OutboxRow = {
  readonly id: string;
  readonly channel: Channel;
  readonly recipient: string;
  readonly template: MessageTemplate;
  readonly language: string | null;
  readonly values_sealed: Buffer;
  readonly tries: number;
};

// Longer than any provider is waited for; after it another worker may take the row.
const leaseSeconds = 120;
const backoffFirstSeconds = 2;
const backoffMaxSeconds = 600;
export const triesMax = 12;

/** Takes up to `limit` due messages of a channel for this worker alone, for two minutes of database time. */
export async function claimDue(
  db: DbReader,
  { channel, limit }: { readonly channel: Channel; readonly limit: number },
): Promise<readonly OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    UPDATE outbox SET tries = tries + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    WHERE id IN (
      SELECT id FROM outbox
      WHERE state = 'waiting' AND channel = ${channel} AND next_try_at <= now()
        AND (expires_at IS NULL OR expires_at > now())
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, channel, recipient, template, language, values_sealed, tries`.execute(db);
  return rows;
}

/** Drops messages whose time is over, such as codes nobody could use any more. Returns how many. */
export async function dropExpired(db: DbReader): Promise<number> {
  const { rows } = await sql`
    UPDATE outbox SET state = 'dropped', settled_at = now(), values_sealed = NULL, last_error = coalesce(last_error, 'expired')
    WHERE state = 'waiting' AND expires_at <= now() RETURNING 1`.execute(db);
  return rows.length;
}

/** The message left: its values, a code perhaps, are wiped. */
export async function markSent(db: DbReader, id: string): Promise<void> {
  await sql`
    UPDATE outbox SET state = 'sent', settled_at = now(), values_sealed = NULL, last_error = NULL
    WHERE id = ${id} AND state = 'waiting'`.execute(db);
}

/** Tries again later, twice as late each time; after the last try, or at once when `final`, the message is dropped. */
export async function markFailed(
  db: DbReader,
  row: OutboxRow,
  failure: { readonly error: string; readonly final: boolean },
): Promise<void> {
  const error = failure.error.slice(0, 500);
  if (failure.final || row.tries >= triesMax) {
    await sql`
      UPDATE outbox SET state = 'dropped', settled_at = now(), values_sealed = NULL, last_error = ${error}
      WHERE id = ${row.id} AND state = 'waiting'`.execute(db);
    return;
  }
  const seconds = Math.min(backoffMaxSeconds, backoffFirstSeconds * 2 ** (row.tries - 1));
  await sql`
    UPDATE outbox SET next_try_at = now() + make_interval(secs => ${seconds}), last_error = ${error}
    WHERE id = ${row.id} AND state = 'waiting'`.execute(db);
}
