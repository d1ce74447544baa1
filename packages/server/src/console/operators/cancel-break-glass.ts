import { problem } from '@tern/contracts/problem';
import type { BreakGlassCancel } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import type { ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { markCancelled } from './operators-store.ts';

/** Ends a break-glass request for good: one operator's signature is enough. Throws `DECISION_REFUSED`. */
export async function cancelBreakGlass(
  { db }: ConsoleAccessDeps,
  said: BreakGlassCancel,
  { operatorId }: ConsoleSession,
): Promise<void> {
  const outcome = await transact(db, (tx) => markCancelled(tx, { by: operatorId, content: said }));
  if (outcome === 'over') throw problem('DECISION_REFUSED', { reason: 'not-under-way' });
  if (outcome !== 'cancelled') throw problem('DECISION_REFUSED', { reason: outcome });
}
