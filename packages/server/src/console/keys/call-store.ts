import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';

/** A call as it is kept. */
export type ServiceCall = {
  readonly keyId: string;
  readonly route: string;
  /** `answered`, or the code of the problem. */
  readonly outcome: string;
  readonly ip: string;
};

/** Keeps a call: of one key, day, route and outcome in one row, however many there are. */
export async function countCall(db: DbReader, { keyId, route, outcome, ip }: ServiceCall): Promise<void> {
  await sql`SELECT count_service_call(${keyId}::uuid, ${route}, ${outcome}, ${ip}::inet)`.execute(db);
}

export type KeyUse = {
  readonly keyId: string;
  readonly answered: string;
  readonly refused: string;
  readonly lastAt: Date | null;
  readonly lastAddress: string | null;
};

/** How each key is used: its calls of today and yesterday (UTC), and the last one that was answered, whenever that was. */
export async function selectKeyUses(db: DbReader): Promise<readonly KeyUse[]> {
  const { rows } = await sql<KeyUse>`
    SELECT k.id AS "keyId", recent.answered, recent.refused, newest.last_at AS "lastAt",
           host(newest.last_address) AS "lastAddress"
      FROM service_keys k
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(c.calls) FILTER (WHERE c.outcome = 'answered'), 0)::text AS answered,
               coalesce(sum(c.calls) FILTER (WHERE c.outcome <> 'answered'), 0)::text AS refused
          FROM service_calls c WHERE c.key_id = k.id AND c.day >= (now() AT TIME ZONE 'UTC')::date - 1) AS recent
      LEFT JOIN LATERAL (
        SELECT c.last_at, c.last_address FROM service_calls c
         WHERE c.key_id = k.id AND c.outcome = 'answered' ORDER BY c.day DESC, c.last_at DESC LIMIT 1) AS newest
        ON true`.execute(db);
  return rows;
}

export type CallRow = {
  readonly keyId: string;
  readonly day: string;
  readonly route: string;
  readonly outcome: string;
  readonly calls: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly lastAddress: string;
};

/** Calls by one key on its last so many days with any before a day, newest day first. */
export async function selectCalls(
  db: DbReader,
  { keyId, before, days }: { readonly keyId: string; readonly before: string | undefined; readonly days: number },
): Promise<readonly CallRow[]> {
  const { rows } = await sql<CallRow>`
    SELECT c.key_id AS "keyId", to_char(c.day, 'YYYY-MM-DD') AS day, c.route, c.outcome, c.calls::text AS calls,
           c.first_at AS "firstAt", c.last_at AS "lastAt", host(c.last_address) AS "lastAddress"
      FROM service_calls c
     WHERE c.key_id = ${keyId} AND c.day IN (
       SELECT d.day FROM service_calls d
        WHERE d.key_id = ${keyId} AND (${before ?? null}::date IS NULL OR d.day < ${before ?? null}::date)
        GROUP BY d.day ORDER BY d.day DESC LIMIT ${days})
     ORDER BY c.day DESC, c.route, c.outcome`.execute(db);
  return rows;
}
