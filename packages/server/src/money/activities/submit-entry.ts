import { systemClock } from '@tern/base/clock';
import { crashPoint } from '@tern/base/crash-point';
import {
  newId,
  newOrderedId,
  type ActivityId,
  type EntryId,
  type ParticipationId,
  type PersonId,
} from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import type { DbTx } from '@tern/db/database';
import { isUniqueViolation } from '@tern/db/violations';
import { changeAccount } from '../../people/sessions/public.ts';
import type { ApiSession } from '../../platform/api-context.ts';
import { changePlaces, lockActivity, type ActivityNow } from './activity-store.ts';
import { isOpen, type Activity, type Participation } from './activity.ts';
import type { ActivityDeps } from './deps.ts';
import { getLastEntry, insertEntry } from './entry-store.ts';
import { hashExternalId, readExternalId, type ExternalId } from './external-id.ts';
import {
  externalIdConstraint,
  insertParticipation,
  lockParticipation,
  reopenParticipation,
  usePicture,
} from './participation-store.ts';
import { renderParticipation } from './participation.ts';
import { lockOwnPicture, markUsed } from './picture-store.ts';
import { findRefusalOfPerson } from './refusal-of-person.ts';

export type SubmitEntryInput = {
  readonly session: ApiSession;
  readonly activityId: ActivityId;
  /** As typed. */
  readonly externalId: string;
  /** Name of a picture this person sent; null where none was chosen. */
  readonly picture: string | null;
};

type Handed = { readonly externalId: ExternalId; readonly pictureName: string; readonly contentHash: Buffer };

/**
 * Joins an activity, or tries again after a refusal. The same entry sent again changes nothing. Throws the problems the
 * contract lists for this route; which of user ID and picture was used, and by whom, is never said.
 */
export async function submitEntry(
  deps: Pick<ActivityDeps, 'db' | 'closedCountries'>,
  input: SubmitEntryInput,
): Promise<ParticipationView> {
  const externalId = readExternalId(input.externalId);
  if ('fault' in externalId) {
    throw problem(externalId.fault === 'missing' ? 'EXTERNAL_ID_REQUIRED' : 'EXTERNAL_ID_INVALID');
  }
  const { picture } = input;
  if (picture === null) throw problem('PICTURE_REQUIRED');
  crashPoint('a1');
  try {
    const { session, activityId } = input;
    const { personId } = session;
    return await changeAccount(deps.db, session, (tx) =>
      submitLocked(deps, tx, { personId, activityId, externalId, picture }),
    );
  } catch (error) {
    if (isUniqueViolation(error, externalIdConstraint)) throw problem('PARTICIPATION_DATA_USED');
    throw error;
  }
}

async function submitLocked(
  deps: Pick<ActivityDeps, 'closedCountries'>,
  tx: DbTx,
  input: Pick<SubmitEntryInput, 'activityId'> & {
    readonly personId: PersonId;
    readonly externalId: ExternalId;
    readonly picture: string;
  },
): Promise<ParticipationView> {
  const { personId, activityId, externalId, picture } = input;
  const found = await lockActivity(tx, activityId);
  if (found === undefined || found.activity.state === 'draft') throw problem('NOT_FOUND');
  const own = await lockParticipation(tx, { activityId, personId });
  if (own !== undefined) {
    const last = await getLastEntry(tx, own);
    const same = last.pictureName === picture && last.externalId === externalId.shown;
    if (own.state === 'under-review' && same) return renderParticipation(own, last, found.now);
  }
  await checkMayEnter(deps, tx, { found, own, personId });
  const kept = await lockOwnPicture(tx, personId, picture);
  if (kept === undefined) throw problem('PICTURE_REQUIRED');
  const handed = { externalId, pictureName: picture, contentHash: kept.contentHash };
  const id = own === undefined ? await join(tx, input, handed) : await tryAgain(tx, own, handed);
  return await finish(tx, { id, activity: found.activity, personId, handed });
}

async function checkMayEnter(
  deps: Pick<ActivityDeps, 'closedCountries'>,
  tx: DbTx,
  {
    found: { activity, now },
    own,
    personId,
  }: { readonly found: ActivityNow; readonly own: Participation | undefined; readonly personId: PersonId },
): Promise<void> {
  const refusal = await findRefusalOfPerson(tx, deps.closedCountries, personId);
  if (refusal !== null) throw problem('PARTICIPATION_FAILED', { reason: refusal });
  if (own === undefined) {
    if (isOpen(activity, now)) return;
    const reason = activity.placesTaken >= activity.places ? 'full' : 'not-open';
    throw problem('PARTICIPATION_FAILED', { reason });
  }
  if (own.state !== 'failed') throw problem('PARTICIPATION_FAILED', { reason: 'already-joined' });
  if (own.resubmitUntil === null || own.resubmitUntil <= now) {
    throw problem('PARTICIPATION_FAILED', { reason: 'no-more-tries' });
  }
}

async function join(
  tx: DbTx,
  { activityId, personId }: { readonly activityId: ActivityId; readonly personId: PersonId },
  { externalId }: Handed,
): Promise<ParticipationId> {
  const id = newId<ParticipationId>();
  const externalIdHash = hashExternalId(externalId);
  const joined = await insertParticipation(tx, { id, activityId, personId, externalIdHash });
  if (!joined) throw problem('PARTICIPATION_FAILED', { reason: 'already-joined' });
  await changePlaces(tx, activityId, 1);
  return id;
}

async function tryAgain(tx: DbTx, { id }: Participation, { externalId }: Handed): Promise<ParticipationId> {
  await reopenParticipation(tx, { id, externalIdHash: hashExternalId(externalId) });
  return id;
}

async function finish(
  tx: DbTx,
  {
    id,
    activity,
    personId,
    handed,
  }: {
    readonly id: ParticipationId;
    readonly activity: Activity;
    readonly personId: PersonId;
    readonly handed: Handed;
  },
): Promise<ParticipationView> {
  if (!(await usePicture(tx, handed.contentHash, id))) throw problem('PARTICIPATION_DATA_USED');
  await markUsed(tx, handed.pictureName, activity.pictureDays);
  const participation = await lockParticipation(tx, { activityId: activity.id, personId });
  if (participation === undefined) throw new Error('a participation just written is there');
  await insertEntry(tx, {
    id: newOrderedId<EntryId>(systemClock.nowMs()),
    participationId: id,
    number: participation.entries,
    externalId: handed.externalId,
    pictureName: handed.pictureName,
    reviewHours: activity.reviewHours,
  });
  const entry = await getLastEntry(tx, participation);
  return renderParticipation(participation, entry, entry.submittedAt);
}
