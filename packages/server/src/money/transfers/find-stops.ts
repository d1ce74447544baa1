import type { PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { SendStopView } from '@tern/contracts/routes/console-reviews';
import type { DbReader } from '@tern/db/database';
import { findFreezes, getPerson } from '../../people/accounts/public.ts';
import { findOperatorById } from '../../people/operators/public.ts';
import { findHolds } from '../../people/safeguards/public.ts';
import { listFlowStops } from '../../platform/flow-stops/public.ts';

/** Everything that holds up whatever a person sends, the worst first. */
export async function findStops(db: DbReader, personId: PersonId): Promise<readonly SendStopView[]> {
  const [ofPerson, flows] = await Promise.all([findPersonStops(db, personId), listFlowStops(db)]);
  const stopped = flows.find(({ flow }) => flow === 'withdrawals');
  if (stopped === undefined) return ofPerson;
  return [...ofPerson, { ...unset, kind: 'flow-stopped', reason: stopped.reason, forbidsApproval: false }];
}

/**
 * What of it is about this person alone. `forbidsApproval`: while it is on, nobody can approve a transfer of theirs, nor
 * an entry of an activity. The others only make a transfer wait, or were looked at when it was asked for.
 */
export async function findPersonStops(db: DbReader, personId: PersonId): Promise<readonly SendStopView[]> {
  const [{ state }, freezes, holds] = await Promise.all([
    getPerson(db, personId),
    findFreezes(db, [personId]),
    findHolds(db, [personId]),
  ]);
  const [freeze, hold] = [freezes.get(personId), holds.get(personId)];
  const setBy = freeze && (await findOperatorById(db, freeze.by));
  const found = toWire([
    state !== 'active' && { ...unset, kind: 'account-closed' as const, reason: state, forbidsApproval: true },
    freeze !== undefined && {
      ...unset,
      kind: 'account-frozen' as const,
      reason: freeze.reason,
      since: freeze.since,
      by: setBy?.name ?? null,
      until: freeze.until,
      forbidsApproval: true,
    },
    hold !== undefined && {
      ...unset,
      kind: 'security-hold' as const,
      reason: hold.reason,
      until: hold.until,
      forbidsApproval: false,
    },
  ]);
  return found.filter((each) => each !== false);
}

const unset = { since: null, by: null, until: null, amounts: null };
