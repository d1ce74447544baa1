import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';

/** Counts one text message under `scope`, and returns how many that are that day; undefined, uncounted, when it would be over. */
export async function takeSms(
  tx: DbTx,
  { scope, day, limit }: { readonly scope: string; readonly day: string; readonly limit: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ sent: number }>`
    INSERT INTO sms_budgets AS b (scope, day, sent) SELECT ${scope}, ${day}::date, 1 WHERE ${limit}::integer > 0
    ON CONFLICT ON CONSTRAINT sms_budgets_pkey DO UPDATE SET sent = b.sent + 1 WHERE b.sent < ${limit}
    RETURNING b.sent`.execute(tx);
  return rows[0]?.sent;
}

/** What `takeSms` would return, with nothing counted. */
export async function findSms(
  tx: DbTx,
  { scope, day, limit }: { readonly scope: string; readonly day: string; readonly limit: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ sent: number }>`
    SELECT sent FROM sms_budgets WHERE scope = ${scope} AND day = ${day}::date`.execute(tx);
  const sent = (rows[0]?.sent ?? 0) + 1;
  return sent <= limit ? sent : undefined;
}
