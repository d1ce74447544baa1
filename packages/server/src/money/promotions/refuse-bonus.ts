import type { BonusRefusal } from '@tern/contracts/routes/promotions';
import type { DbTx } from '@tern/db/database';
import { writeMessages } from '../../people/messages/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { upsertRefusedGrant, type Grant } from './promotion-store.ts';

/** Refuses a bonus for good while the campaign is locked, and tells its person why: neither happens without the other. */
export async function refuseBonus(tx: DbTx, grant: Grant, refusal: BonusRefusal): Promise<void> {
  const { personId, walletId, amount } = grant;
  await upsertRefusedGrant(tx, { personId, walletId, amount }, refusal);
  await writeMessages(tx, [{ personId, about: 'bonus', event: 'bonus-refused', assetId: 'reward', amount }]);
  await notifyPeople(tx, [{ personId, topic: 'account' }]);
}
