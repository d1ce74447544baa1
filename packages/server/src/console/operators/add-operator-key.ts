import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { NewKeyInput } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import { takeNewKey, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { insertKey } from './keys-store.ts';

/**
 * Adds a further key of the operator's own, which a key of theirs has signed. Throws `PASSKEY_REFUSED`, also for a key that an
 * operator has or had, and `DECISION_REFUSED`.
 */
export async function addOperatorKey(
  deps: ConsoleAccessDeps,
  said: NewKeyInput,
  { operatorId }: ConsoleSession,
): Promise<void> {
  const key = await takeNewKey(deps, said, operatorId);
  const outcome = await transact(deps.db, (tx) => insertKey(tx, { id: randomUUID(), by: operatorId, content: key }));
  if (outcome === 'known') throw problem('PASSKEY_REFUSED');
  if (outcome !== 'added') throw problem('DECISION_REFUSED', { reason: outcome });
}
