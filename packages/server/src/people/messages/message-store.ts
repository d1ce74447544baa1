import type { MessageId, PersonId } from '@tern/base/ids';
import type { MessageKind } from '@tern/contracts/routes/messages';
import type { BonusRefusal } from '@tern/contracts/routes/promotions';
import type { RecordReason } from '@tern/contracts/routes/records';
import type { DbReader, DbTx } from '@tern/db/database';
import type { AssetId } from '@tern/money/asset';
import { unitsToWire } from '@tern/money/units';
import { sql } from 'kysely';
import { notifyPersonIn } from '../../platform/live/public.ts';
import type { WrittenMessage } from '../push/public.ts';
import { kindOf, knownEvents, laterEvents, subjectOf, type News, type StoredMessage } from './message.ts';

const columns = sql`
  id, person_id, kind, event, subject_id, target_id, asset, amount, target_price, price, price_unit, read_at`;

const isLater = sql<boolean>`(event = ANY(${[...laterEvents]}::text[]))`;

/**
 * Writes what is not written yet, of a muted kind as read already, and tells the open screens of whoever it is for.
 * Returns what is to be pointed at: written now, not muted, and for somebody who has a device that is told.
 */
export async function insertMessages(
  tx: DbTx,
  messages: readonly { readonly id: MessageId; readonly news: News }[],
): Promise<readonly WrittenMessage[]> {
  const column = <Value>(read: (news: News) => Value): readonly Value[] => messages.map(({ news }) => read(news));
  const { rows } = await sql<WrittenMessage | { readonly id: null }>`
    WITH news AS MATERIALIZED (
    SELECT n.*, CASE WHEN n.kind = ANY (s.muted) OR n.kind = 'prices' AND s.prices_muted THEN now() END AS read_at
    FROM unnest(
      ${messages.map(({ id }) => id)}::uuid[], ${column(({ personId }) => personId)}::uuid[], ${column(kindOf)}::text[],
      ${column(({ event }) => event)}::text[],
      ${column(subjectOf)}::uuid[],
      ${column(targetOf)}::uuid[],
      ${column((news) => ('assetId' in news ? news.assetId : null))}::text[],
      ${column((news) => ('amount' in news ? unitsToWire(news.amount) : null))}::numeric[],
      ${column((news) => (news.about === 'price' ? news.target : null))}::numeric[],
      ${column((news) => (news.about === 'price' ? news.price : null))}::numeric[],
      ${column((news) => (news.about === 'price' ? news.unit : null))}::text[]
    ) AS n (id, person_id, kind, event, subject_id, target_id, asset, amount, target_price, price, price_unit)
    LEFT JOIN message_settings s ON s.person_id = n.person_id),
    written AS (INSERT INTO messages (${columns})
      SELECT ${columns} FROM news WHERE NOT ${isLater}
      ON CONFLICT ON CONSTRAINT messages_news_key DO NOTHING RETURNING ${columns}),
    written_later AS (INSERT INTO later_messages (${columns})
      SELECT ${columns} FROM news WHERE ${isLater}
      ON CONFLICT ON CONSTRAINT later_messages_news_key DO NOTHING RETURNING ${columns}),
    all_written AS (SELECT * FROM written UNION ALL SELECT * FROM written_later),
    told AS MATERIALIZED (
      SELECT ${notifyPersonIn('person_id', 'messages')} FROM (SELECT DISTINCT person_id FROM all_written) AS people)
    SELECT id, person_id AS "personId", kind, event, asset, amount, target_price AS "targetPrice", price,
      price_unit AS "priceUnit", screens.told
    -- The count comes first: without a row of it nobody would be told where nothing is to be pointed at.
    FROM (SELECT count(*) AS told FROM told) AS screens LEFT JOIN (
      SELECT * FROM all_written w WHERE read_at IS NULL
        AND EXISTS (SELECT FROM push_subscriptions s WHERE s.person_id = w.person_id)) AS pointed ON true`.execute(tx);
  return rows.flatMap((row) => (row.id === null ? [] : row));
}

export type MessagePage = {
  readonly personId: PersonId;
  readonly kind: MessageKind | undefined;
  /** Id of the last message of the page before. */
  readonly cursor: string | undefined;
  readonly limit: number;
};

