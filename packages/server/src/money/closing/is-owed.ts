import type { PersonId } from '@tern/base/ids';
import type { DbReader } from '@tern/db/database';
import { hasClaim } from '../activities/public.ts';
import { hasUnpaidShare } from '../pool/public.ts';
import { hasQueuedBonus } from '../promotions/public.ts';
import { hasOwedReward } from '../swaps/public.ts';

/** Whether something is still to be paid into the account by itself: it would reach a closed one, where nobody could take it. */
export async function isOwed(db: DbReader, personId: PersonId): Promise<boolean> {
  return (
    (await hasClaim(db, personId)) ||
    (await hasQueuedBonus(db, personId)) ||
    (await hasOwedReward(db, personId)) ||
    (await hasUnpaidShare(db, personId))
  );
}
