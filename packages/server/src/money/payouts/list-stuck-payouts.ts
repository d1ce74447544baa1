import type { Database } from '@tern/db/database';
import { safeActionOf, type SafeAction, type StuckPayout } from './stuck-payout.ts';
import { selectPauses, selectStuck, type SendingPause, type StuckPage } from './stuck-store.ts';

export type StuckReport = {
  readonly payouts: readonly (StuckPayout & { readonly action: SafeAction })[];
  readonly pauses: readonly SendingPause[];
};

/**
 * What does not go on: sends too long in one state or waiting for an operator, the longest first and at most 200 unless another
 * page is asked for, and all paused assets. Throws `INPUT_INVALID` for a place that is none.
 */
export async function listStuckPayouts(db: Database, page: StuckPage = { limit: 200 }): Promise<StuckReport> {
  const [payouts, pauses] = await Promise.all([selectStuck(db.kysely, page), selectPauses(db.kysely)]);
  return { payouts: payouts.map((payout) => ({ ...payout, action: safeActionOf(payout) })), pauses };
}
