import type { WithdrawalId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { QuestionView } from '@tern/contracts/routes/console-access';
import type { ReviewDecisionInput } from '@tern/contracts/routes/console-reviews';
import { decideReview, findStops } from '../../money/transfers/public.ts';
import { askForDecision, proveDecision, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { describeReview } from './describe-review.ts';

type Said = { readonly said: ReviewDecisionInput; readonly session: ConsoleSession };
type Proof = Parameters<typeof proveDecision>[1]['proof'];

/** Puts a decision about a send into words, with what is sent to whom. Throws `NOT_FOUND` or `DECISION_REFUSED`. */
export async function askReviewDecision(deps: ConsoleAccessDeps, { said, session }: Said): Promise<QuestionView> {
  const { decision, found } = await describeReview(deps.db, said);
  const { withdrawal: w, reviews } = found;
  if (w.state !== 'under-review') throw problem('DECISION_REFUSED', { reason: 'not-under-review' });
  if (reviews.some(({ operatorId }) => operatorId === session.operatorId))
    throw problem('DECISION_REFUSED', { reason: 'already-decided-by-you' });
  if (said.decision === 'approve' && (await findStops(deps.db.kysely, w.personId)).some((stop) => stop.forbidsApproval))
    throw problem('DECISION_REFUSED', { reason: 'account-on-hold' });
  return askForDecision(deps, { session, decision });
}

/** Takes a signed decision about a send. Throws `PASSKEY_REFUSED` and `DECISION_REFUSED`. */
export async function decideAtConsole(
  deps: ConsoleAccessDeps,
  { said, session, proof }: Said & { readonly proof: Proof },
): Promise<'approved' | 'second-operator-needed' | 'rejected'> {
  const { decision } = await describeReview(deps.db, said);
  await proveDecision(deps, { session, decision, proof });
  const common = { withdrawalId: said.id as WithdrawalId, operatorId: session.operatorId };
  const outcome = await decideReview(
    deps.db,
    said.decision === 'approve'
      ? { ...common, decision: 'approve', reason: said.note }
      : { ...common, decision: 'reject', reason: said.reason, note: said.note },
  );
  if (outcome === 'approved' || outcome === 'second-operator-needed' || outcome === 'rejected') return outcome;
  throw outcome === 'not-found' ? problem('NOT_FOUND') : problem('DECISION_REFUSED', { reason: outcome });
}
