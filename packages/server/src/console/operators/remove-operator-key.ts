import { problem } from '@tern/contracts/problem';
import type { KeyRemoval } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import type { ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { endKey } from './keys-store.ts';

/** Ends a key of the operator's own, by the signature of another key of theirs. Throws `DECISION_REFUSED`. */
export async function removeOperatorKey(
  { db }: Pick<ConsoleAccessDeps, 'db'>,
  said: KeyRemoval,
  { operatorId }: ConsoleSession,
): Promise<void> {
  const outcome = await transact(db, (tx) => endKey(tx, { by: operatorId, content: said }));
  if (outcome !== 'removed') throw problem('DECISION_REFUSED', { reason: outcome });
}