/** The person's own messages, newest first. */
export async function selectMessages(db: DbReader, page: MessagePage): Promise<readonly StoredMessage[]> {
  let query = ownMessages(db, page.personId);
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind);
  if (page.cursor !== undefined) {
    query = query.where(
      sql<boolean>`(created_at, id) <
        (SELECT created_at, id FROM all_messages WHERE id = ${page.cursor} AND person_id = ${page.personId})`,
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute();
  return rows.map(fromRow);
}

export async function selectMessage(
  db: DbReader,
  personId: PersonId,
  id: MessageId,
): Promise<StoredMessage | undefined> {
  const row = await ownMessages(db, personId).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

export async function countUnread(db: DbReader, personId: PersonId): Promise<number> {
  const row = await db
    .selectFrom('all_messages')
    .select((eb) => eb.fn.countAll<string>().as('unread'))
    .where('person_id', '=', personId)
    .where('read_at', 'is', null)
    .where(isKnown)
    .executeTakeFirstOrThrow();
  return Number(row.unread);
}

/** Marks one message, or all, as read. Returns how many were not. */
export async function markRead(tx: DbTx, personId: PersonId, id: MessageId | 'all'): Promise<number> {
  let query = tx
    .updateTable('all_messages')
    .set({ read_at: sql<Date>`now()` })
    .where('person_id', '=', personId)
    .where('read_at', 'is', null);
  if (id !== 'all') query = query.where('id', '=', id);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

export async function selectMuted(db: DbReader, personId: PersonId): Promise<readonly string[]> {
  const row = await db
    .selectFrom('message_settings')
    .select(['muted', 'prices_muted'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return [...(row?.muted ?? []), ...(row?.prices_muted === true ? ['prices'] : [])];
}

export async function upsertMuted(db: DbReader, personId: PersonId, muted: readonly string[]): Promise<void> {
  const set = { muted: muted.filter((kind) => kind !== 'prices'), prices_muted: muted.includes('prices') };
  await db
    .insertInto('message_settings')
    .values({ person_id: personId, ...set })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(set))
    .execute();
}

/** Erases all a person was told in the app, by operators too, and what they did not want to be pointed at. */
export async function deleteMessages(tx: DbTx, personId: PersonId): Promise<void> {
  await sql`DELETE FROM support_answers WHERE person_id = ${personId}`.execute(tx);
  await tx.deleteFrom('all_messages').where('person_id', '=', personId).execute();
  await tx.deleteFrom('message_settings').where('person_id', '=', personId).execute();
}

/** Where it leads, when that is not its subject. */
function targetOf(news: News): string | null {
  if (news.about === 'activity') return news.activityId;
  return news.about === 'announcement' ? news.announcementId : null;
}

const isKnown = sql<boolean>`event = ANY(${[...knownEvents]}::text[])`;

function ownMessages(db: DbReader, personId: PersonId) {
  return db
    .selectFrom('all_messages')
    .select(['id', 'kind', 'event', 'subject_id', 'target_id', 'asset', 'amount', 'created_at', 'read_at'])
    .select([
      sql<string | null>`trim_scale(target_price)::text`.as('target_price'),
      sql<string | null>`trim_scale(price)::text`.as('price'),
      'price_unit',
    ])
    .select([
      sql<
        StoredMessage['texts']
      >`coalesce((SELECT a.texts FROM announcements a WHERE kind = 'announcements' AND a.id = target_id),
                 (SELECT s.texts FROM support_answers s WHERE event = 'support-answered' AND s.id = subject_id))`.as(
        'texts',
      ),
      sql<RecordReason | null>`(SELECT r.reason FROM records r WHERE event = 'review-rejected' AND r.id = subject_id)`.as(
        'reason',
      ),
      sql<boolean | null>`(
        SELECT r.settlement = 'internal' FROM records r WHERE event = 'sent' AND r.id = subject_id)`.as('inside'),
      sql<Date | null>`(
        SELECT f.until FROM account_freezes f WHERE kind = 'security' AND f.id = subject_id)`.as('until'),
      sql<BonusRefusal | null>`(
        SELECT g.refusal FROM bonus_grants g WHERE event = 'bonus-refused' AND g.person_id = all_messages.person_id)`.as(
        'refusal',
      ),
      sql<string | null>`(SELECT p.language FROM people p WHERE kind = 'announcements' AND p.id = person_id)`.as(
        'language',
      ),
    ])
    .where('person_id', '=', personId)
    .where(isKnown);
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof ownMessages>['executeTakeFirstOrThrow']>>;

function fromRow(row: MessageRow): StoredMessage {
  return {
    id: row.id,
    kind: row.kind as MessageKind,
    event: row.event,
    subjectId: row.subject_id,
    targetId: row.target_id,
    assetId: row.asset as AssetId | null,
    amount: row.amount,
    prices: pricesOf(row),
    reason: row.reason,
    inside: row.inside ?? false,
    until: row.until,
    refusal: row.refusal,
    texts: row.texts,
    language: row.language,
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}

function pricesOf({ price_unit: unit, target_price: target, price }: MessageRow): StoredMessage['prices'] {
  return unit === null || target === null || price === null ? null : { unit, target, price };
}
