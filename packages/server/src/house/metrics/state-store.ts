import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { notOnHold } from '../../people/accounts/public.ts';
import { holdHours } from '../../people/screening/public.ts';

/** What waits for the worker or for an operator. */
export type Queue = { readonly queue: string; readonly items: number; readonly oldestSeconds: number };

/** Every queue, the empty ones too: a curve that is not there looks like one that is well. Ages by the database's clock. */
export async function selectQueues(db: DbReader): Promise<readonly Queue[]> {
  const { rows } = await sql<{ queue: string; items: number; oldest: number }>`
    WITH waiting (queue, since) AS (
      SELECT 'reviews', changed_at FROM withdrawals WHERE state = 'under-review'
      UNION ALL SELECT 'payouts', changed_at FROM withdrawals
        WHERE settlement = 'chain' AND state IN ('approved', 'signed', 'broadcast', 'included')
      UNION ALL SELECT 'entries', submitted_at FROM activity_entries WHERE decision IS NULL
      UNION ALL SELECT 'claims', claimed_at FROM participations p WHERE state = 'claimed'
        AND ${notOnHold('p.person_id')}
      UNION ALL SELECT 'messages', created_at FROM outbox WHERE state = 'waiting'
      UNION ALL SELECT 'pushes', created_at FROM push_outbox WHERE sent_at IS NULL
      UNION ALL SELECT 'webhooks', d.created_at FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
        WHERE d.state = 'waiting' AND w.state = 'active'
      UNION ALL SELECT 'site-answers', created_at FROM connection_outbox WHERE expires_at > clock_timestamp()
      UNION ALL SELECT 'site-texts', created_at FROM connection_requests
        WHERE state = 'agreed' AND expires_at > clock_timestamp()
      UNION ALL SELECT 'bonuses', created_at FROM bonus_grants g WHERE state IN ('queued', 'review')
        AND ${notOnHold('g.person_id')}
      UNION ALL SELECT 'distributions', ends_at FROM distributions WHERE state <> 'closed'
      UNION ALL SELECT 'treasury-orders', created_at FROM treasury_orders WHERE state IN ('ready', 'signed')
      UNION ALL SELECT 'treasury-proposals', created_at FROM treasury_orders WHERE state = 'proposed'
      UNION ALL SELECT 'quarantine', created_at FROM quarantined_inflows WHERE dismissed_at IS NULL
      UNION ALL SELECT 'suspense', d.created_at FROM deposits d WHERE d.destination = 'suspense'
        AND NOT EXISTS (SELECT FROM suspense_resolutions r WHERE r.deposit_id = d.id)
      UNION ALL SELECT 'held-deposits', until - make_interval(hours => ${holdHours}) FROM deposit_cases WHERE outcome IS NULL
      UNION ALL SELECT 'deposit-checks', opened_at FROM deposit_checks
      UNION ALL SELECT 'factor-resets', ready_at FROM factor_resets WHERE ended_at IS NULL AND ready_at < clock_timestamp()
    )
    SELECT q.queue, count(w.queue)::int AS items,
           greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(w.since)), 0))::float8 AS oldest
      FROM unnest(${queues}::text[]) AS q (queue) LEFT JOIN waiting w USING (queue) GROUP BY q.queue ORDER BY q.queue`.execute(
    db,
  );
  return rows.map(({ queue, items, oldest }) => ({ queue, items, oldestSeconds: oldest }));
}

const queues = [
  'reviews',
  'payouts',
  'entries',
  'claims',
  'messages',
  'pushes',
  'webhooks',
  'site-answers',
  'site-texts',
  'bonuses',
  'distributions',
  'treasury-orders',
  'treasury-proposals',
  'quarantine',
  'suspense',
  'held-deposits',
  'deposit-checks',
  'factor-resets',
];

/** Seconds since each price was last confirmed by its source. */
export async function selectPriceAges(
  db: DbReader,
): Promise<readonly { readonly assetId: string; readonly source: string; readonly seconds: number }[]> {
  const { rows } = await sql<{ assetId: string; source: string; seconds: number }>`
    SELECT asset_id AS "assetId", source, extract(epoch FROM clock_timestamp() - max(confirmed_at))::float8 AS seconds
      FROM prices GROUP BY asset_id, source ORDER BY asset_id, source`.execute(db);
  return rows;
}

/** Seconds since the oldest newest comparison of a place with the chain, and since the last look at the books. */
export async function selectInspectionAges(
  db: DbReader,
): Promise<{ readonly sampleSeconds: number; readonly booksSeconds: number }> {
  const { rows } = await sql<{ sample: number | null; books: number | null }>`
    SELECT (SELECT extract(epoch FROM clock_timestamp() - min(at)) FROM reserve_samples WHERE place <> 'deposit')::float8 AS sample,
           (SELECT extract(epoch FROM clock_timestamp() - inspected_at) FROM book_inspections)::float8 AS books`.execute(
    db,
  );
  return { sampleSeconds: rows[0]?.sample ?? 0, booksSeconds: rows[0]?.books ?? 0 };
}

/** Events that no receiver has taken in their time, at webhooks that are not disabled. */
export async function countParked(db: DbReader): Promise<number> {
  const { rows } = await sql<{ items: number }>`
    SELECT count(*)::int AS items FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
     WHERE d.state = 'parked' AND w.state = 'active'`.execute(db);
  return rows[0]?.items ?? 0;
}

/** What became of the messages of the last hour, by provider. */
export async function selectMessageTries(
  db: DbReader,
): Promise<readonly { readonly slot: string; readonly state: string; readonly items: number }[]> {
  const { rows } = await sql<{ slot: string; state: string; items: number }>`
    SELECT slot, state, count(*)::int AS items FROM message_tries
     WHERE handed_at > clock_timestamp() - interval '1 hour' GROUP BY slot, state ORDER BY slot, state`.execute(db);
  return rows;
}

/** Every provider of messages that ever failed, and whether it fails now and is left alone. */
export async function selectMessageProviders(
  db: DbReader,
): Promise<readonly { readonly slot: string; readonly down: boolean }[]> {
  const { rows } = await sql<{ slot: string; down: boolean }>`
    SELECT slot, down_until IS NOT NULL AS down FROM message_providers ORDER BY slot`.execute(db);
  return rows;
}
