import { problem } from '@tern/contracts/problem';
import type { BreakGlassCancel } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import { proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { describeCancel } from './describe-operator-decision.ts';
import { markCancelled } from './operators-store.ts';

type Proof = Parameters<typeof proveDecision>[1]['proof'];

/** Ends a break-glass request for good: one operator's signature is enough. Throws `DECISION_REFUSED` and `PASSKEY_REFUSED`. */
export async function cancelBreakGlass(
  deps: ConsoleAccessDeps,
  {
    said,
    proof,
    session,
  }: { readonly said: BreakGlassCancel; readonly proof: Proof; readonly session: ConsoleSession },
): Promise<void> {
  await proveDecision(deps, { session, decision: await describeCancel(deps.db, said, session), proof });
  const outcome = await transact(deps.db, (tx) => markCancelled(tx, { by: session.operatorId, content: said }));
  if (outcome !== 'cancelled') throw problem('DECISION_REFUSED', { reason: 'not-under-way' });
}
