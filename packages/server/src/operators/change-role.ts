import type { OperatorId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findOperatorByName, insertAction, updateRole } from './operator-store.ts';
import { OperatorRefusal, type OperatorRole } from './operator.ts';

/** Gives an operator another role, by another operator; it counts from their next request on. Throws `OperatorRefusal`. */
export async function changeRole(
  db: Database,
  { name, role, by }: { readonly name: string; readonly role: OperatorRole; readonly by: OperatorId },
): Promise<void> {
  await transact(db, async (tx) => {
    const operator = await findOperatorByName(tx, name);
    if (operator === undefined || !(await updateRole(tx, operator.id, role))) throw new OperatorRefusal('not-found');
    const details = { name, from: operator.role, to: role };
    await insertAction(tx, { operatorId: by, kind: 'operator-role-changed', subject: operator.id, details });
  });
}
