import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import type { Channel } from './message.ts';
import { codeMax } from './tries-store.ts';

/** Why a message was dropped without a try; it stands in the message's `last_error`. */
export const nothingArrives = 'nothing arrived there lately';

/** Whether this recipient is not to be asked now, because a provider said that nothing arrives there. */
export async function isUnreachable(
  db: DbReader,
  { channel, recipient }: { readonly channel: Channel; readonly recipient: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM unreachable_recipients
     WHERE channel = ${channel} AND recipient = ${recipient} AND until > clock_timestamp()`.execute(db);
  return rows.length > 0;
}

/** Keeps away from a recipient for a day, from the second time on for a week, from the third on for thirty days. */
export async function noteUnreachable(
  db: DbReader,
  { channel, recipient, code }: { readonly channel: Channel; readonly recipient: string; readonly code: string | null },
): Promise<void> {
  await sql`
    INSERT INTO unreachable_recipients AS u (channel, recipient, code, times, until)
    VALUES (${channel}, ${recipient}, ${code?.slice(0, codeMax) ?? null}, 1, clock_timestamp() + interval '1 day')
    ON CONFLICT ON CONSTRAINT unreachable_recipients_pkey DO UPDATE SET
      code = excluded.code, times = least(u.times + 1, 1000),
      until = clock_timestamp() + CASE WHEN u.times = 1 THEN interval '7 days' ELSE interval '30 days' END
    WHERE u.until <= clock_timestamp()`.execute(db);
}

/** Something arrived there. */
export async function noteReachable(
  db: DbReader,
  { channel, recipient }: { readonly channel: Channel; readonly recipient: string },
): Promise<void> {
  await sql`DELETE FROM unreachable_recipients WHERE channel = ${channel} AND recipient = ${recipient}`.execute(db);
}
