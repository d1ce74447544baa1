import { listStuckPayouts } from './list-stuck-payouts.ts';
import type { PayoutDeps } from './payout-deps.ts';

/** Says which payments do not go on, again at every look until they do. Returns 0, so that its loop comes back after its idle time. */
export async function reportStuckPayouts({ db, report }: Pick<PayoutDeps, 'db' | 'report'>): Promise<number> {
  const { payouts } = await listStuckPayouts(db);
  for (const { id, state, waitingFor, waitingDetail, attention, action } of payouts) {
    const waits = waitingFor === null ? 'for no known reason' : `waits for ${waitingFor}: ${waitingDetail ?? ''}`;
    report({ event: 'payout-stuck', withdrawalId: id, detail: `${state}: ${attention ?? waits}; ${action}` });
  }
  return 0;
}
