import type { OperatorId, PersonId } from '@tern/base/ids';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql, type RawBuilder } from 'kysely';

/** Whether one of these accounts is the operator's own or of somebody close to them. */
export async function isOwnAccount(
  db: DbReader,
  operatorId: OperatorId,
  personIds: readonly PersonId[],
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM operator_accounts WHERE operator_id = ${operatorId} AND person_id = ANY (${[...personIds]}::uuid[])`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether the account of `person` is not one that this operator has declared as close to themselves, for a statement. */
export function isStranger(operatorId: OperatorId, person: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`NOT EXISTS (SELECT FROM operator_accounts o WHERE o.operator_id = ${operatorId} AND o.person_id = ${person})`;
}

/** Written down for good: nobody is rid of a relation by taking it back. False where it was known. */
export async function insertOwnAccount(tx: DbTx, operatorId: OperatorId, personId: PersonId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO operator_accounts (operator_id, person_id) VALUES (${operatorId}, ${personId})
    ON CONFLICT ON CONSTRAINT operator_accounts_pkey DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}
