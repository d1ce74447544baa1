import { assert } from '@tern/base/assert';
import type { EntryId, OperatorId } from '@tern/base/ids';
import type { RejectionReason } from '@tern/contracts/routes/activities';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isPersonActive } from '../../people/accounts/public.ts';
import { writeMessages } from '../../people/messages/public.ts';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { isVisibleText, readLine } from '../../platform/visible-text.ts';
import { mayReceiveIncentives } from '../incentives/public.ts';
import { changePlaces, lockActivity } from './activity-store.ts';
import { entriesMax, resubmitUntil, type Activity, type Participation } from './activity.ts';
import { decideEntryRow, findEntryOwner } from './entry-store.ts';
import { lockParticipationById, markApproved, markFailed } from './participation-store.ts';

/** What became of a decision. Everything but the first two changes nothing. */
export type EntryOutcome =
  | 'approved'
  | 'rejected'
  | 'not-found'
  /** It is the reviewer's own, or of somebody close to them. */
  | 'own-account'
  /** The person is on hold or closed: nothing is promised to them meanwhile. Rejecting is possible. */
  | 'account-on-hold'
  /** Somebody has decided about it, or it is not the try that counts. */
  | 'not-under-review'
  /** `other` alone says nothing to the person. */
  | 'text-needed'
  /** More than 300 characters, or some that nobody sees. */
  | 'text-invalid';

export type EntryDecision = { readonly entryId: EntryId; readonly operatorId: OperatorId } & (
  | { readonly decision: 'approve' }
  /** `text` is shown to the person, in one line; empty for none. */
  | { readonly decision: 'reject'; readonly reason: RejectionReason; readonly text: string }
);

const textMaxLength = 300;

/** Where nothing is given, as ISO 3166-1 alpha-2. */
type Gates = { readonly closedCountries: readonly string[] };

/**
 * A reviewer's decision about an entry, which the person is told of. The first one counts. Where incentives are closed for the
 * person meanwhile an approval is not told: the reward it speaks of cannot be claimed there.
 */
export async function decideEntry(db: Database, gates: Gates, input: EntryDecision): Promise<EntryOutcome> {
  const text = input.decision === 'reject' ? readLine(input.text) : '';
  if (input.decision === 'reject' && input.reason === 'other' && text.length < 3) return 'text-needed';
  if (text.length > textMaxLength || !isVisibleText(text)) return 'text-invalid';
  return await transact(db, (tx) => decideLocked(tx, gates, { input, reasonText: text === '' ? null : text }));
}

async function decideLocked(
  tx: DbTx,
  { closedCountries }: Gates,
  { input, reasonText }: { readonly input: EntryDecision; readonly reasonText: string | null },
): Promise<EntryOutcome> {
  const { entryId, operatorId } = input;
  const owner = await findEntryOwner(tx, entryId);
  if (owner === undefined) return 'not-found';
  // The person first, then the activity, as everybody who joins locks them; a hold waits for the end of this.
  const isOnHold = input.decision === 'approve' && !(await isPersonActive(tx, owner.personId));
  const found = await lockActivity(tx, owner.activityId);
  const participation = await lockParticipationById(tx, owner.participationId);
  assert(found !== undefined && participation !== undefined, `entry ${entryId} belongs to nothing`);
  if (participation.state !== 'under-review' || participation.entries !== owner.number) return 'not-under-review';
  const { personId } = participation;
  if (await refuseOwnAccount(tx, { operatorId, personIds: [personId], subject: entryId })) return 'own-account';
  if (isOnHold) return 'account-on-hold';
  const decision = input.decision === 'approve' ? 'approved' : 'rejected';
  const reason = input.decision === 'approve' ? null : input.reason;
  const decidedAt = await decideEntryRow(tx, { id: entryId, operatorId, decision, reason, reasonText });
  if (decidedAt === undefined) return 'not-under-review';
  if (decision === 'approved') await markApproved(tx, participation.id);
  else await fail(tx, found.activity, participation, decidedAt);
  const isOffer = decision === 'approved';
  if (!isOffer || (await mayReceiveIncentives(tx, closedCountries, personId)))
    await tell(tx, { entryId, decision, participation, activity: found.activity });
  await notifyPeople(tx, [{ personId, topic: 'activities', ref: participation.activityId }]);
  await recordOperatorAction(tx, {
    operatorId,
    kind: `entry-${decision}`,
    subject: entryId,
    details: reason === null ? {} : { reason, ...(reasonText === null ? {} : { text: reasonText }) },
  });
  return decision;
}

async function fail(tx: DbTx, activity: Activity, participation: Participation, decidedAt: Date): Promise<void> {
  const { id, entries } = participation;
  await markFailed(tx, id, resubmitUntil(activity, { entries, decidedAt }));
  // Nobody waits for this place any more.
  if (entries >= entriesMax) await changePlaces(tx, activity.id, -1);
}

async function tell(
  tx: DbTx,
  news: {
    readonly entryId: EntryId;
    readonly decision: 'approved' | 'rejected';
    readonly participation: Participation;
    readonly activity: Activity;
  },
): Promise<void> {
  const { entryId, decision, participation, activity } = news;
  const { personId, activityId } = participation;
  await writeMessages(tx, [
    {
      personId,
      about: 'activity',
      event: `entry-${decision}`,
      entryId,
      activityId,
      assetId: 'reward',
      amount: activity.reward,
    },
  ]);
}
