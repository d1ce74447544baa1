import type { BonusRefusal } from '@tern/contracts/routes/promotions';
import type { DbTx } from '@tern/db/database';
import { sql } from 'kysely';
import { writeMessages } from '../../people/messages/public.ts';
import { upsertRefusedGrant, type Grant } from './promotion-store.ts';

/** Refuses a bonus for good while the campaign is locked, and tells its person why: neither happens without the other. */
export async function refuseBonus(tx: DbTx, grant: Grant, refusal: BonusRefusal): Promise<void> {
  const { personId, walletId, amount } = grant;
  await upsertRefusedGrant(tx, { personId, walletId, amount }, refusal);
  await writeMessages(tx, [{ personId, about: 'bonus', event: 'bonus-refused', assetId: 'reward', amount }]);
  await sql`SELECT notify_person(${personId}::uuid, 'account', NULL)`.execute(tx);
}
