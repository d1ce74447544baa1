import type { ActivityId, PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ParticipationRefusal } from '@tern/contracts/problems/activities';
import type { ActivityView } from '@tern/contracts/routes/activities';
import type { DbReader } from '@tern/db/database';
import { findActivity, type ActivityNow } from './activity-store.ts';
import { isOpen } from './activity.ts';
import { getLastEntry } from './entry-store.ts';
import { findParticipation } from './participation-store.ts';
import { renderParticipation } from './participation.ts';
import { findRefusalOfPerson } from './refusal-of-person.ts';
import { renderSummary } from './render-activity.ts';
import { chooseTexts } from './texts.ts';

/** An activity with this person's part in it. Throws `NOT_FOUND` for drafts and what does not exist. */
export async function getActivity(
  { db, closedCountries }: { readonly db: DbReader; readonly closedCountries: readonly string[] },
  { personId, id, language }: { readonly personId: PersonId; readonly id: ActivityId; readonly language: string },
): Promise<ActivityView> {
  const [found, own] = await Promise.all([findActivity(db, id), findParticipation(db, { activityId: id, personId })]);
  if (found === undefined || found.activity.state === 'draft') throw problem('NOT_FOUND');
  const { activity, now } = found;
  const { purpose, criteria } = chooseTexts(activity.texts, language);
  const refusal = (await findRefusalOfPerson(db, closedCountries, personId)) ?? refusalOfActivity(found);
  // Where incentives are closed nothing is offered; what was joined before stays in sight.
  if (refusal === 'country-closed' && own === undefined) throw problem('NOT_FOUND');
  return {
    ...renderSummary(activity, language, now),
    purpose,
    criteria,
    affiliated: activity.affiliated,
    samplePath: activity.sampleName === null ? null : `/api/activities/samples/${activity.sampleName}`,
    pictureDays: activity.pictureDays,
    refusal: own === undefined ? refusal : null,
    participation: own === undefined ? null : renderParticipation(own, await getLastEntry(db, own), now),
  };
}

function refusalOfActivity({ activity, now }: ActivityNow): ParticipationRefusal | null {
  if (isOpen(activity, now)) return null;
  return activity.placesTaken >= activity.places ? 'full' : 'not-open';
}
