import { createHash } from 'node:crypto';
import { toWire } from '@tern/base/to-wire';
import type { ActivityCaseView, ActivityRowView } from '@tern/contracts/routes/console-activities';
import { units, unitsToWire } from '@tern/money/units';
import type { Activity } from '../../money/activities/public.ts';
import { canonicalJson } from '../../platform/idempotency/public.ts';

/** One line of the list. `nameOf` says who an operator is. */
export function toRow(activity: Activity, nameOf: (id: string) => string): ActivityRowView {
  const { id, state, texts, platform, reward, places, placesTaken, opensAt, closesAt, changedBy } = activity;
  return toWire({
    id,
    state,
    title: texts['en']?.title ?? '',
    platform,
    reward,
    total: units(reward * BigInt(places)),
    places,
    placesTaken,
    opensAt,
    closesAt,
    changedBy: changedBy === null ? null : nameOf(changedBy),
  });
}

export function toCase(activity: Activity, nameOf: (id: string) => string): ActivityCaseView {
  const { texts, affiliated, sampleName, reviewHours, pictureDays } = activity;
  const row = toRow(activity, nameOf);
  return { ...row, texts, affiliated, sampleName, reviewHours, pictureDays, digest: digestOf(activity) };
}

/** Of what an operator decides about an activity: whoever publishes it signs exactly what was looked at. */
export function digestOf(activity: Activity): string {
  const { id, texts, platform, affiliated, sampleName, reward, places, reviewHours, pictureDays } = activity;
  const terms = { id, texts, platform, affiliated, sampleName, places, reviewHours, pictureDays };
  const dates = { opensAt: activity.opensAt.toISOString(), closesAt: activity.closesAt.toISOString() };
  const text = canonicalJson({ ...terms, ...dates, reward: unitsToWire(reward) });
  return createHash('sha256').update(text).digest('base64url');
}
