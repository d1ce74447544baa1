import type { ConnectionRequestId, PersonId, WalletConnectionId } from '@tern/base/ids';
import type { MessageRefusal } from '@tern/contracts/routes/wallet-connections';
import type { DbReader, DbTx } from '@tern/db/database';
import type { TronAddress } from '@tern/tron/address';
import type { SiteRequest } from '@tern/wallet-connection/read-request';
import { sql } from 'kysely';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { RequestRow } from './wallet-connection.ts';

type Asks = SiteRequest['asks'];
type StoredRow = Omit<RequestRow, 'payloadId'> & { readonly payloadId: string; readonly sealed: Buffer | null };

/** A request, with its content where somebody may still answer it and a key opens it. */
export type ReadRequest = RequestRow & { readonly asks: Asks | null };

/** A request whose content can be read. */
export type OpenRequest = RequestRow & { readonly asks: Asks };

/** A text that a person agreed to have signed. */
export type AgreedRequest = OpenRequest & {
  readonly personId: PersonId;
  readonly address: TronAddress;
  readonly agreedHash: Buffer;
};

const columns = sql`r.id, r.connection_id AS "connectionId", r.payload_id AS "payloadId", r.kind, r.state, r.fault,
  r.created_at AS "createdAt", r.expires_at AS "expiresAt", r.sealed`;

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

/** What can still be answered for this person at this time, the oldest first; one of them where it is named. */
export async function selectRequests(
  db: DbReader,
  box: SecretBox,
  { personId, now, id }: { readonly personId: PersonId; readonly now: Date; readonly id?: ConnectionRequestId },
): Promise<readonly OpenRequest[]> {
  const one = id === undefined ? sql`` : sql`AND r.id = ${id}`;
  const { rows } = await sql<StoredRow>`
    SELECT ${columns}
      FROM connection_requests r JOIN wallet_connections c ON c.id = r.connection_id
     WHERE c.person_id = ${personId} AND c.phase = 'active' AND c.expires_at > ${now}
       AND r.settled_at IS NULL AND r.expires_at > ${now} ${one}
     ORDER BY r.created_at, r.id`.execute(db);
  return rows.map((row) => read(box, row)).filter(isOpen);
}

/** One request of a connection that is not over, whatever became of it. Undefined where it is another person's. */
export async function selectRequest(
  db: DbReader,
  box: SecretBox,
  { personId, id }: { readonly personId: PersonId; readonly id: ConnectionRequestId },
): Promise<ReadRequest | undefined> {
  const { rows } = await sql<StoredRow>`
    SELECT ${columns}
      FROM connection_requests r JOIN wallet_connections c ON c.id = r.connection_id
     WHERE c.person_id = ${personId} AND c.phase = 'active' AND r.id = ${id}`.execute(db);
  return rows[0] && read(box, rows[0]);
}

/** That sites asked this person for something, and what became of it, the oldest first. */
export async function selectPastRequests(
  db: DbReader,
  personId: PersonId,
): Promise<readonly Pick<RequestRow, 'connectionId' | 'kind' | 'state' | 'createdAt'>[]> {
  const { rows } = await sql<Pick<RequestRow, 'connectionId' | 'kind' | 'state' | 'createdAt'>>`
    SELECT r.connection_id AS "connectionId", r.kind, r.state, r.created_at AS "createdAt"
      FROM connection_requests r JOIN wallet_connections c ON c.id = r.connection_id
     WHERE c.person_id = ${personId} ORDER BY r.created_at, r.id`.execute(db);
  return rows;
}

/** How much sites asked for within the last hour of the database's clock, by what became of it. */
export async function selectLastHourByState(db: DbReader): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ state: string; items: number }>`
    SELECT state, count(*)::int AS items FROM connection_requests
     WHERE created_at > clock_timestamp() - interval '1 hour' GROUP BY state`.execute(db);
  return new Map(rows.map(({ state, items }) => [state, items]));
}

/** For so long the worker goes on asking whether a text was signed whose request is over. */
const askedDays = 7;

/**
 * Up to `limit` texts that persons agreed to: first those that a site still waits for, then those that the signer was asked for
 * before their end and may have signed; the oldest first.
 */
