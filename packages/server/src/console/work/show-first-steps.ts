import type { FirstStepsView } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { unitsToWire } from '@tern/money/units';
import { findFirstSteps, type FirstStepSettings } from '../../house/first-steps/public.ts';

/** How far a new installation has come, and which addresses have to be paid to. */
export async function showFirstSteps(db: Database, settings: FirstStepSettings): Promise<FirstStepsView> {
  const { steps, toFund } = await findFirstSteps(db.kysely, settings);
  return {
    steps: [...steps],
    toFund: toFund.map(({ minimum, present, ...account }) => ({
      ...account,
      minimum: unitsToWire(minimum),
      present: present === undefined ? null : { amount: String(present.amount), at: present.at.toISOString() },
    })),
  };
}
