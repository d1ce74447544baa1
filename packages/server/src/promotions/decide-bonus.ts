import type { OperatorId, PersonId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction, refuseOwnAccount } from '../operators/public.ts';
import { lockCampaign, selectWaitingGrants, updateWaitingGrant } from './promotion-store.ts';

export type BonusDecision = {
  readonly personId: PersonId;
  /** `release` puts the bonus into the queue of the day's budget. */
  readonly decision: 'release' | 'refuse';
  readonly operatorId: OperatorId;
};

/** What became of it. Everything but the first changes nothing. */
export type BonusOutcome =
  | 'decided'
  /** None of this person is held. */
  | 'not-found'
  /** It is the operator's own, or of somebody near to them. */
  | 'own-account';

/** An operator decides a bonus held for review. */
export async function decideBonus(
  db: Database,
  { personId, decision, operatorId }: BonusDecision,
): Promise<BonusOutcome> {
  return await transact(db, async (tx) => {
    await lockCampaign(tx);
    const [grant] = await selectWaitingGrants(tx, { state: 'review', personId, limit: 1 });
    if (grant === undefined) return 'not-found';
    if (await refuseOwnAccount(tx, { operatorId, personIds: [personId], subject: personId })) return 'own-account';
    await updateWaitingGrant(tx, personId, decision === 'release' ? 'queued' : 'refused');
    const kind = decision === 'release' ? 'bonus-released' : 'bonus-refused';
    await recordOperatorAction(tx, { operatorId, kind, subject: personId });
    return 'decided';
  });
}
