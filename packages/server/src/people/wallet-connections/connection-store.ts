import type { PersonId, WalletConnectionId, WalletId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { Topic } from '@tern/wallet-connection/keys';
import { sql } from 'kysely';
import { ownRow, ownRows } from '../../platform/own-rows.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  expiryOf,
  mailboxOf,
  phaseOf,
  type ConnectionEnd,
  type ConnectionRow,
  type OpenedConnection,
  type Protocol,
} from './wallet-connection.ts';

type StoredRow = ConnectionRow & { readonly sealed: Buffer | null };

const columns = sql`id, person_id AS "personId", wallet_id AS "walletId", phase, created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt", ended_by AS "endedBy", ended_at AS "endedAt", refusal, sealed`;

/** A row with the protocol's value where the row still has one that a key opens. */
export type ReadConnection = ConnectionRow & { readonly protocol?: Protocol };

const context = (id: WalletConnectionId): string => `wallet connection:${id}`;

/** False where the link has been used, by whomever, or names a mailbox that another connection listens to. */
export async function insertConnection(
  tx: DbTx,
  box: SecretBox,
  {
    id,
    personId,
    walletId,
    protocol,
  }: {
    readonly id: WalletConnectionId;
    readonly personId: PersonId;
    readonly walletId: WalletId;
    readonly protocol: Protocol;
  },
): Promise<boolean> {
  const { topic } = mailboxOf(protocol);
  const { numAffectedRows } = await sql`
    INSERT INTO wallet_connections (id, person_id, wallet_id, phase, link_topic, topic, sealed, expires_at)
    VALUES (${id}, ${personId}, ${walletId}, ${phaseOf(protocol)}, ${topic}, ${topic},
      ${box.seal(JSON.stringify(protocol), context(id))}, to_timestamp(${expiryOf(protocol)}))
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** The person's own connection by a link that they opened before, while it waits for the site or the person. */
export async function findOpened(
  tx: DbTx,
  {
    personId,
    walletId,
    topic,
    now,
  }: { readonly personId: PersonId; readonly walletId: WalletId; readonly topic: Topic; readonly now: Date },
): Promise<WalletConnectionId | undefined> {
  const { rows } = await sql<{ id: WalletConnectionId }>`
    SELECT id FROM ${ownRows('wallet_connections', personId)} AND link_topic = ${topic} AND wallet_id = ${walletId}
      AND phase IN ('pairing', 'proposed') AND expires_at > ${now}`.execute(tx);
  return rows[0]?.id;
}

/** Connections of a person that are not over at this time. */
export async function countConnections(tx: DbTx, personId: PersonId, now: Date): Promise<number> {
  const { rows } = await sql<{ connections: number }>`
    SELECT count(*)::int AS connections FROM ${ownRows('wallet_connections', personId)}
      AND phase <> 'over' AND expires_at > ${now}`.execute(tx);
  return rows[0]?.connections ?? 0;
}

/** How many connections are in each phase, by the database's clock; those that are over or have expired do not count. */
export async function selectOpenByPhase(db: DbReader): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ phase: string; items: number }>`
    SELECT phase, count(*)::int AS items FROM wallet_connections
     WHERE phase <> 'over' AND expires_at > clock_timestamp() GROUP BY phase`.execute(db);
  return new Map(rows.map(({ phase, items }) => [phase, items]));
}

/** The person's connections that are not over, the newest first. */
export async function selectConnections(
  db: DbReader,
  box: SecretBox,
  personId: PersonId,
): Promise<readonly ReadConnection[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM ${ownRows('wallet_connections', personId)} AND phase <> 'over'
    ORDER BY created_at DESC, id`.execute(db);
  return rows.map((row) => read(box, row));
}

/** All that are kept of the person, over or not, the newest first. */
export async function selectAllConnections(
  db: DbReader,
  box: SecretBox,
  personId: PersonId,
): Promise<readonly ReadConnection[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM ${ownRows('wallet_connections', personId)} ORDER BY created_at DESC, id`.execute(db);
  return rows.map((row) => read(box, row));
}

/** Undefined when it is not the person's. */
export async function selectConnection(
  db: DbReader,
  box: SecretBox,
  { personId, id }: { readonly personId: PersonId; readonly id: WalletConnectionId },
): Promise<ReadConnection | undefined> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM ${ownRow('wallet_connections', personId, id)}`.execute(db);
  return rows[0] && read(box, rows[0]);
}

/** The same, locked until the transaction ends; undefined also where it is over. */
export async function lockOwnConnection(
  tx: DbTx,
  box: SecretBox,
  { personId, id }: { readonly personId: PersonId; readonly id: WalletConnectionId },
): Promise<ReadConnection | undefined> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM ${ownRow('wallet_connections', personId, id)} AND phase <> 'over'
    FOR NO KEY UPDATE`.execute(tx);
  return rows[0] && read(box, rows[0]);
}

/** The one that listens to a mailbox, locked until the transaction ends. */
export async function lockConnectionByTopic(
  tx: DbTx,
  box: SecretBox,
  topic: Topic,
): Promise<ReadConnection | undefined> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM wallet_connections WHERE topic = ${topic} AND phase <> 'over' FOR NO KEY UPDATE`.execute(tx);
  return rows[0] && read(box, rows[0]);
}

