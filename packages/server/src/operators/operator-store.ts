import type { OperatorId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';
import { takeScopeDetails } from './action-scope.ts';
import type { OperatorActionKind } from './operator-action.ts';
import { failuresMax, pauseMinutes, type Operator, type OperatorRole } from './operator.ts';

type Row = {
  readonly id: OperatorId;
  readonly name: string;
  readonly role: OperatorRole;
  readonly secret_hash: string | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
};

/** `secretHash`: null for who was invited to the console only. */
export type OperatorWithHash = Operator & { readonly secretHash: string | null };

/** False where the name is taken. */
export async function insertOperator(
  tx: DbTx,
  operator: { id: OperatorId; name: string; role: OperatorRole; secretHash: string | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO operators (id, name, role, secret_hash)
    VALUES (${operator.id}, ${operator.name}, ${operator.role}, ${operator.secretHash})
    ON CONFLICT ON CONSTRAINT operators_name_key DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

export async function selectOperators(db: DbReader): Promise<readonly Operator[]> {
  const { rows } = await sql<Row>`SELECT * FROM operators ORDER BY name`.execute(db);
  return rows.map(fromRow);
}

export async function findOperatorByName(db: DbReader, name: string): Promise<OperatorWithHash | undefined> {
  const { rows } = await sql<Row>`SELECT * FROM operators WHERE name = ${name}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { ...fromRow(row), secretHash: row.secret_hash };
}

export async function findOperatorById(db: DbReader, id: OperatorId): Promise<Operator | undefined> {
  const { rows } = await sql<Row>`SELECT * FROM operators WHERE id = ${id}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : fromRow(row);
}

/** False where there is no such operator, or they have this role. */
export async function updateRole(tx: DbTx, id: OperatorId, role: OperatorRole): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE operators SET role = ${role} WHERE id = ${id} AND role <> ${role} AND disabled_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

export async function disableOperator(tx: DbTx, id: OperatorId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE operators SET disabled_at = clock_timestamp() WHERE id = ${id} AND disabled_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}

/** Counts a try before the secret is looked at, so that parallel tries are all counted. False while the name is paused. */
export async function reserveTry(db: DbReader, id: OperatorId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO operator_failures AS known (operator_id, failures) VALUES (${id}, 1)
    ON CONFLICT (operator_id) DO UPDATE SET
      failures = CASE WHEN known.paused_until IS NULL THEN known.failures + 1 ELSE 1 END,
      paused_until = CASE WHEN known.paused_until IS NULL AND known.failures + 1 >= ${failuresMax}
        THEN clock_timestamp() + make_interval(mins => ${pauseMinutes}) END
    WHERE coalesce(known.paused_until <= clock_timestamp(), true)`.execute(db);
  return numAffectedRows === 1n;
}

export async function forgiveTries(db: DbReader, id: OperatorId): Promise<void> {
  await sql`UPDATE operator_failures SET failures = 0, paused_until = NULL WHERE operator_id = ${id}`.execute(db);
}

export async function insertAction(
  tx: DbTx,
  action: {
    operatorId: OperatorId;
    kind: OperatorActionKind;
    subject: string;
    details: { readonly [name: string]: JsonValue };
  },
): Promise<void> {
  const details = JSON.stringify({ ...action.details, ...takeScopeDetails() });
  await sql`
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (${action.operatorId}, ${action.kind}, ${action.subject}, ${details}::jsonb)`.execute(tx);
}

function fromRow({ id, name, role, created_at: createdAt, disabled_at: disabledAt }: Row): Operator {
  return { id, name, role, createdAt, disabledAt };
}
