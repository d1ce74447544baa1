import type { ConnectionRequestId, PersonId, WalletConnectionId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { SiteRequest } from '@tern/wallet-connection/read-request';
import { sql } from 'kysely';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { RequestRow } from './wallet-connection.ts';

type Asks = SiteRequest['asks'];
type StoredRow = Omit<RequestRow, 'payloadId'> & { readonly payloadId: string; readonly sealed: Buffer | null };

/** A request whose content can be read. */
export type OpenRequest = RequestRow & { readonly asks: Asks };

const context = (id: ConnectionRequestId): string => `connection request:${id}`;

/** False where the site has asked for it before. */
export async function insertRequest(
  tx: DbTx,
  box: SecretBox,
  {
    id,
    connectionId,
    request,
  }: {
    readonly id: ConnectionRequestId;
    readonly connectionId: WalletConnectionId;
    readonly request: SiteRequest;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO connection_requests (id, connection_id, payload_id, kind, sealed, expires_at)
    VALUES (${id}, ${connectionId}, ${request.id}, ${request.asks.kind},
      ${box.seal(JSON.stringify(request.asks), context(id))}, to_timestamp(${request.expiresAt}))
    ON CONFLICT ON CONSTRAINT connection_requests_payload_key DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/** What waits for an answer of this person at this time, the oldest first; of one connection where it is named. */
export async function selectRequests(
  db: DbReader,
  box: SecretBox,
  { personId, now, id }: { readonly personId: PersonId; readonly now: Date; readonly id?: ConnectionRequestId },
): Promise<readonly OpenRequest[]> {
  const one = id === undefined ? sql`` : sql`AND r.id = ${id}`;
  const { rows } = await sql<StoredRow>`
    SELECT r.id, r.connection_id AS "connectionId", r.payload_id AS "payloadId", r.kind, r.state,
           r.created_at AS "createdAt", r.expires_at AS "expiresAt", r.sealed
      FROM connection_requests r JOIN wallet_connections c ON c.id = r.connection_id
     WHERE c.person_id = ${personId} AND c.phase = 'active' AND c.expires_at > ${now}
       AND r.state = 'waiting' AND r.expires_at > ${now} ${one}
     ORDER BY r.created_at, r.id`.execute(db);
  return rows.flatMap((row) => read(box, row));
}

/** Ends the wait of one request; false where it had ended. */
export async function updateRequest(
  tx: DbTx,
  { id, state, now }: { readonly id: ConnectionRequestId; readonly state: 'answered' | 'rejected'; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET state = ${state}, settled_at = ${now}, sealed = NULL
    WHERE id = ${id} AND state = 'waiting'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Nobody answers what a connection that is over was asked for. */
export async function expireRequestsOf(tx: DbTx, id: WalletConnectionId, now: Date): Promise<void> {
  await sql`
    UPDATE connection_requests SET state = 'expired', settled_at = ${now}, sealed = NULL
    WHERE connection_id = ${id} AND state = 'waiting'`.execute(tx);
}

/** Ends the wait of up to `limit` requests whose time is over. */
export async function expireRequests(
  db: DbReader,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET state = 'expired', settled_at = ${now}, sealed = NULL WHERE id IN (
      SELECT id FROM connection_requests WHERE state = 'waiting' AND expires_at <= ${now}
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function read(box: SecretBox, { sealed, payloadId, ...row }: StoredRow): readonly OpenRequest[] {
  if (sealed === null) return [];
  try {
    const asks = JSON.parse(box.open(sealed, context(row.id))) as Asks;
    return [{ ...row, payloadId: Number(payloadId), asks }];
  } catch {
    return [];
  }
}
