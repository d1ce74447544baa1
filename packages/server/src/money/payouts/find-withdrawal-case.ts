import type { WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { selectReviews, type ReviewRow, findWithdrawal, type Withdrawal } from '../transfers/public.ts';
import {
  selectAttempts,
  selectHistory,
  selectSteps,
  selectTroubles,
  type CaseAttempt,
  type CaseHistory,
  type CaseStep,
  type CaseTroubles,
} from './case-store.ts';
import { findUnexpectedReceipt, selectReceiptDecisions } from './unexpected-receipt-store.ts';
import type { DecidedReceipt, UnexpectedReceipt } from './unexpected-receipt.ts';

/** Everything an operator needs on one page to decide about a send. */
export type WithdrawalCase = CaseTroubles & {
  readonly withdrawal: Withdrawal;
  readonly steps: readonly CaseStep[];
  readonly reviews: readonly ReviewRow[];
  readonly attempts: readonly CaseAttempt[];
  readonly history: CaseHistory;
  /** A receipt that operators have to decide about, and what they have said. */
  readonly unexpectedReceipt:
    | { readonly receipt: UnexpectedReceipt; readonly decisions: readonly DecidedReceipt[] }
    | undefined;
};

export async function findWithdrawalCase(db: Database, id: WithdrawalId): Promise<WithdrawalCase | undefined> {
  const withdrawal = await findWithdrawal(db.kysely, id);
  if (withdrawal === undefined) return undefined;
  const [steps, reviews, attempts, history, troubles, receipt, decisions] = await Promise.all([
    selectSteps(db.kysely, id),
    selectReviews(db.kysely, id),
    selectAttempts(db.kysely, id),
    selectHistory(db.kysely, withdrawal.personId, withdrawal.toAddress),
    selectTroubles(db.kysely, id),
    findUnexpectedReceipt(db.kysely, id),
    selectReceiptDecisions(db.kysely, id),
  ]);
  const unexpectedReceipt = receipt === undefined ? undefined : { receipt, decisions };
  return { withdrawal, steps, reviews, attempts, history, ...troubles, unexpectedReceipt };
}
