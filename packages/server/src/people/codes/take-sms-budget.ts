import { problem } from '@tern/contracts/problem';
import type { DbTx } from '@tern/db/database';
import { areaCodeOf, type Contact, type IdentityDeps } from '../accounts/public.ts';
import { findSms, takeSms } from './sms-budget-store.ts';

const dayMs = 86_400_000;
/** Whose part of the day's messages is used: strangers', who may name any number; that of people who recover; of people we know. */
export type SmsPart = 'anybody' | 'way-back' | 'known';

// Numbers nobody has registered cannot use up what people recover with, nor those what they log in with.
const percentOf: Readonly<Record<SmsPart, number>> = { anybody: 80, 'way-back': 90, known: 100 };

/**
 * Takes one text message of the day's budgets: of the installation, and of the area code, since fraud is with the expensive ones.
 * The day is that of UTC. Throws `SMS_LIMIT_REACHED` when one is used up; whoever takes the last one rings the alarm.
 */
export async function takeSmsBudget(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'settings' | 'alert'>,
  {
    contact,
    part,
    toNobody,
    now,
  }: {
    readonly contact: Contact;
    readonly part: SmsPart;
    /** Never sent, so it uses up nothing; it is refused like the others, so that no answer tells who has an account. */
    readonly toNobody: boolean;
    readonly now: Date;
  },
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  // In this order: two messages of one transaction to different countries then wait for others only once.
  const budgets = [
    { scope: 'all', perDay: deps.settings.smsPerDay },
    { scope: `+${areaCodeOf(contact)}`, perDay: deps.settings.smsPerCountryDay },
  ];
  for (const { scope, perDay } of budgets) {
    const limit = Math.floor((perDay * percentOf[part]) / 100);
    const sent = await (toNobody ? findSms : takeSms)(tx, { scope, day, limit });
    if (sent === undefined) {
      throw problem('SMS_LIMIT_REACHED', { retryAfterSeconds: Math.ceil((dayMs - (now.getTime() % dayMs)) / 1000) });
    }
    if (!toNobody && sent === limit) deps.alert('sms-budget-spent');
  }
}
