import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { ParticipationView } from '@tern/contracts/routes/activities';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { openRepeats } from '../../platform/idempotency/public.ts';
import { claimReward } from './claim-reward.ts';
import type { ActivityDeps } from './deps.ts';
import { getActivity } from './get-activity.ts';
import { listActivities } from './list-activities.ts';
import { submitEntry } from './submit-entry.ts';

export function activitiesRouter(deps: ActivityDeps) {
  const os = implement(contract.activities).$context<ApiContext>();
  const repeats = openRepeats<ParticipationView>();
  const reading = { db: deps.db.kysely, closedCountries: deps.closedCountries };
  return os.router({
    listActivities: os.listActivities
      .use(requireSession)
      .handler(({ input, context }) => listActivities(reading, { ...input, personId: context.session.personId })),
    activity: os.activity
      .use(requireSession)
      .handler(({ input, context }) => getActivity(reading, { ...input, personId: context.session.personId })),
    submitEntry: os.submitEntry.use(requireSession).handler(({ input, context }) =>
      submitEntry(deps, {
        session: context.session,
        activityId: input.id,
        externalId: input.externalId,
        picture: input.picture,
      }),
    ),
    claimReward: os.claimReward.use(requireSession).handler(({ input, context }) =>
      claimReward(
        deps,
        {
          session: context.session,
          activityId: input.params.id,
          idempotencyKey: input.headers['idempotency-key'],
          tradePassword: input.body.tradePassword,
        },
        repeats,
      ),
    ),
  });
}
