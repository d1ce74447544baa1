import type { OperatorId } from '@tern/base/ids';
import type { SwitchInput } from '@tern/contracts/routes/console-flows';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { deleteStop, insertStop } from '../../platform/flow-stops/public.ts';

/** Stops a flow or lets it run again. False where it was so already. */
export function switchFlow(
  db: Database,
  { flow, to, note, operatorId }: SwitchInput & { readonly operatorId: OperatorId },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const changed =
      to === 'stopped'
        ? await insertStop(tx, { flow, reason: note, stoppedBy: operatorId })
        : await deleteStop(tx, flow);
    if (!changed) return false;
    const kind = to === 'stopped' ? 'flow-stopped' : 'flow-started';
    await recordOperatorAction(tx, { operatorId, kind, subject: flow, details: { reason: note } });
    return true;
  });
}
