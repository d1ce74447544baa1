import type { OperatorId } from '@tern/base/ids';
import type { KeyRemoval } from '@tern/contracts/routes/console-operators';
import type { DbReader, DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { takeScopeDetails } from '../../people/operators/public.ts';
import type { Decision } from '../access/public.ts';

export type OperatorKey = {
  readonly id: string;
  /** Null for the first key of an operator. */
  readonly name: string | null;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly transports: string[];
  readonly isSyncable: boolean | null;
  readonly addedAt: Date;
  readonly usedAt: Date | null;
  readonly moneyFrom: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: 'removed' | 'disabled' | null;
};

/** What an operator signs in and signs decisions with, and did: those that are over last, otherwise the oldest first. */
export async function selectKeys(db: DbReader, operatorId: OperatorId): Promise<readonly OperatorKey[]> {
  const { rows } = await sql<OperatorKey>`
    SELECT id, name, public_key AS "publicKey", transports, is_syncable AS "isSyncable", created_at AS "addedAt",
           used_at AS "usedAt", CASE WHEN decides_money_from > now() THEN decides_money_from END AS "moneyFrom",
           ended_at AS "endedAt", end_reason AS "endReason"
      FROM operator_passkeys WHERE operator_id = ${operatorId} ORDER BY ended_at NULLS FIRST, created_at, id`.execute(
    db,
  );
  return rows;
}

/** A key of the operator of this name, also one that is over. */
export async function findKeyOf(
  db: DbReader,
  { name, key }: { readonly name: string; readonly key: string },
): Promise<Pick<OperatorKey, 'name' | 'publicKey' | 'transports' | 'isSyncable'> | undefined> {
  const { rows } = await sql<Pick<OperatorKey, 'name' | 'publicKey' | 'transports' | 'isSyncable'>>`
    SELECT k.name, k.public_key AS "publicKey", k.transports, k.is_syncable AS "isSyncable"
      FROM operator_passkeys k JOIN operators o ON o.id = k.operator_id WHERE k.id = ${key} AND o.name = ${name}`.execute(
    db,
  );
  return rows[0];
}

/** `added`, or why it cannot be. The database refuses it where no key of the operator has signed exactly this. */
export async function insertKey(
  tx: DbTx,
  key: { readonly id: string; readonly by: OperatorId; readonly content: Decision['content'] },
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    SELECT add_operator_key(${key.id}, ${key.by}, ${JSON.stringify(key.content)}::jsonb,
                            ${JSON.stringify(takeScopeDetails())}::jsonb) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? '';
}

/** `removed`, or why it cannot be. The database refuses it where no key of the operator has signed exactly this. */
export async function endKey(
  tx: DbTx,
  removal: { readonly by: OperatorId; readonly content: KeyRemoval },
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    SELECT remove_operator_key(${removal.by}, ${JSON.stringify(removal.content)}::jsonb,
                               ${JSON.stringify(takeScopeDetails())}::jsonb) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? '';
}
