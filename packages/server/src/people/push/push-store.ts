import type { PersonId, SessionId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import type { Push } from './push.ts';

export type Subscription = {
  readonly id: string;
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly hideAmounts: boolean;
};

/** The one subscription of a session. What another session had under the same endpoint is its no longer: one browser, one place. */
export async function replaceSubscription(tx: DbTx, subscription: Subscription): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', subscription.endpoint)
    .where('session_id', '<>', subscription.sessionId)
    .execute();
  const values = {
    endpoint: subscription.endpoint,
    p256dh: subscription.p256dh,
    auth: subscription.auth,
    hide_amounts: subscription.hideAmounts,
  };
  await tx
    .insertInto('push_subscriptions')
    .values({
      id: subscription.id,
      person_id: subscription.personId,
      session_id: subscription.sessionId,
      ...values,
    })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
}

export async function deleteSubscription(db: DbReader, sessionId: SessionId): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

/** Forgets every device of a person, with all they were still to be told. */
export async function deleteSubscriptions(tx: DbTx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('person_id', '=', personId).execute();
}

/** A message as `messages` has just written it. */
export type WrittenMessage = {
  readonly id: string;
  readonly personId: string;
  readonly kind: string;
  readonly event: string;
  readonly asset: string | null;
  readonly amount: string | null;
  readonly targetPrice: string | null;
  readonly price: string | null;
  readonly priceUnit: string | null;
};

/** One row for each device of whoever a message is for. */
export async function insertPushes(tx: DbTx, messages: readonly WrittenMessage[]): Promise<void> {
  const column = <Name extends keyof WrittenMessage>(name: Name): readonly WrittenMessage[Name][] =>
    messages.map((message) => message[name]);
  await sql`
    INSERT INTO push_outbox
      (message_id, subscription_id, kind, event, asset, amount, target_price, price, price_unit)
    SELECT m.id, s.id, m.kind, m.event, m.asset, m.amount, m.target_price, m.price, m.price_unit
    FROM unnest(
      ${column('id')}::uuid[], ${column('personId')}::uuid[], ${column('kind')}::text[], ${column('event')}::text[],
      ${column('asset')}::text[], ${column('amount')}::numeric[], ${column('targetPrice')}::numeric[],
      ${column('price')}::numeric[], ${column('priceUnit')}::text[])
      AS m (id, person, kind, event, asset, amount, target_price, price, price_unit)
    JOIN push_subscriptions s ON s.person_id = m.person`.execute(tx);
}

export type DuePush = Push & {
  readonly subscriptionId: string;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly tries: number;
  /** The device's session is over, and so is what it is told. */
  readonly ended: boolean;
};

// Longer than any push service is waited for; after it another worker may take the row.
const leaseSeconds = 60;
const backoffFirstSeconds = 5;
const triesMax = 8;

/** Takes up to `limit` due pushes for this worker alone, for a minute of database time. */
export async function claimDuePushes(db: DbReader, limit: number): Promise<readonly DuePush[]> {
  const { rows } = await sql<DuePush>`
    WITH due AS MATERIALIZED (
      SELECT message_id, subscription_id FROM push_outbox
      WHERE sent_at IS NULL AND next_try_at <= now()
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE push_outbox p SET tries = p.tries + 1, next_try_at = now() + make_interval(secs => ${leaseSeconds})
    FROM due d JOIN push_subscriptions s ON s.id = d.subscription_id JOIN sessions e ON e.id = s.session_id
      JOIN people h ON h.id = s.person_id
    WHERE p.message_id = d.message_id AND p.subscription_id = d.subscription_id
    RETURNING p.message_id AS "messageId", p.subscription_id AS "subscriptionId", p.kind, p.asset, p.amount,
      CASE WHEN p.event = 'sent' AND EXISTS (
        SELECT FROM messages m JOIN records r ON r.id = m.subject_id WHERE m.id = p.message_id AND r.settlement = 'internal')
      THEN 'sent-inside' ELSE p.event END AS event,
      trim_scale(p.target_price)::text AS "targetPrice", trim_scale(p.price)::text AS price, p.price_unit AS "priceUnit",
      p.created_at AS at, p.tries, s.hide_amounts AS "hideAmounts", h.language, s.endpoint, s.p256dh, s.auth,
      e.ended_at IS NOT NULL OR e.absolute_until <= now() AS ended`.execute(db);
  return rows;
}

/** Removes the subscriptions of sessions that have ended, with all they were still to be told. Returns how many. */
export async function deleteEndedSubscriptions(db: DbReader): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM push_subscriptions p USING sessions s
    WHERE s.id = p.session_id AND (s.ended_at IS NOT NULL OR s.absolute_until <= now())`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function markPushSent(db: DbReader, push: DuePush): Promise<void> {
  await sql`
    UPDATE push_outbox SET sent_at = now()
    WHERE message_id = ${push.messageId} AND subscription_id = ${push.subscriptionId}`.execute(db);
}

/** Tries again later, three times as late each time; after the last try the push is dropped: the message itself stays. */
export async function markPushFailed(db: DbReader, push: DuePush): Promise<void> {
  if (push.tries >= triesMax) {
    await sql`
      DELETE FROM push_outbox
      WHERE message_id = ${push.messageId} AND subscription_id = ${push.subscriptionId}`.execute(db);
    return;
  }
  await sql`
    UPDATE push_outbox SET next_try_at = now() + make_interval(secs => ${backoffFirstSeconds * 3 ** (push.tries - 1)})
    WHERE message_id = ${push.messageId} AND subscription_id = ${push.subscriptionId}`.execute(db);
}

/** The browser is gone, and with it everything it was to be told. */
export async function deleteGoneSubscription(db: DbReader, subscriptionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute();
}

/** Deletes up to `limit` pushes that left a day ago. Returns how many. */
export async function deleteSentPushes(db: DbReader, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM push_outbox WHERE (message_id, subscription_id) IN (
      SELECT message_id, subscription_id FROM push_outbox WHERE sent_at < now() - interval '1 day' LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
