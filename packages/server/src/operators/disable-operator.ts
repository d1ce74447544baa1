import type { OperatorId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { disableOperator as markDisabled, findOperatorByName, insertAction } from './operator-store.ts';
import { OperatorRefusal } from './operator.ts';

/** Shuts an operator out for ever, by another operator. Throws `OperatorRefusal` `not-found`, also when already disabled. */
export async function disableOperator(
  db: Database,
  { name, by }: { readonly name: string; readonly by: OperatorId },
): Promise<void> {
  await transact(db, async (tx) => {
    const operator = await findOperatorByName(tx, name);
    if (operator === undefined || !(await markDisabled(tx, operator.id))) throw new OperatorRefusal('not-found');
    await insertAction(tx, { operatorId: by, kind: 'operator-disabled', subject: operator.id, details: { name } });
  });
}
