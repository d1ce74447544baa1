import { toWire } from '@tern/base/to-wire';
import type { ParticipationStatus, ParticipationView } from '@tern/contracts/routes/activities';
import { entriesMax, type Entry, type Participation, type ParticipationState } from './activity.ts';

const statuses: Readonly<Record<ParticipationState, ParticipationStatus>> = {
  'under-review': 'under-review',
  approved: 'approved',
  claimed: 'paying',
  completed: 'completed',
  failed: 'failed',
};

export function picturePath(name: string): string {
  return `/api/activities/pictures/${name}`;
}

/** As the API shows it to its owner. */
export function renderParticipation(participation: Participation, entry: Entry, now: Date): ParticipationView {
  const { state, resubmitUntil } = participation;
  return toWire({
    status: statuses[state],
    externalId: entry.externalId,
    picture:
      entry.pictureDeletedAt === null
        ? {
            name: entry.pictureName,
            path: picturePath(entry.pictureName),
            deletesAt: entry.pictureDeleteAt,
          }
        : null,
    submittedAt: entry.submittedAt,
    answerBy: entry.dueAt,
    late: state === 'under-review' && entry.dueAt <= now,
    decidedAt: entry.decidedAt,
    rejection: entry.reason === null ? null : { reason: entry.reason, text: entry.reasonText },
    resubmitUntil: resubmitUntil !== null && now < resubmitUntil ? resubmitUntil : null,
    triesLeft: Math.max(0, entriesMax - participation.entries),
    recordId: participation.recordId,
  });
}
