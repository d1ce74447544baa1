import { randomUUID } from 'node:crypto';
import type { OperatorId } from '@tern/base/ids';
import type { ChangeContent } from '@tern/contracts/routes/console-changes';
import type { DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '@tern/server/people/operators/public';
import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';
import { addOperator } from './operators.ts';

/**
 * Does what one operator has proposed and another carries out, with the console's role and the rows the database asks for
 * beside it; without the console.
 */
export async function carryOutChange<Result>(
  { db, asConsole }: Pick<TestDatabase, 'db' | 'asConsole'>,
  content: ChangeContent,
  work: (
    tx: DbTx,
    change: { readonly id: string; readonly operators: readonly [OperatorId, OperatorId] },
  ) => Promise<Result>,
): Promise<Result> {
  const id = randomUUID();
  const name = `x${id.slice(0, 8)}`;
  const proposer = await addOperator(db, { name: `${name}.one` });
  const operatorId = await addOperator(db, { name: `${name}.two` });
  await transact(asConsole, async (tx) => {
    await sql`INSERT INTO house_changes (id, content, note, proposed_by)
              VALUES (${id}, ${JSON.stringify(content)}::jsonb, 'for a test', ${proposer})`.execute(tx);
    await recordOperatorAction(tx, { operatorId: proposer, kind: 'change-proposed', subject: id });
  });
  return await transact(asConsole, async (tx) => {
    const result = await work(tx, { id, operators: [proposer, operatorId] });
    await sql`UPDATE house_changes SET state = 'done', decided_by = ${operatorId}, decided_at = clock_timestamp()
               WHERE id = ${id}`.execute(tx);
    await recordOperatorAction(tx, { operatorId, kind: 'change-carried-out', subject: id });
    return result;
  });
}
