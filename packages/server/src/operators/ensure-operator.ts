import { newId, type OperatorId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { findOperatorByName, insertAction, insertOperator } from './operator-store.ts';
import { operatorNamePattern, OperatorRefusal, type OperatorRole } from './operator.ts';

/**
 * The operator of this name; made with this role where there is none. An existing one keeps their role.
 * Throws `OperatorRefusal` for a bad name and for one who was shut out.
 */
export async function ensureOperator(
  tx: DbTx,
  { name, role }: { readonly name: string; readonly role: OperatorRole },
): Promise<OperatorId> {
  if (!operatorNamePattern.test(name)) throw new OperatorRefusal('name-invalid');
  const known = await findOperatorByName(tx, name);
  if (known !== undefined && known.disabledAt !== null) throw new OperatorRefusal('name-taken');
  if (known !== undefined) return known.id;
  const id = newId<OperatorId>();
  if (!(await insertOperator(tx, { id, name, role, secretHash: null }))) throw new OperatorRefusal('name-taken');
  await insertAction(tx, { operatorId: id, kind: 'operator-added', subject: id, details: { name, role } });
  return id;
}
