import type { ActivityId, EntryId, OperatorId, ParticipationId, PersonId, RecordId, WalletId } from '@tern/base/ids';
import type { RejectionReason } from '@tern/contracts/routes/activities';
import type { Units } from '@tern/money/units';
import type { ActivityTexts } from './texts.ts';

/** `draft`: only operators see it. `published`: open between its dates. `closed`: nobody joins any more. */
export type ActivityState = 'draft' | 'published' | 'closed';

/** What an operator decides about an activity; fixed once it is published. */
export type ActivityTerms = {
  readonly texts: ActivityTexts;
  /** The other service, by the name it gives itself. */
  readonly platform: string;
  readonly affiliated: boolean;
  /** A kept picture; null where the app draws an example. */
  readonly sampleName: string | null;
  /** For each approved participation, in reward token base units. */
  readonly reward: Units;
  readonly places: number;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** Within which an answer is promised. */
  readonly reviewHours: number;
  /** After which a picture is deleted. */
  readonly pictureDays: number;
};

export type Activity = ActivityTerms & {
  readonly id: ActivityId;
  readonly state: ActivityState;
  readonly placesTaken: number;
  /** Who last changed the draft; null for the installation itself. */
  readonly changedBy: OperatorId | null;
  readonly publishedAt: Date | null;
  readonly closedAt: Date | null;
};

/**
 * Life of a participation:
 *
 *   under-review ──► approved ──► claimed ──► completed
 *     ▲      └─────► failed
 *     └───────────────┘ another try
 */
export const participationStates = ['under-review', 'approved', 'claimed', 'completed', 'failed'] as const;
export type ParticipationState = (typeof participationStates)[number];

/** The only steps there are; the database refuses all others. */
export const transitions: Readonly<Record<ParticipationState, readonly ParticipationState[]>> = {
  'under-review': ['approved', 'failed'],
  approved: ['claimed'],
  claimed: ['completed'],
  completed: [],
  failed: ['under-review'],
};

export type Participation = {
  readonly id: ParticipationId;
  readonly activityId: ActivityId;
  readonly personId: PersonId;
  readonly state: ParticipationState;
  /** Tries so far; the last one is the one that counts. */
  readonly entries: number;
  readonly resubmitUntil: Date | null;
  readonly walletId: WalletId | null;
  readonly recordId: RecordId | null;
};

/** What was handed in at one try, and what a reviewer said of it. */
export type Entry = {
  readonly id: EntryId;
  readonly number: number;
  readonly externalId: string;
  readonly pictureName: string;
  readonly pictureDeleteAt: Date;
  /** Null once the picture is deleted. */
  readonly pictureDeletedAt: Date | null;
  readonly submittedAt: Date;
  readonly dueAt: Date;
  readonly decision: 'approved' | 'rejected' | null;
  readonly reason: RejectionReason | null;
  readonly reasonText: string | null;
  readonly decidedAt: Date | null;
};

/** Tries of one participation; with the last refusal its place is free again. */
export const entriesMax = 5;

/** After a refusal another try may be sent until the activity closes, and this long at least. */
export const resubmitDaysMin = 7;

/** A picture that was sent and never handed in is kept this long, and so many of one person at most. */
export const unusedPictureHours = 24;
export const unusedPicturesMax = 5;

/** Whether somebody can join at this moment, as far as the activity goes. */
export function isOpen(activity: Activity, now: Date): boolean {
  return (
    activity.state === 'published' &&
    activity.opensAt <= now &&
    now < activity.closesAt &&
    activity.placesTaken < activity.places
  );
}

/** Until when another try may be sent after a refusal at `decidedAt`; null after the last one. */
export function resubmitUntil(
  activity: Pick<Activity, 'closesAt'>,
  { entries, decidedAt }: { readonly entries: number; readonly decidedAt: Date },
): Date | null {
  if (entries >= entriesMax) return null;
  return new Date(Math.max(activity.closesAt.getTime(), decidedAt.getTime() + resubmitDaysMin * 86_400_000));
}
