import type { ObjectStore } from '@tern/object-store/object-store';
import {
  deleteDuePictures,
  escalateEntries,
  payClaims,
  returnRests,
  sweepOrphans,
} from '@tern/server/money/activities/public';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

const minuteMs = 60_000;

/** Steps of activities: paying claims, alarming about late answers, deleting pictures on their date. */
export function activitySteps({ db, clock, log }: WorkerWorld, pictures: ObjectStore): readonly WorkerStep[] {
  const keeping = { db, clock, pictures };
  const onLate = (late: object): void => log.error(late, 'an activity entry is overdue');
  return [
    { name: 'pay-claims', flow: 'rewards', tick: () => payClaims({ db }, { limit: 20 }), idleMs: 500 },
    { name: 'escalate-entries', tick: () => escalateEntries({ db, onLate }, { limit: 100 }), idleMs: minuteMs },
    { name: 'return-rests', tick: () => returnRests({ db }, { limit: 20 }), idleMs: 10 * minuteMs },
    { name: 'delete-pictures', tick: () => deleteDuePictures(keeping, { limit: 100 }), idleMs: 10 * minuteMs },
    {
      name: 'sweep-pictures',
      // Its count is of leftovers, not of work that waits: one round is all there is.
      tick: async () => {
        const swept = await sweepOrphans(keeping);
        if (swept > 0) log.warn({ swept }, 'pictures without a row were deleted');
        return 0;
      },
      idleMs: 60 * minuteMs,
    },
  ];
}
