import type { OperatorId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';

export type OperatorPasskey = {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  /** Before then it decides about no money: a further key, within its first days. */
  readonly decidesMoneyFrom: Date | null;
};

/** An invitation as its holder has it: the token of the link, and the code in its one form. Only the database hashes them. */
export type HeldInvitation = { readonly token: string; readonly code: string };

/** Whom an open invitation is for, and whether the code belongs to it; undefined where the token opens none. */
export async function findInvited(
  db: DbReader,
  { token, code }: HeldInvitation,
  now: Date,
): Promise<{ readonly operatorId: OperatorId; readonly isCodeRight: boolean } | undefined> {
  const { rows } = await sql<{ operatorId: OperatorId; isCodeRight: boolean }>`
    SELECT operator_id AS "operatorId", is_code_right AS "isCodeRight"
      FROM find_operator_invitation(${token}, ${code}, ${now})`.execute(db);
  return rows[0];
}

/** Opens the invitations of an installation's first two operators; returns whose. None once two have enrolled. */
export async function inviteFounders(
  tx: DbTx,
  founders: { readonly firstHash: Buffer; readonly secondHash: Buffer; readonly expiresAt: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM invite_founders(${founders.firstHash}, ${founders.secondHash}, ${founders.expiresAt}) AS name`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/**
 * Uses the invitation up, and leaves the row of the log. `over`: it was used or overtaken meanwhile; `known`: the key is
 * enrolled already, for whomever.
 */
export async function enrolPasskey(
  tx: DbTx,
  {
    invitation: { token, code },
    passkey,
    details,
  }: {
    readonly invitation: HeldInvitation;
    readonly passkey: Omit<OperatorPasskey, 'operatorId' | 'decidesMoneyFrom'> & {
      readonly transports: readonly string[];
    };
    /** What the row of the log says beside author and subject. */
    readonly details: { readonly [name: string]: JsonValue };
  },
): Promise<'enrolled' | 'over' | 'known'> {
  const { rows } = await sql<{ outcome: 'enrolled' | 'over' | 'known' }>`
    SELECT enrol_operator_passkey(${token}, ${code}, ${passkey.id}, ${passkey.credentialId}, ${passkey.publicKey},
                                  ${passkey.signCount}, ${[...passkey.transports]}::text[],
                                  ${JSON.stringify(details)}::jsonb) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? 'over';
}

type PasskeyRow = {
  id: string;
  operator_id: OperatorId;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: string;
  decides_money_from: Date | null;
};

const toPasskey = (row: PasskeyRow): OperatorPasskey => ({
  id: row.id,
  operatorId: row.operator_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  signCount: Number(row.sign_count),
  decidesMoneyFrom: row.decides_money_from,
});

/** A key that still signs; one that is over is nobody's. */
export async function findPasskey(db: DbReader, credentialId: Buffer): Promise<OperatorPasskey | undefined> {
  const { rows } = await sql<PasskeyRow>`
    SELECT id, operator_id, credential_id, public_key, sign_count, decides_money_from FROM operator_passkeys
     WHERE credential_id = ${credentialId} AND ended_at IS NULL`.execute(db);
  return rows[0] && toPasskey(rows[0]);
}

/** Browsers refuse to make a key where more than these are named: Chromium says so, and an operator reads that nothing answered. */
const namedMax = 64;

/**
 * Credentials of operators, of keys that are over too, at most 64: an authenticator that holds one of them makes no second, under
 * whatever name. The operator's own come first, then those used or made last.
 */
export async function listCredentialIds(db: DbReader, operatorId: OperatorId): Promise<readonly string[]> {
  const { rows } = await sql<{ credential_id: Buffer }>`
    SELECT credential_id FROM operator_passkeys
     ORDER BY operator_id = ${operatorId} DESC, greatest(used_at, created_at) DESC, id LIMIT ${namedMax}`.execute(db);
  return rows.map((row) => row.credential_id.toString('base64url'));
}

/** False when the counter did not grow although the authenticator counts: a copy, or the same answer twice. */
export async function notePasskeyUse(
  db: DbReader,
  {
    id,
    signCount,
    isSyncable,
    now,
  }: { readonly id: string; readonly signCount: number; readonly isSyncable: boolean; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE operator_passkeys SET sign_count = ${signCount}, is_syncable = ${isSyncable}, used_at = ${now}
     WHERE id = ${id} AND (sign_count < ${signCount} OR (sign_count = 0 AND ${signCount} = 0))`.execute(db);
  return numAffectedRows === 1n;
}

export type Ceremony = {
  readonly id: string;
  readonly purpose: 'enrol' | 'sign-in' | 'decide';
  readonly operatorId: OperatorId | null;
  readonly challenge: Buffer;
  readonly statement: string | null;
  readonly expiresAt: Date;
};

export async function insertCeremony(db: DbReader, ceremony: Ceremony): Promise<void> {
  await sql`
    INSERT INTO console_ceremonies (id, purpose, operator_id, challenge, statement, expires_at)
    VALUES (${ceremony.id}, ${ceremony.purpose}, ${ceremony.operatorId}, ${ceremony.challenge}, ${ceremony.statement},
            ${ceremony.expiresAt})`.execute(db);
}

/** What a ceremony asks that is still to be answered; undefined where there is none. */
export async function findChallenge(
  db: DbReader,
  wanted: { readonly id: string; readonly purpose: Ceremony['purpose']; readonly operatorId: OperatorId },
  now: Date,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ challenge: Buffer }>`
    SELECT challenge FROM console_ceremonies
     WHERE id = ${wanted.id} AND purpose = ${wanted.purpose} AND operator_id = ${wanted.operatorId}
       AND consumed_at IS NULL AND expires_at > ${now}`.execute(db);
  return rows[0]?.challenge;
}

/** Takes a ceremony, once, whatever becomes of the answer; undefined when it is used, over, or of another purpose or person. */
export async function takeCeremony(
  db: DbReader,
  wanted: { readonly id: string; readonly purpose: Ceremony['purpose']; readonly operatorId: OperatorId | null },
  now: Date,
): Promise<Pick<Ceremony, 'challenge' | 'statement'> | undefined> {
  const { rows } = await sql<{ challenge: Buffer; statement: string | null }>`
    UPDATE console_ceremonies SET consumed_at = ${now}
     WHERE id = ${wanted.id} AND purpose = ${wanted.purpose} AND operator_id IS NOT DISTINCT FROM ${wanted.operatorId}
       AND consumed_at IS NULL AND expires_at > ${now}
    RETURNING challenge, statement`.execute(db);
  return rows[0];
}

/** Nothing reads a ceremony once it is over. */
export async function deleteCeremonies(db: DbReader, before: Date): Promise<void> {
  await sql`DELETE FROM console_ceremonies WHERE expires_at < ${before}`.execute(db);
}

export type SessionRow = {
  readonly id: string;
  readonly operatorId: OperatorId;
  readonly ip: string;
  readonly userAgentHash: Buffer;
  readonly createdAt: Date;
  readonly seenAt: Date;
  /** Of the key that opened it. */
  readonly keyDecidesMoneyFrom: Date | null;
};

/** Opens a session; the operator's session before it ends. */
export async function replaceSession(
  tx: DbTx,
  session: Omit<SessionRow, 'seenAt' | 'keyDecidesMoneyFrom'> & {
    readonly tokenHash: Buffer;
    readonly passkeyId: string;
  },
): Promise<void> {
  await sql`
    UPDATE console_sessions SET ended_at = ${session.createdAt}, end_reason = 'replaced'
     WHERE operator_id = ${session.operatorId} AND ended_at IS NULL`.execute(tx);
  await sql`
    INSERT INTO console_sessions (id, operator_id, token_hash, passkey_id, ip, user_agent_hash, created_at, seen_at)
    VALUES (${session.id}, ${session.operatorId}, ${session.tokenHash}, ${session.passkeyId}, ${session.ip},
            ${session.userAgentHash}, ${session.createdAt}, ${session.createdAt})`.execute(tx);
}

export async function findOpenSession(db: DbReader, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<{
    id: string;
    operator_id: OperatorId;
    ip: string;
    user_agent_hash: Buffer;
    created_at: Date;
    seen_at: Date;
    decides_money_from: Date | null;
  }>`
    SELECT s.id, s.operator_id, host(s.ip) AS ip, s.user_agent_hash, s.created_at, s.seen_at, k.decides_money_from
      FROM console_sessions s JOIN operator_passkeys k ON k.id = s.passkey_id
     WHERE s.token_hash = ${tokenHash} AND s.ended_at IS NULL AND k.ended_at IS NULL`.execute(db);
  const [row] = rows;
  return row === undefined
    ? undefined
    : {
        id: row.id,
        operatorId: row.operator_id,
        ip: row.ip,
        userAgentHash: row.user_agent_hash,
        createdAt: row.created_at,
        seenAt: row.seen_at,
        keyDecidesMoneyFrom: row.decides_money_from,
      };
}

export async function touchSession(db: DbReader, id: string, now: Date): Promise<void> {
  await sql`UPDATE console_sessions SET seen_at = ${now} WHERE id = ${id} AND ended_at IS NULL`.execute(db);
}

/** False where it had ended before. */
export async function endSession(
  tx: DbTx,
  { id, reason, now }: { readonly id: string; readonly reason: 'signed-out' | 'moved'; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE console_sessions SET ended_at = ${now}, end_reason = ${reason} WHERE id = ${id} AND ended_at IS NULL`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}