/** Up to `limit` that have expired and are not over, locked; those that somebody has in hand are left for later. */
export async function lockExpired(
  tx: DbTx,
  box: SecretBox,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly ReadConnection[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM wallet_connections WHERE phase <> 'over' AND expires_at <= ${now}
    ORDER BY expires_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows.map((row) => read(box, row));
}

/** Up to `limit` that are over and whose sites have not been told, locked. */
export async function lockUntold(
  tx: DbTx,
  box: SecretBox,
  { limit }: { readonly limit: number },
): Promise<readonly ReadConnection[]> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns} FROM wallet_connections WHERE phase = 'over' AND sealed IS NOT NULL
    ORDER BY ended_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows.map((row) => read(box, row));
}

/** Stores what the protocol made of a connection that goes on, on the mailbox it has. */
export async function updateProtocol(
  tx: DbTx,
  box: SecretBox,
  { id, protocol, usedAt }: { readonly id: WalletConnectionId; readonly protocol: Protocol; readonly usedAt?: Date },
): Promise<void> {
  const used = usedAt === undefined ? sql`` : sql`, last_used_at = ${usedAt}`;
  await sql`
    UPDATE wallet_connections SET phase = ${phaseOf(protocol)},
      sealed = ${box.seal(JSON.stringify(protocol), context(id))}, expires_at = to_timestamp(${expiryOf(protocol)})${used}
    WHERE id = ${id} AND phase <> 'over'`.execute(tx);
}

/** The person has agreed: from now on the connection's own mailbox is listened to. */
export async function updateSettling(
  tx: DbTx,
  box: SecretBox,
  { id, protocol }: { readonly id: WalletConnectionId; readonly protocol: Protocol },
): Promise<void> {
  await sql`
    UPDATE wallet_connections SET phase = ${phaseOf(protocol)}, topic = ${mailboxOf(protocol).topic},
      sealed = ${box.seal(JSON.stringify(protocol), context(id))}, expires_at = to_timestamp(${expiryOf(protocol)})
    WHERE id = ${id} AND phase = 'proposed'`.execute(tx);
}

/** Ends one whose site knows of it, or is told in the same transaction: keys and site are forgotten. */
export async function updateOver(
  tx: DbTx,
  {
    id,
    endedBy,
    now,
  }: {
    readonly id: WalletConnectionId;
    readonly endedBy: ConnectionEnd;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    UPDATE wallet_connections SET phase = 'over', ended_by = ${endedBy}, ended_at = ${now}, sealed = NULL
    WHERE id = ${id} AND phase <> 'over'`.execute(tx);
}

/** Ends one whose proposal could not be shown, with the reason. */
export async function updateRefused(
  tx: DbTx,
  { id, refusal, now }: { readonly id: WalletConnectionId; readonly refusal: string; readonly now: Date },
): Promise<void> {
  await sql`
    UPDATE wallet_connections
       SET phase = 'over', ended_by = 'refused', ended_at = ${now}, sealed = NULL, refusal = ${refusal}
     WHERE id = ${id} AND phase <> 'over'`.execute(tx);
}

/** Forgets keys and site of one that is over. */
export async function clearSealed(tx: DbTx, id: WalletConnectionId): Promise<void> {
  await sql`UPDATE wallet_connections SET sealed = NULL WHERE id = ${id} AND phase = 'over'`.execute(tx);
}

/** Every mailbox that is listened to. */
export async function selectTopics(db: DbReader): Promise<ReadonlySet<Topic>> {
  const { rows } = await sql<{ topic: Topic }>`SELECT topic FROM wallet_connections WHERE phase <> 'over'`.execute(db);
  return new Set(rows.map(({ topic }) => topic));
}

/** Deletes up to `limit` that have been over for a month, with what their sites asked for. */
export async function deleteOver(db: DbReader, { limit }: { readonly limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM wallet_connections WHERE id IN (
      SELECT id FROM wallet_connections
       WHERE phase = 'over' AND sealed IS NULL AND ended_at < now() - interval '30 days' LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function read(box: SecretBox, { sealed, ...row }: StoredRow): ReadConnection {
  if (sealed === null) return row;
  let text: string;
  try {
    text = box.open(sealed, context(row.id));
  } catch {
    // Sealed under a key that was taken away: it can only end.
    return row;
  }
  return { ...row, protocol: JSON.parse(text) as Protocol };
}

/** One that can go on. */
export function isOpened(row: ReadConnection | undefined): row is OpenedConnection {
  return row?.protocol !== undefined;
}
