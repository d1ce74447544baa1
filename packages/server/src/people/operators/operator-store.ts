import type { OperatorId } from '@tern/base/ids';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';
import { takeScopeDetails } from './action-scope.ts';
import type { OperatorActionKind } from './operator-action.ts';
import type { Operator } from './operator.ts';

type Row = {
  readonly id: OperatorId;
  readonly name: string;
  readonly role: OperatorRole;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly decides_money_from: Date | null;
};

export async function selectOperators(db: DbReader): Promise<readonly Operator[]> {
  const { rows } = await sql<Row>`SELECT * FROM operators ORDER BY name`.execute(db);
  return rows.map(fromRow);
}

export async function findOperatorById(db: DbReader, id: OperatorId): Promise<Operator | undefined> {
  const { rows } = await sql<Row>`SELECT * FROM operators WHERE id = ${id}`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : fromRow(row);
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

function fromRow({ id, name, role, ...row }: Row): Operator {
  return {
    id,
    name,
    role,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    decidesMoneyFrom: row.decides_money_from,
  };
}
