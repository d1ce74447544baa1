import type { OperatorId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import type { JsonValue } from '@tern/db/schema';
import type { OperatorActionKind } from './operator-action.ts';
import { insertAction } from './operator-store.ts';

/**
 * Writes down what an operator did, in the transaction that does it; for a request of the console with its number and, where
 * it was signed, with the signature.
 */
export async function recordOperatorAction(
  tx: DbTx,
  action: {
    readonly operatorId: OperatorId;
    readonly kind: OperatorActionKind;
    /** Id of the thing it was done to. */
    readonly subject: string;
    readonly details?: { readonly [name: string]: JsonValue };
  },
): Promise<void> {
  await insertAction(tx, { ...action, details: action.details ?? {} });
}
