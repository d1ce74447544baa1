import type { DbReader } from '@tern/db/database';
import { sql } from 'kysely';
import { lateAfterSeconds } from './choose-slot.ts';
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
/** A provider may be away for a day, and its repair may wait for a Monday. */
const keptForHours = 72;
/** From then on a message that may have arrived is tried seldom: its receiver could get each try. */
const unclearTries = 12;
const unclearSeconds = 4 * 3_600;
/** As long as a code lives: a report that comes later changes nothing for who waits. */
const handedSeconds = 600;

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

/** The first provider has the message and may still report that it did not arrive: until then its values are kept. */
export async function markHanded(db: DbReader, id: string): Promise<void> {
  await sql`
    UPDATE outbox SET state = 'handed', last_error = NULL,
      next_try_at = least(now() + make_interval(secs => ${handedSeconds}), coalesce(expires_at, 'infinity'))
    WHERE id = ${id} AND state = 'waiting'`.execute(db);
}

/** Ends the wait for reports: with the message on its way again where it did not arrive, else as sent. */
export async function settleHanded(db: DbReader, { channel }: { readonly channel: Channel }): Promise<void> {
  await sql`
    UPDATE outbox SET
      state = CASE WHEN judged.failed THEN 'waiting' ELSE 'sent' END,
      settled_at = CASE WHEN judged.failed THEN NULL ELSE now() END,
      values_sealed = CASE WHEN judged.failed THEN values_sealed END,
      next_try_at = now(),
      last_error = CASE WHEN judged.failed THEN 'the first provider did not deliver it' END
    FROM (
      SELECT o.id, coalesce(bool_or(t.state IN ('undelivered', 'bounced')), false) AND o.next_try_at > now() AS failed
        FROM outbox o LEFT JOIN message_tries t ON t.outbox_id = o.id
       WHERE o.state = 'handed' AND o.channel = ${channel}
       GROUP BY o.id
      HAVING o.next_try_at <= now() OR bool_or(t.state IN ('undelivered', 'bounced', 'delivered'))) AS judged
    WHERE outbox.id = judged.id AND outbox.state = 'handed'`.execute(db);
}

/** Leaves a claimed message alone for so long: that was no try. */
export async function putOff(db: DbReader, id: string, seconds: number): Promise<void> {
  await sql`
    UPDATE outbox SET tries = greatest(tries - 1, 0), next_try_at = now() + make_interval(secs => ${seconds})
    WHERE id = ${id} AND state = 'waiting'`.execute(db);
}

/** Ends a message's rest, of a minute at most; one that a worker has in hand rests longer and is left to it. */
export async function wake(db: DbReader, id: string): Promise<void> {
  await sql`
    UPDATE outbox SET next_try_at = now()
    WHERE id = ${id} AND state = 'waiting' AND next_try_at > now()
      AND next_try_at <= now() + make_interval(secs => ${lateAfterSeconds})`.execute(db);
}

/**
 * Tries again later, twice as late each time, every ten minutes at last: for three days, however often that is. Then, or at
 * once when `final`, the message is dropped. One that may have arrived (`unclear`) is tried every four hours after the twelfth
 * time.
 */
export async function markFailed(
  db: DbReader,
  row: OutboxRow,
  failure: {
    readonly error: string;
    readonly final: boolean;
    readonly unclear: boolean;
    readonly restMinSeconds: number;
  },
): Promise<void> {
  const error = failure.error.slice(0, 500);
  const backoffSeconds = Math.min(backoffMaxSeconds, backoffFirstSeconds * 2 ** (row.tries - 1));
  const seconds =
    failure.unclear && row.tries >= unclearTries ? unclearSeconds : Math.max(backoffSeconds, failure.restMinSeconds);
  await sql`
    WITH judged AS (
      SELECT id, ${failure.final} OR created_at < now() - make_interval(hours => ${keptForHours}) AS is_over FROM outbox
      WHERE id = ${row.id} AND state = 'waiting' FOR UPDATE)
    UPDATE outbox SET
      state = CASE WHEN is_over THEN 'dropped' ELSE 'waiting' END,
      settled_at = CASE WHEN is_over THEN now() END,
      values_sealed = CASE WHEN is_over THEN NULL ELSE values_sealed END,
      next_try_at = now() + make_interval(secs => ${seconds}),
      last_error = ${error}
    FROM judged WHERE outbox.id = judged.id`.execute(db);
}

/** Whether a message of this channel has been waiting for so long. */
export async function isOneWaitingFor(
  db: DbReader,
  { channel, seconds }: { readonly channel: Channel; readonly seconds: number },
): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    SELECT EXISTS (
      SELECT FROM outbox WHERE state = 'waiting' AND channel = ${channel}
        AND created_at < now() - make_interval(secs => ${seconds})) AS late`.execute(db);
  return rows[0]?.late === true;
}
