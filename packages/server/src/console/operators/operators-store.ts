import type { OperatorId } from '@tern/base/ids';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type {
  BreakGlassCancel,
  OperatorChangeDecision,
  OperatorChangeInput,
} from '@tern/contracts/routes/console-operators';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { takeScopeDetails } from '../../people/operators/public.ts';

export type OperatorChange = {
  readonly id: string;
  readonly kind: OperatorChangeInput['kind'];
  readonly name: string;
  readonly role: OperatorRole | null;
  readonly key: { readonly id: string; readonly name: string | null } | null;
  readonly note: string;
  readonly state: 'proposed' | 'done' | 'withdrawn';
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
};

const changes = sql`
  SELECT c.id, c.kind, c.name, c.role, c.note, c.state, p.name AS "proposedBy", c.proposed_at AS "proposedAt",
         d.name AS "decidedBy", c.decided_at AS "decidedAt",
         CASE WHEN c.key_id IS NOT NULL THEN jsonb_build_object('id', c.key_id, 'name', k.name) END AS key
    FROM operator_changes c JOIN operators p ON p.id = c.proposed_by LEFT JOIN operators d ON d.id = c.decided_by
    LEFT JOIN operator_passkeys k ON k.id = c.key_id`;

/** Every proposal, of which there is one about an operator at a time, and then what was decided last, `decidedMax` at most. */
export async function selectChanges(db: DbReader, decidedMax: number): Promise<readonly OperatorChange[]> {
  const { rows } = await sql<OperatorChange>`
    ${changes} WHERE c.state = 'proposed' OR c.id IN (
      SELECT id FROM operator_changes WHERE state <> 'proposed' ORDER BY proposed_at DESC, id DESC LIMIT ${decidedMax})
     ORDER BY c.state <> 'proposed', c.proposed_at DESC, c.id DESC`.execute(db);
  return rows;
}

/** The proposal about an operator that waits for a second administrator; there is one at a time. */
export async function findProposalAbout(db: DbReader, name: string): Promise<OperatorChange | undefined> {
  const { rows } = await sql<OperatorChange>`${changes} WHERE c.name = ${name} AND c.state = 'proposed'`.execute(db);
  return rows[0];
}

export async function findChange(db: DbReader, id: string): Promise<OperatorChange | undefined> {
  const { rows } = await sql<OperatorChange>`${changes} WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

/** `proposed`, or why it cannot be. The database refuses it where the operator has not signed exactly this. */
export async function insertChange(
  tx: DbTx,
  change: {
    readonly id: string;
    readonly by: OperatorId;
    readonly content: OperatorChangeInput;
    readonly codeHash: Buffer | null;
  },
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    SELECT propose_operator_change(${change.id}, ${change.by}, ${JSON.stringify(change.content)}::jsonb,
                                   ${change.codeHash}, ${scopeOfRow()}::jsonb) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? '';
}

/** `done`, `withdrawn`, or why it cannot be. The database refuses it where the operator has not signed exactly this. */
export async function carryOutChange(
  tx: DbTx,
  decision: {
    readonly by: OperatorId;
    readonly content: OperatorChangeDecision;
    readonly tokenHash: Buffer;
    readonly expiresAt: Date;
  },
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    SELECT decide_operator_change(${decision.by}, ${JSON.stringify(decision.content)}::jsonb, ${decision.tokenHash},
                                  ${decision.expiresAt}, ${scopeOfRow()}::jsonb) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? '';
}

/** The request and the signature, for the row of the log that the database's function writes itself. */
const scopeOfRow = (): string => JSON.stringify(takeScopeDetails());

export type OperatorRow = {
  readonly id: OperatorId;
  readonly name: string;
  readonly role: OperatorRole;
  readonly since: Date;
  readonly disabledAt: Date | null;
  readonly passkeys: number;
  readonly lastSeenAt: Date | null;
  readonly invitedUntil: Date | null;
  readonly moneyFrom: Date | null;
};

/** All operators by name, disabled ones last, or the one of a name; an installation has a handful. */
export async function selectOperatorRows(
  db: DbReader,
  { now, name }: { readonly now: Date; readonly name?: string },
): Promise<readonly OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`
    SELECT o.id, o.name, o.role, o.created_at AS since, o.disabled_at AS "disabledAt",
           (SELECT count(*)::int FROM operator_passkeys k WHERE k.operator_id = o.id AND k.ended_at IS NULL) AS passkeys,
           (SELECT max(s.seen_at) FROM console_sessions s WHERE s.operator_id = o.id) AS "lastSeenAt",
           (SELECT i.expires_at FROM operator_invitations i
             WHERE i.operator_id = o.id AND i.closed_at IS NULL AND i.expires_at > ${now}) AS "invitedUntil",
           CASE WHEN o.decides_money_from > ${now} THEN o.decides_money_from END AS "moneyFrom"
      FROM operators o WHERE ${name ?? null}::text IS NULL OR o.name = ${name ?? null} ORDER BY o.disabled_at IS NOT NULL, o.name`.execute(
    db,
  );
  return rows;
}

/** `cancelled`, `over`, or why it cannot be. The database refuses it where the operator has not signed exactly this. */
export async function markCancelled(
  tx: DbTx,
  { by, content }: { readonly by: OperatorId; readonly content: BreakGlassCancel },
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    SELECT cancel_break_glass(${by}, ${JSON.stringify(content)}::jsonb, ${scopeOfRow()}::jsonb) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? '';
}
