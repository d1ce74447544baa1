import { problem } from '@tern/contracts/problem';
import type { ReviewDecisionInput } from '@tern/contracts/routes/console-reviews';
import type { Database } from '@tern/db/database';
import { findWithdrawalCase } from '../../money/payouts/public.ts';
import { decideReview, findStops, isReceiverClosed, mayHavePaid } from '../../money/transfers/public.ts';
import { findCase } from '../../people/screening/public.ts';
import { signedAction, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { describeReview, statesCase } from './describe-review.ts';

/** The decision about a send. What would be refused in the end is refused before it is signed. */
export function reviewDecision(deps: ConsoleAccessDeps) {
  const decision = signedAction(deps, {
    describe: (said: ReviewDecisionInput) => describeReview(deps.db, said),
    act: async (said, session, signed) => ({
      outcome: await decideAtConsole(deps.db, said, { session, sawCase: statesCase(signed) }),
    }),
  });
  return {
    ...decision,
    ask: async (asked: Parameters<typeof decision.ask>[0]) => {
      await refuseEarly(deps.db, asked.input, asked.context.session);
      return decision.ask(asked);
    },
  };
}

async function refuseEarly(db: Database, said: ReviewDecisionInput, { operatorId }: ConsoleSession): Promise<void> {
  const found = await findWithdrawalCase(db, said.id);
  if (found === undefined) throw problem('NOT_FOUND');
  const { withdrawal: w, reviews } = found;
  if (w.state !== 'under-review') throw problem('DECISION_REFUSED', { reason: 'not-under-review' });
  if (reviews.some((review) => review.operatorId === operatorId))
    throw problem('DECISION_REFUSED', { reason: 'already-decided-by-you' });
  const isSigned = await mayHavePaid(db.kysely, said.id);
  if (said.decision === 'reject' && isSigned) throw problem('DECISION_REFUSED', { reason: 'may-have-paid' });
  if (said.decision === 'approve' && (await findStops(db.kysely, w.personId)).some((stop) => stop.forbidsApproval))
    throw problem('DECISION_REFUSED', { reason: 'account-on-hold' });
  if (said.decision === 'approve' && (await isReceiverClosed(db.kysely, w)))
    throw problem('DECISION_REFUSED', { reason: 'receiver-closed' });
  if (said.decision === 'approve' && !isSigned && (await findCase(db.kysely, said.id))?.isOver === true)
    throw problem('DECISION_REFUSED', { reason: 'deadline-over' });
}

async function decideAtConsole(
  db: Database,
  said: ReviewDecisionInput,
  {
    session: { operatorId },
    sawCase,
  }: {
    readonly session: ConsoleSession;
    readonly sawCase: boolean;
  },
): Promise<'approved' | 'second-operator-needed' | 'rejected'> {
  const common = { withdrawalId: said.id, operatorId };
  const outcome = await decideReview(
    db,
    said.decision === 'approve'
      ? { ...common, decision: 'approve', reason: said.note, sawCase }
      : { ...common, decision: 'reject', reason: said.reason, note: said.note },
  );
  if (outcome === 'approved' || outcome === 'second-operator-needed' || outcome === 'rejected') return outcome;
  throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
}
