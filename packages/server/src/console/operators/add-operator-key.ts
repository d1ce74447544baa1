import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { takeCeremony, type ConsoleAccessDeps, type Decision } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { insertKey } from './keys-store.ts';

/**
 * Adds a further key of the operator's own: `content` is the key as a key of theirs has signed it, `ceremonyId` the ceremony
 * that made it, which makes no other. Throws `PASSKEY_REFUSED`, also for a key that an operator has or had, and
 * `DECISION_REFUSED`.
 */
export async function addOperatorKey(
  { db, clock }: ConsoleAccessDeps,
  { ceremonyId, content }: { readonly ceremonyId: string; readonly content: Decision['content'] },
  { operatorId }: ConsoleSession,
): Promise<void> {
  const taken = await takeCeremony(db.kysely, { id: ceremonyId, purpose: 'enrol', operatorId }, clock.now());
  if (taken === undefined) throw problem('PASSKEY_REFUSED');
  const outcome = await transact(db, (tx) => insertKey(tx, { id: randomUUID(), by: operatorId, content }));
  if (outcome === 'known') throw problem('PASSKEY_REFUSED');
  if (outcome !== 'added') throw problem('DECISION_REFUSED', { reason: outcome });
}
