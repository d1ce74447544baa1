import type { ActivityCard } from '@tern/contracts/routes/activities';
import { unitsToWire } from '@tern/money/units';
import { isOpen, type Activity } from './activity.ts';
import { chooseTexts } from './texts.ts';

/** What card and page have in common. */
export function renderSummary(activity: Activity, wanted: string, now: Date): Omit<ActivityCard, 'participation'> {
  const { title, summary, language } = chooseTexts(activity.texts, wanted);
  return {
    id: activity.id,
    title,
    summary,
    language,
    reward: unitsToWire(activity.reward),
    places: activity.places,
    placesLeft: activity.places - activity.placesTaken,
    closesAt: activity.closesAt.toISOString(),
    reviewHours: activity.reviewHours,
    platform: activity.platform,
    open: isOpen(activity, now),
  };
}
