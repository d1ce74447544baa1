import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { areaCodeOf, type Contact, type IdentityDeps } from '../accounts/public.ts';
import { takeSms } from './sms-budget-store.ts';

const dayMs = 86_400_000;
// The rest is for who is signed in or has the password: strangers cannot use up what people log in with.
const strangersPercent = 80;

/**
 * Takes one text message of the day's budgets: of the installation, and of the area code, since fraud is with the dear ones.
 * The day is that of UTC. Throws `SMS_LIMIT_REACHED` when one is used up; whoever takes the last one rings the alarm.
 */
export async function takeSmsBudget(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'settings' | 'alert'>,
  { contact, fromAnybody, now }: { readonly contact: Contact; readonly fromAnybody: boolean; readonly now: Date },
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  // In this order: two messages of one transaction to different countries then wait for others only once.
  const budgets = [
    { scope: 'all', perDay: deps.settings.smsPerDay },
    { scope: `+${areaCodeOf(contact)}`, perDay: deps.settings.smsPerCountryDay },
  ];
  for (const { scope, perDay } of budgets) {
    const limit = fromAnybody ? Math.floor((perDay * strangersPercent) / 100) : perDay;
    const sent = await takeSms(tx, { scope, day, limit });
    if (sent === undefined) {
      throw problem('SMS_LIMIT_REACHED', { retryAfterSeconds: Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000) });
    }
    if (sent === limit) deps.alert('sms-budget-spent');
  }
}
