import { verify } from '@node-rs/argon2';
import type { Database } from '@tern/db/database';
import { findOperatorByName, forgiveTries, reserveTry } from './operator-store.ts';
import { hashOperatorSecret, OperatorRefusal, type Operator } from './operator.ts';

/** The operator who knows the secret. Unknown, disabled and wrong are one answer. Throws `OperatorRefusal`. */
export async function authenticateOperator(
  db: Database,
  { name, secret }: { readonly name: string; readonly secret: string },
): Promise<Operator> {
  const operator = await findOperatorByName(db.kysely, name);
  const secretHash = operator?.secretHash ?? null;
  if (operator === undefined || secretHash === null || operator.disabledAt !== null) {
    // The same work as for a known name, so that time tells nothing.
    await hashOperatorSecret(secret);
    throw new OperatorRefusal('unknown-or-wrong-secret');
  }
  if (!(await reserveTry(db.kysely, operator.id))) throw new OperatorRefusal('paused');
  if (!(await verify(secretHash, secret))) throw new OperatorRefusal('unknown-or-wrong-secret');
  await forgiveTries(db.kysely, operator.id);
  const { secretHash: _, ...known } = operator;
  return known;
}
