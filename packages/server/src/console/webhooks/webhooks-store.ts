import type { DeliveryFilter, DeliveryState } from '@tern/contracts/routes/console-webhooks';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';

export type WebhookCounts = {
  readonly webhookId: string;
  readonly waiting: number;
  readonly parked: number;
  readonly delivered: number;
  readonly oldestWaiting: Date | null;
  readonly lastDelivered: Date | null;
};

/** How the webhooks are, without reading what was delivered long ago. */
export async function countDeliveries(db: DbReader): Promise<readonly WebhookCounts[]> {
  const { rows } = await sql<WebhookCounts>`
    SELECT w.id AS "webhookId", unsettled.waiting, unsettled.parked, unsettled.oldest AS "oldestWaiting",
           (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'delivered'
               AND d.settled_at > now() - interval '24 hours') AS delivered,
           (SELECT max(d.settled_at) FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'delivered')
             AS "lastDelivered"
      FROM webhooks w CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE d.state = 'waiting')::int AS waiting,
               count(*) FILTER (WHERE d.state = 'parked')::int AS parked,
               min(d.created_at) FILTER (WHERE d.state = 'waiting') AS oldest
          FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state IN ('waiting', 'parked')) AS unsettled`.execute(
    db,
  );
  return rows;
}

export type DeliveryRow = {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly sequence: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly [name: string]: JsonValue };
  readonly at: Date;
  readonly isReplay: boolean;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly answer: string | null;
  readonly nextTryAt: Date | null;
  readonly settledAt: Date | null;
};

const isBehind = sql`EXISTS (
  SELECT FROM webhook_deliveries b WHERE b.webhook_id = d.webhook_id AND b.subject = d.subject AND b.id < d.id
     AND b.state IN ('waiting', 'parked'))`;

const rowsOf = sql`
  SELECT d.id, d.webhook_id AS "webhookId", e.id AS "eventId", e.sequence, e.type, e.subject, e.data, e.at,
         d.is_replay AS "isReplay", d.tries, d.settled_at AS "settledAt",
         CASE WHEN d.state = 'waiting' AND ${isBehind} THEN 'behind' ELSE d.state END AS state,
         CASE WHEN d.state = 'waiting' THEN d.next_try_at END AS "nextTryAt",
         (SELECT coalesce(a.status::text, a.error) FROM webhook_attempts a WHERE a.delivery_id = d.id
           ORDER BY a.id DESC LIMIT 1) AS answer
    FROM webhook_deliveries d JOIN webhook_events e ON e.sequence = d.sequence`;

/** The newest first. */
export async function selectDeliveries(
  db: DbReader,
  { webhookId, state, subject, before, limit }: DeliveryFilter & { readonly limit: number },
): Promise<readonly DeliveryRow[]> {
  const stored = state === 'behind' ? 'waiting' : state;
  const { rows } = await sql<DeliveryRow>`
    ${rowsOf}
     WHERE (${webhookId ?? null}::uuid IS NULL OR d.webhook_id = ${webhookId ?? null})
       AND (${stored ?? null}::text IS NULL OR d.state = ${stored ?? null})
       AND (${state ?? null}::text IS DISTINCT FROM 'behind' OR ${isBehind})
       AND (${state ?? null}::text IS DISTINCT FROM 'waiting' OR NOT ${isBehind})
       AND (${subject ?? null}::text IS NULL OR d.subject = ${subject ?? null})
       AND (${before ?? null}::bigint IS NULL OR d.id < ${before ?? null})
     ORDER BY d.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function findDelivery(db: DbReader, id: number): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`${rowsOf} WHERE d.id = ${id}`.execute(db);
  return rows[0];
}

export type AttemptRow = {
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly tookMs: number;
};

/** The last first. */
export async function selectAttempts(db: DbReader, deliveryId: number, limit: number): Promise<readonly AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT at, status, error, took_ms AS "tookMs" FROM webhook_attempts WHERE delivery_id = ${deliveryId}
     ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Has what is parked or waits tried again at once, in its place. Returns how many that are. */
export async function wakeDeliveries(tx: DbTx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    UPDATE webhook_deliveries SET state = 'waiting', tried_from = NULL, next_try_at = clock_timestamp()
     WHERE id = ANY (${[...ids]}::bigint[]) AND (state = 'parked' OR state = 'waiting' AND lease IS NULL) RETURNING 1`.execute(
    tx,
  );
  return rows.length;
}

/** Sends what was delivered or skipped once more, in the order of these events, behind all that waits. */
export async function repeatDeliveries(tx: DbTx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    INSERT INTO webhook_deliveries (webhook_id, sequence, subject, is_replay)
    SELECT d.webhook_id, d.sequence, d.subject, true FROM webhook_deliveries d
     WHERE d.id = ANY (${[...ids]}::bigint[]) AND d.state IN ('delivered', 'skipped') ORDER BY d.sequence
    RETURNING 1`.execute(tx);
  return rows.length;
}

/** False where it is not parked. What it kept waiting goes on. */
export async function skipDelivery(tx: DbTx, id: number): Promise<boolean> {
  const { rows } = await sql`
    WITH skipped AS (
      UPDATE webhook_deliveries SET state = 'skipped', settled_at = clock_timestamp()
       WHERE id = ${id} AND state = 'parked' RETURNING id, webhook_id, subject),
    next AS (
      UPDATE webhook_deliveries d SET next_try_at = clock_timestamp() FROM skipped s
       WHERE d.webhook_id = s.webhook_id AND d.subject = s.subject AND d.id > s.id AND d.state = 'waiting')
    SELECT FROM skipped`.execute(tx);
  return rows.length === 1;
}

/** The last delivery of each event that a webhook was told between two times, in their order. */
export async function listLastDeliveries(
  db: DbReader,
  range: { readonly webhookId: string; readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT max(d.id)::text AS id FROM webhook_deliveries d JOIN webhook_events e ON e.sequence = d.sequence
     WHERE d.webhook_id = ${range.webhookId} AND e.at >= ${range.from} AND e.at < ${range.to}
     GROUP BY d.sequence ORDER BY d.sequence LIMIT ${range.limit}`.execute(db);
  return rows.map(({ id }) => id);
}
