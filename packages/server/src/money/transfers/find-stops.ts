import type { PersonId } from '@tern/base/ids';
import type { SendStopView } from '@tern/contracts/routes/console-reviews';
import type { DbReader } from '@tern/db/database';
import { findFreezes, getPerson } from '../../people/accounts/public.ts';
import { findOperatorById } from '../../people/operators/public.ts';
import { findHolds } from '../../people/safeguards/public.ts';
import { listFlowStops } from '../../platform/flow-stops/public.ts';

/**
 * Everything that holds up whatever a person sends, the worst first.
 * `forbidsApproval`: while it is on, nobody can approve a send of theirs. The others only make one wait, or were looked at
 * when it was asked for.
 */
export async function findStops(db: DbReader, personId: PersonId): Promise<readonly SendStopView[]> {
  const [{ state }, freezes, holds, flows] = await Promise.all([
    getPerson(db, personId),
    findFreezes(db, [personId]),
    findHolds(db, [personId]),
    listFlowStops(db),
  ]);
  const [freeze, hold] = [freezes.get(personId), holds.get(personId)];
  const setBy = freeze && (await findOperatorById(db, freeze.by));
  const stopped = flows.find(({ flow }) => flow === 'withdrawals');
  const found = [
    state !== 'active' && {
      kind: 'account-closed' as const,
      reason: state,
      since: null,
      by: null,
      until: null,
      forbidsApproval: true,
      amounts: null,
    },
    freeze !== undefined && {
      kind: 'account-frozen' as const,
      reason: freeze.reason,
      since: freeze.since.toISOString(),
      by: setBy?.name ?? null,
      until: freeze.until.toISOString(),
      forbidsApproval: true,
      amounts: null,
    },
    hold !== undefined && {
      kind: 'security-hold' as const,
      reason: hold.reason,
      since: null,
      by: null,
      until: hold.until.toISOString(),
      forbidsApproval: false,
      amounts: null,
    },
    stopped !== undefined && {
      kind: 'flow-stopped' as const,
      reason: stopped.reason,
      since: null,
      by: null,
      until: null,
      forbidsApproval: false,
      amounts: null,
    },
  ];
  return found.filter((each) => each !== false);
}
