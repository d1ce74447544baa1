import type { ActivityId, OperatorId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isLedgerError } from '@tern/ledger/error';
import { units } from '@tern/money/units';
import { recordOperatorAction, recordRefusal } from '../../people/operators/public.ts';
import { fundActivity } from './activity-money.ts';
import { lockActivity, markClosed, markPublished } from './activity-store.ts';
import type { Activity } from './activity.ts';

/** What became of publishing. Everything but the first changes nothing. */
export type PublishOutcome =
  | 'published'
  | 'not-found'
  | 'not-a-draft'
  /** Its author cannot publish it: it pays out money of the house. */
  | 'second-operator-needed'
  /** It was changed since the operator looked at it. */
  | 'changed-meanwhile'
  /** Its end has passed already. */
  | 'over'
  /** The house does not own, on chain, what all its places together can earn. */
  | 'not-funded';

export type ActivityDecision = {
  readonly activityId: ActivityId;
  /** Null for the installation itself, at its first start. */
  readonly operatorId: OperatorId | null;
};

export type PublishDecision = ActivityDecision & {
  /** Whether what is stored is what the operator has looked at; absent where they name it by its id alone. */
  readonly isAsSeen?: (activity: Activity) => boolean;
};

/** Shows a draft to people and sets aside, at the same moment, the reward of every place it has. */
export async function publishActivity(db: Database, decision: PublishDecision): Promise<PublishOutcome> {
  try {
    return await transact(db, (tx) => publishLocked(tx, decision));
  } catch (error) {
    if (isLedgerError(error, 'exceeds-available')) return 'not-funded';
    throw error;
  }
}

async function publishLocked(tx: DbTx, { activityId, operatorId, isAsSeen }: PublishDecision): Promise<PublishOutcome> {
  const found = await lockActivity(tx, activityId);
  if (found === undefined) return 'not-found';
  const { activity, now } = found;
  if (activity.state !== 'draft') return 'not-a-draft';
  if (isAsSeen !== undefined && !isAsSeen(activity)) return 'changed-meanwhile';
  if (activity.closesAt <= now) return 'over';
  if (operatorId !== null && operatorId === activity.changedBy) {
    await recordRefusal(tx, { operatorId, reason: 'own-work', subject: activityId });
    return 'second-operator-needed';
  }
  const amount = units(activity.reward * BigInt(activity.places));
  await fundActivity(tx, { id: activityId, amount, by: operatorId ?? 'installation' });
  await markPublished(tx, activityId);
  if (operatorId !== null) {
    const details = toWire({ amount });
    await recordOperatorAction(tx, { operatorId, kind: 'activity-published', subject: activityId, details });
  }
  return 'published';
}

/** Lets nobody join any more. What is under review or may be sent again goes on; what was approved stays claimable. */
export async function closeActivity(
  db: Database,
  { activityId, operatorId }: { readonly activityId: ActivityId; readonly operatorId: OperatorId },
): Promise<'closed' | 'not-found' | 'not-published'> {
  return await transact(db, async (tx) => {
    const found = await lockActivity(tx, activityId);
    if (found === undefined) return 'not-found';
    if (found.activity.state !== 'published') return 'not-published';
    await markClosed(tx, activityId);
    await recordOperatorAction(tx, { operatorId, kind: 'activity-closed', subject: activityId });
    return 'closed';
  });
}
