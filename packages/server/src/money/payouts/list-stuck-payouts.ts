import type { Database } from '@tern/db/database';
import { safeActionOf, type SafeAction, type StuckPayout } from './stuck-payout.ts';
import { selectPauses, selectStuck, type SendingPause } from './stuck-store.ts';

export type StuckReport = {
  readonly payouts: readonly (StuckPayout & { readonly action: SafeAction })[];
  readonly pauses: readonly SendingPause[];
};

/** What does not go on: sends too long in one state or waiting for an operator, at most 200, and paused assets. */
export async function listStuckPayouts(db: Database): Promise<StuckReport> {
  const [payouts, pauses] = await Promise.all([selectStuck(db.kysely), selectPauses(db.kysely)]);
  return { payouts: payouts.map((payout) => ({ ...payout, action: safeActionOf(payout) })), pauses };
}
