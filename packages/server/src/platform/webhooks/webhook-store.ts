import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { keptDays, triedForHours } from './webhook.ts';

export type DueDelivery = {
  readonly id: string;
  readonly webhookId: string;
  readonly url: string;
  readonly secretSealed: Buffer;
  /** The secret before, while it still signs too. */
  readonly formerSealed: Buffer | null;
  readonly tries: number;
  readonly lease: string;
  readonly isReplay: boolean;
  readonly eventId: string;
  readonly sequence: string;
  readonly type: string;
  readonly subject: string;
  readonly data: unknown;
  readonly at: Date;
};

// Longer than a receiver is waited for; after it another worker may take the event.
const leaseSeconds = 60;
const blockedSeconds = 30;

/**
 * Takes up to `perWebhook` due events of every webhook that is not in `busy`, for a minute of database time. Of one subject only
 * the first that is neither delivered nor skipped: nothing overtakes it.
 */
export async function claimDue(
  db: DbReader,
  { busy, perWebhook }: { readonly busy: readonly string[]; readonly perWebhook: number },
): Promise<readonly DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    WITH due AS MATERIALIZED (
      SELECT first.id FROM webhooks w CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_deliveries d
         WHERE d.webhook_id = w.id AND d.state = 'waiting' AND d.next_try_at <= now() AND NOT EXISTS (
           SELECT FROM webhook_deliveries b WHERE b.webhook_id = d.webhook_id AND b.subject = d.subject AND b.id < d.id
              AND b.state IN ('waiting', 'parked'))
         ORDER BY d.next_try_at, d.id LIMIT ${perWebhook} FOR UPDATE SKIP LOCKED) AS first
       WHERE w.state = 'active' AND w.id <> ALL (${[...busy]}::uuid[]))
    UPDATE webhook_deliveries d SET tries = d.tries + 1, lease = gen_random_uuid(),
      tried_from = coalesce(d.tried_from, now()), next_try_at = now() + make_interval(secs => ${leaseSeconds})
    FROM due JOIN webhook_deliveries o ON o.id = due.id JOIN webhooks w ON w.id = o.webhook_id
      JOIN webhook_events e ON e.sequence = o.sequence
    WHERE d.id = due.id
    RETURNING d.id, d.webhook_id AS "webhookId", w.url, w.secret_sealed AS "secretSealed",
      CASE WHEN w.former_until > now() THEN w.former_sealed END AS "formerSealed", d.tries, d.lease,
      d.is_replay AS "isReplay", e.id AS "eventId", e.sequence, e.type, e.subject, e.data, e.at`.execute(db);
  return rows;
}

/** Leaves what is due and has to wait for another event of its subject alone for half a minute; whatever is settled wakes it. */
export async function restBlocked(db: DbReader): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET next_try_at = now() + make_interval(secs => ${blockedSeconds}) WHERE id IN (
      SELECT d.id FROM webhook_deliveries d WHERE d.state = 'waiting' AND d.next_try_at <= now() AND EXISTS (
        SELECT FROM webhook_deliveries b WHERE b.webhook_id = d.webhook_id AND b.subject = d.subject AND b.id < d.id
           AND b.state IN ('waiting', 'parked'))
      LIMIT 500 FOR UPDATE SKIP LOCKED)`.execute(db);
}

export type Attempt = { readonly status: number | null; readonly error: string | null; readonly tookMs: number };

/** Keeps what became of a try and, while the lease is this worker's, settles the event and wakes the next of its subject. */
export async function markDelivered(
  db: DbReader,
  { id, lease }: Pick<DueDelivery, 'id' | 'lease'>,
  attempt: Attempt,
): Promise<void> {
  await sql`
    WITH tried AS (
      INSERT INTO webhook_attempts (delivery_id, status, error, took_ms)
      VALUES (${id}, ${attempt.status}, ${attempt.error}, ${attempt.tookMs})),
    settled AS (
      UPDATE webhook_deliveries SET state = 'delivered', settled_at = now(), lease = NULL
      WHERE id = ${id} AND lease = ${lease} AND state = 'waiting' RETURNING id, webhook_id, subject),
    next AS (
      SELECT d.id FROM settled s JOIN webhook_deliveries d ON d.webhook_id = s.webhook_id AND d.subject = s.subject
       WHERE d.id > s.id AND d.state = 'waiting' ORDER BY d.id LIMIT 1)
    UPDATE webhook_deliveries SET next_try_at = now() FROM next WHERE webhook_deliveries.id = next.id`.execute(db);
}

/** Keeps what became of a try and, while the lease is this worker's, has the event rest, or parks it when its time is over. */
export async function markFailed(
  db: DbReader,
  { id, lease }: Pick<DueDelivery, 'id' | 'lease'>,
  { attempt, restSeconds }: { readonly attempt: Attempt; readonly restSeconds: number },
): Promise<void> {
  await sql`
    WITH tried AS (
      INSERT INTO webhook_attempts (delivery_id, status, error, took_ms)
      VALUES (${id}, ${attempt.status}, ${attempt.error}, ${attempt.tookMs}))
    UPDATE webhook_deliveries SET lease = NULL,
      state = CASE WHEN tried_from <= now() - make_interval(hours => ${triedForHours}) THEN 'parked' ELSE 'waiting' END,
      next_try_at = now() + make_interval(secs => ${restSeconds})
    WHERE id = ${id} AND lease = ${lease} AND state = 'waiting'`.execute(db);
}

/** Deletes up to `limit` events that are old and not on their way to any webhook, with their deliveries. Returns how many. */
export async function deleteOldEvents(db: DbReader, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM webhook_events WHERE sequence IN (
      SELECT e.sequence FROM webhook_events e
       WHERE e.at < now() - make_interval(days => ${keptDays}) AND NOT EXISTS (
         SELECT FROM webhook_deliveries d WHERE d.sequence = e.sequence
            AND (d.state IN ('waiting', 'parked') OR d.settled_at > now() - make_interval(days => ${keptDays})))
       ORDER BY e.at LIMIT ${limit}) RETURNING 1`.execute(db);
  return rows.length;
}
