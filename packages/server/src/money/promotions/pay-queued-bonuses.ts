import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { areIncentivesStopped } from '../../chain/reserves/public.ts';
import { holdOpenWallet } from '../../people/wallets/public.ts';
import { lockIncentiveStanding } from '../incentives/public.ts';
import { automaticRefusals, decideDeclared, decidePayment } from './bonus.ts';
import type { ActivationDeps } from './consider-activation.ts';
import { payBonus } from './pay-bonus.ts';
import { getPromotionFunds } from './promotion-funds.ts';
import { lockCampaign, selectDueGrants, sumPaidToday, updateWaitingGrant } from './promotion-store.ts';
import { refuseBonus } from './refuse-bonus.ts';

export type PayQueuedBonusesDeps = Pick<
  ActivationDeps,
  'dailyBudget' | 'closedCountries' | 'countryCorrectionMinutes'
> & { readonly db: Database };

/**
 * Worker step: pays bonuses that waited for a new day's budget, for whole reserves or for a country that stands, oldest first;
 * those of accounts on hold wait on without holding up others. Returns how many were settled.
 */
export async function payQueuedBonuses(
  deps: PayQueuedBonusesDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  return await transact(deps.db, async (tx) => {
    await lockCampaign(tx);
    const stopped = await areIncentivesStopped(tx, 'reward');
    let settled = 0;
    // What is queued was looked at where somebody had to; what waited for a country was not.
    for (const { state: waited, ...grant } of await selectDueGrants(tx, {
      limit,
      countryCorrectionMinutes: deps.countryCorrectionMinutes,
    })) {
      if (!(await holdOpenWallet(tx, grant.walletId))) continue;
      const lasting = await lockIncentiveStanding(tx, deps, grant.personId);
      const facts = { bonus: grant.amount, dailyBudget: deps.dailyBudget, stopped, isOnHold: false, ...lasting };
      const decide = waited === 'queued' ? decidePayment : decideDeclared;
      const state = decide({ ...facts, funds: await getPromotionFunds(tx), paidToday: await sumPaidToday(tx) });
      if (state === 'queued') break;
      if (state === 'paid') await payBonus(tx, grant);
      else if (state === 'refused' || state === 'ended') await refuseBonus(tx, grant, automaticRefusals[state]);
      else await updateWaitingGrant(tx, grant.personId, state);
      settled += 1;
    }
    return settled;
  });
}
