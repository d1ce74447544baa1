import { toWire } from '@tern/base/to-wire';
import type { ActivityCard } from '@tern/contracts/routes/activities';
import { isOpen, type Activity } from './activity.ts';
import { chooseTexts } from './texts.ts';

/** What card and page have in common. */
export function renderSummary(activity: Activity, wanted: string, now: Date): Omit<ActivityCard, 'participation'> {
  const { title, summary, language } = chooseTexts(activity.texts, wanted);
  return toWire({
    id: activity.id,
    title,
    summary,
    language,
    reward: activity.reward,
    places: activity.places,
    placesLeft: activity.places - activity.placesTaken,
    closesAt: activity.closesAt,
    reviewHours: activity.reviewHours,
    platform: activity.platform,
    open: isOpen(activity, now),
  });
}
