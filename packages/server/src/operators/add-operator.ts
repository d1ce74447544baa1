import { hash } from '@node-rs/argon2';
import { newId, type OperatorId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { insertAction, insertOperator } from './operator-store.ts';
import { hashOptions, operatorNamePattern, OperatorRefusal, operatorSecretMin } from './operator.ts';

/** Adds an operator with a secret for the machine's commands, all of which they may use. Whoever may run this command on the machine may add one. Throws `OperatorRefusal`. */
export async function addOperator(
  db: Database,
  { name, secret }: { readonly name: string; readonly secret: string },
): Promise<OperatorId> {
  if (!operatorNamePattern.test(name)) throw new OperatorRefusal('name-invalid');
  if (secret.length < operatorSecretMin) throw new OperatorRefusal('secret-too-short');
  const secretHash = await hash(secret, hashOptions);
  return transact(db, async (tx) => {
    const id = newId<OperatorId>();
    if (!(await insertOperator(tx, { id, name, role: 'administrator', secretHash })))
      throw new OperatorRefusal('name-taken');
    await insertAction(tx, { operatorId: id, kind: 'operator-added', subject: id, details: { name } });
    return id;
  });
}
