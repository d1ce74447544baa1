import type { OperatorId, PersonId } from '@tern/base/ids';
import type { OperatorBonusRefusal } from '@tern/contracts/routes/promotions';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isPersonActive } from '../../people/accounts/public.ts';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import { lockCampaign, selectWaitingGrants, updateWaitingGrant } from './promotion-store.ts';
import { refuseBonus } from './refuse-bonus.ts';

export type BonusDecision = {
  readonly personId: PersonId;
  readonly operatorId: OperatorId;
} & (
  | {
      /** Puts the bonus into the queue of the day's budget. */
      readonly decision: 'release';
    }
  | {
      readonly decision: 'refuse';
      /** Of it the person is told what `toldBonusRefusals` says. */
      readonly reason: OperatorBonusRefusal;
    }
);

/** What became of it. Everything but the first changes nothing. */
export type BonusOutcome =
  | 'decided'
  /** None of this person is held. */
  | 'not-found'
  /** Released to an account that is on hold or closed. */
  | 'account-on-hold'
  /** It is the operator's own, or of somebody close to them. */
  | 'own-account';

/** An operator decides a bonus held for review. */
export async function decideBonus(db: Database, said: BonusDecision): Promise<BonusOutcome> {
  const { personId, operatorId } = said;
  return await transact(db, async (tx) => {
    await lockCampaign(tx);
    const [grant] = await selectWaitingGrants(tx, { state: 'review', personId, limit: 1 });
    if (grant === undefined) return 'not-found';
    if (await refuseOwnAccount(tx, { operatorId, personIds: [personId], subject: personId })) return 'own-account';
    if (said.decision === 'release' && !(await isPersonActive(tx, personId))) return 'account-on-hold';
    if (said.decision === 'release') await updateWaitingGrant(tx, personId, 'queued');
    else await refuseBonus(tx, grant, said.reason);
    const kind = said.decision === 'release' ? 'bonus-released' : 'bonus-refused';
    await recordOperatorAction(tx, { operatorId, kind, subject: personId });
    return 'decided';
  });
}
