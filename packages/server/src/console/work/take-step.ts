import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { HouseStep, PayoutStep } from '@tern/contracts/routes/console-work';
import type { Database } from '@tern/db/database';
import { parseAddress } from '@tern/tron/address';
import { insertReturn, decideColdOrder, resumeOrder } from '../../house/treasury/public.ts';
import {
  assignSuspense,
  dismissQuarantined,
  giveDepositToHouse,
  returnToSender,
  thawToken,
  type ReturnDeps,
} from '../../money/deposits/public.ts';
import { decideUnexpectedReceipt, resumeAsset, resumePayout, returnPayout } from '../../money/payouts/public.ts';

/** What came of a step: done, or kept until a second, different operator says the same. */
export type StepOutcome = 'done' | 'second-operator-needed';

/** Takes a step about a payment that does not go on. Throws `DECISION_REFUSED` and `NOT_FOUND`. */
export async function takePayoutStep(db: Database, said: PayoutStep, operatorId: OperatorId): Promise<StepOutcome> {
  const withdrawalId = said.id;
  switch (said.step) {
    case 'resume-payout':
      return judge(await resumePayout(db, { withdrawalId, operatorId }));
    case 'return-payout':
      return judge(await returnPayout(db, { withdrawalId, operatorId, reason: said.note }));
    case 'settle-unexpected-receipt':
      return judge(
        await decideUnexpectedReceipt(db, { withdrawalId, operatorId, decision: 'settle', reason: said.note }),
      );
    case 'return-unexpected-receipt':
      return judge(
        await decideUnexpectedReceipt(db, { withdrawalId, operatorId, decision: 'return', reason: said.note }),
      );
  }
}

/** Takes a step about the house's money or about what came in. Throws `DECISION_REFUSED` and `NOT_FOUND`. */
export async function takeHouseStep(
  deps: Omit<ReturnDeps, 'orderReturn'>,
  said: HouseStep,
  operatorId: OperatorId,
): Promise<StepOutcome> {
  const { db } = deps;
  switch (said.step) {
    case 'resume-asset':
      return judge((await resumeAsset(db, { assetId: said.id, operatorId })) ? 'done' : 'not-stopped');
    case 'resume-order':
      return judge((await resumeOrder(db, { orderId: said.id, operatorId })) ? 'done' : 'not-stopped');
    case 'approve-cold':
    case 'reject-cold': {
      const decision = said.step === 'approve-cold' ? 'approve' : 'reject';
      return judge(await decideColdOrder(db, { orderId: said.id, operatorId, decision }));
    }
    case 'assign-suspense': {
      const parsed = parseAddress(said.address);
      if (!('address' in parsed)) return judge('no-such-wallet');
      const target = { depositId: said.id, address: parsed.address };
      return judge(await assignSuspense(db, { ...target, operatorId, reason: said.note }));
    }
    case 'suspense-to-house':
      return judge(await giveDepositToHouse(db, { depositId: said.id, operatorId, reason: said.note }));
    case 'return-suspense': {
      const { despiteWarnings, note: reason } = said;
      const input = { depositId: said.id, operatorId, reason, despiteWarnings };
      const { outcome, warnings } = await returnToSender({ ...deps, orderReturn: insertReturn }, input);
      return judge(outcome === 'warned' ? `warned-${warnings[0] ?? 'contract'}` : outcome);
    }
    case 'dismiss':
      return judge(await dismissQuarantined(db, { subject: said.id, operatorId, reason: said.note }));
    case 'thaw-token':
      return judge(await thawToken(db, { assetId: said.id, operatorId, reason: said.note }));
  }
}

const good: ReadonlySet<string> = new Set(['done', 'ordered', 'returned', 'settled', 'approved', 'rejected']);

/** The operations' own words for an outcome in the console's. */
function judge(outcome: string): StepOutcome {
  if (good.has(outcome)) return 'done';
  if (outcome === 'second-operator-needed') return outcome;
  throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
}