export async function selectAgreed(
  db: DbReader,
  box: SecretBox,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly AgreedRequest[]> {
  type Row = StoredRow & Pick<AgreedRequest, 'personId' | 'address' | 'agreedHash'>;
  const { rows } = await sql<Row>`
    SELECT ${columns}, c.person_id AS "personId", w.address, r.agreed_hash AS "agreedHash"
      FROM connection_requests r
      JOIN wallet_connections c ON c.id = r.connection_id JOIN wallets w ON w.id = c.wallet_id
     CROSS JOIN LATERAL (SELECT c.phase = 'active' AND c.expires_at > ${now} AND r.expires_at > ${now} AS waits) AS site
     WHERE r.state = 'agreed' AND (site.waits OR r.asked_at IS NOT NULL)
     ORDER BY site.waits DESC, r.created_at, r.id LIMIT ${limit}`.execute(db);
  return rows.flatMap(({ personId, address, agreedHash, ...row }) => {
    const request = read(box, row);
    return isOpen(request) ? [{ ...request, personId, address, agreedHash }] : [];
  });
}

/** The person agreed to this text; false where the request no longer waits. */
export async function updateAgreed(
  tx: DbTx,
  { id, hash }: { readonly id: ConnectionRequestId; readonly hash: Uint8Array },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET state = 'agreed', agreed_hash = ${Buffer.from(hash)}
    WHERE id = ${id} AND state = 'waiting' AND kind = 'message'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Notes that the signer is asked now, before it is; false where the request is over and the signer was not asked. */
export async function markAsked(db: DbReader, { id, now }: { readonly id: ConnectionRequestId; readonly now: Date }) {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET asked_at = coalesce(asked_at, ${now}) WHERE id = ${id} AND state = 'agreed'`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Turns down one that waits; false where it does not. */
export async function updateRejected(
  tx: DbTx,
  { id, now }: { readonly id: ConnectionRequestId; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET state = 'rejected', settled_at = ${now}, sealed = NULL
    WHERE id = ${id} AND state = 'waiting'`.execute(tx);
  return numAffectedRows === 1n;
}

/** Stores what the signer said of a text that was agreed to; false where it no longer matters. */
export async function updateSigned(
  tx: DbTx,
  { id, fault, now }: { readonly id: ConnectionRequestId; readonly fault: MessageRefusal | null; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests
       SET state = ${fault === null ? 'answered' : 'refused'}, fault = ${fault}, settled_at = ${now}, sealed = NULL
     WHERE id = ${id} AND state = 'agreed'`.execute(tx);
  return numAffectedRows === 1n;
}

/** A text was signed after its request was over, so that no site gets the signature; false where that is stored already. */
export async function updateSignedLate(
  tx: DbTx,
  { id, now }: { readonly id: ConnectionRequestId; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET state = 'answered', settled_at = coalesce(settled_at, ${now}), sealed = NULL
     WHERE id = ${id} AND state IN ('agreed', 'expired') AND agreed_hash IS NOT NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Nobody answers what a connection that is over was asked for. A text that the signer may have signed waits for the signer's word,
 * unless the account is closed, whose history nobody reads.
 */
export async function expireRequestsOf(tx: DbTx, id: WalletConnectionId, now: Date): Promise<void> {
  await sql`
    UPDATE connection_requests r SET state = 'expired', settled_at = ${now}, sealed = NULL
      FROM wallet_connections c
     WHERE c.id = r.connection_id AND r.connection_id = ${id} AND r.settled_at IS NULL
       AND (r.asked_at IS NULL OR c.ended_by = 'closed')`.execute(tx);
}

/** Ends the wait of up to `limit` requests whose time is over, and of those that the signer was asked for a week later. */
export async function expireRequests(
  db: DbReader,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE connection_requests SET state = 'expired', settled_at = ${now}, sealed = NULL WHERE id IN (
      SELECT id FROM connection_requests WHERE settled_at IS NULL AND expires_at <= ${now}
         AND (asked_at IS NULL OR expires_at <= ${now}::timestamptz - make_interval(days => ${askedDays}))
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function read(box: SecretBox, { sealed, payloadId, ...row }: StoredRow): ReadRequest {
  const request = { ...row, payloadId: Number(payloadId) };
  if (sealed === null) return { ...request, asks: null };
  try {
    return { ...request, asks: JSON.parse(box.open(sealed, context(row.id))) as Asks };
  } catch {
    // Sealed under a key that was taken away: nobody can answer it.
    return { ...request, asks: null };
  }
}

function isOpen(request: ReadRequest): request is OpenRequest {
  return request.asks !== null;
}
