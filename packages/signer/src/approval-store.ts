import type { Assertion } from '@tern/tron/signer-protocol';
import type { StoreDatabase } from './standby/logged-database.ts';

export type ApprovalKind = 'order' | 'policy' | 'reopening' | 'take-over';

/** Something two operators may decide. `statement` is what they sign: the signer's own words. */
export type ApprovalRequest = {
  /** base64url of SHA-256 of the statement. */
  readonly challenge: string;
  readonly kind: ApprovalKind;
  /** Order id, policy version or quarantine. */
  readonly subject: string;
  /** What an order must still say when it comes back. */
  readonly contentHash: string;
  readonly statement: string;
  readonly askedAtMs: number;
};

export type GivenApproval = {
  readonly challenge: string;
  readonly operator: string;
  readonly credentialId: string;
  readonly signCount: number;
  readonly assertion: Assertion;
  readonly givenAtMs: number;
};

export type ApprovalStore = {
  readonly findRequest: (challenge: string) => ApprovalRequest | undefined;
  /** The newest request for this content asked after `sinceMs`. */
  readonly findOpenRequest: (
    request: Pick<ApprovalRequest, 'kind' | 'subject' | 'contentHash'>,
    sinceMs: number,
  ) => ApprovalRequest | undefined;
  /** Requests asked after `sinceMs`, newest first. */
  readonly listRequests: (sinceMs: number, limit: number) => readonly ApprovalRequest[];
  readonly countRequests: (sinceMs: number) => number;
  readonly putRequest: (request: ApprovalRequest) => void;
  /** Operators who approved, whether they are still enrolled or not. */
  readonly listApprovers: (
    challenge: string,
  ) => readonly { readonly operator: string; readonly credentialId: string }[];
  /** All approvals of a request, in the order in which they were given. */
  readonly listApprovals: (challenge: string) => readonly Pick<GivenApproval, 'operator' | 'assertion' | 'givenAtMs'>[];
  readonly putApproval: (approval: GivenApproval) => void;
  /** The highest counter a credential has shown, or 0. */
  readonly lastSignCount: (credentialId: string) => number;
};

export function openApprovalStore(database: StoreDatabase): ApprovalStore {
  const one = database.prepare('SELECT * FROM approval_requests WHERE challenge = ?');
  const open = database.prepare(
    `SELECT * FROM approval_requests WHERE kind = ? AND subject = ? AND content_hash = ? AND asked_at_ms > ?
      ORDER BY asked_at_ms DESC LIMIT 1`,
  );
  const list = database.prepare(
    'SELECT * FROM approval_requests WHERE asked_at_ms > ? ORDER BY asked_at_ms DESC LIMIT ?',
  );
  const asked = database.prepare('SELECT count(*) AS count FROM approval_requests WHERE asked_at_ms > ?');
  const ask = database.prepare(
    `INSERT INTO approval_requests (challenge, kind, subject, content_hash, statement, asked_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const approvers = database.prepare('SELECT operator, credential_id FROM approvals WHERE challenge = ?');
  const given = database.prepare(
    'SELECT operator, assertion, given_at_ms FROM approvals WHERE challenge = ? ORDER BY given_at_ms, rowid',
  );
  const give = database.prepare(
    `INSERT INTO approvals (challenge, operator, credential_id, sign_count, assertion, given_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const count = database.prepare('SELECT coalesce(max(sign_count), 0) AS count FROM approvals WHERE credential_id = ?');
  return {
    findRequest: (challenge) => readRequest(one.get(challenge)),
    findOpenRequest: ({ kind, subject, contentHash }, sinceMs) =>
      readRequest(open.get(kind, subject, contentHash, sinceMs)),
    listRequests: (sinceMs, limit) => list.all(sinceMs, limit).flatMap((row) => readRequest(row) ?? []),
    countRequests: (sinceMs) => Number(asked.get(sinceMs)?.['count']),
    putRequest: ({ challenge, kind, subject, contentHash, statement, askedAtMs }) => {
      ask.run(challenge, kind, subject, contentHash, statement, askedAtMs);
    },
    listApprovers: (challenge) =>
      approvers
        .all(challenge)
        .map((row) => ({ operator: String(row['operator']), credentialId: String(row['credential_id']) })),
    listApprovals: (challenge) =>
      given.all(challenge).map((row) => ({
        operator: String(row['operator']),
        assertion: JSON.parse(String(row['assertion'])) as Assertion,
        givenAtMs: Number(row['given_at_ms']),
      })),
    putApproval: ({ challenge, operator, credentialId, signCount, assertion, givenAtMs }) => {
      give.run(challenge, operator, credentialId, signCount, JSON.stringify(assertion), givenAtMs);
    },
    lastSignCount: (credentialId) => Number(count.get(credentialId)?.['count']),
  };
}

function readRequest(row: Record<string, unknown> | undefined): ApprovalRequest | undefined {
  if (row === undefined) return undefined;
  return {
    challenge: String(row['challenge']),
    kind: String(row['kind']) as ApprovalKind,
    subject: String(row['subject']),
    contentHash: String(row['content_hash']),
    statement: String(row['statement']),
    askedAtMs: Number(row['asked_at_ms']),
  };
}
