import { toWire } from '@tern/base/to-wire';
import type { FirstStepsView } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { findFirstSteps, type FirstStepSettings } from '../../house/first-steps/public.ts';

/** How far a new installation has come, and which addresses have to be paid to. */
export async function showFirstSteps(db: Database, settings: FirstStepSettings): Promise<FirstStepsView> {
  const { steps, toFund } = await findFirstSteps(db.kysely, settings);
  return toWire({
    steps: [...steps],
    toFund: toFund.map(({ present, ...account }) => ({
      ...account,
      present: present === undefined ? null : { amount: present.amount, at: present.at },
    })),
  });
}
