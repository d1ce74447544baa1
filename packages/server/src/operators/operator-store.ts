import type { OperatorId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import { sql } from 'kysely';
import type { OperatorActionKind } from './operator-action.ts';
import { failuresMax, pauseMinutes, type Operator, type OperatorRole } from './operator.ts';

type Row = {
  readonly id: OperatorId;
  readonly name: string;
  readonly role: OperatorRole;
  readonly secret_hash: string | null;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
  readonly decides_money_from: Date | null;
};

/** `secretHash`: null for who was invited to the console only. */
export type OperatorWithHash = Operator & { readonly secretHash: string | null };

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
  await sql`
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (${action.operatorId}, ${action.kind}, ${action.subject}, ${JSON.stringify(action.details)}::jsonb)`.execute(
    tx,
  );
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
