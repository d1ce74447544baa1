import type { WithdrawalId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ReviewCaseView, SendStopView } from '@tern/contracts/routes/console-reviews';
import type { Database } from '@tern/db/database';
import { getBalances } from '@tern/ledger/balances';
import { zero, type Units } from '@tern/money/units';
import { readHotState, type HotSettings } from '../../house/treasury/public.ts';
import { findWithdrawalCase, type WithdrawalCase } from '../../money/payouts/public.ts';
import { findActivatedAt } from '../../money/promotions/public.ts';
import { isReceiverClosed, sumOfLastDay } from '../../money/transfers/public.ts';
import { getPerson } from '../../people/accounts/public.ts';
import { listOperators } from '../../people/operators/public.ts';
import { findCase, findRule, type ScreeningCase, type ScreeningRule } from '../../people/screening/public.ts';
import type { TermsReader } from '../../people/terms/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { ruleView } from '../screening/public.ts';
import { selectArrivals, selectCaseFacts, selectPastTransfers, sumOfThirtyDays } from './case-facts-store.ts';
import { judgeEvidence } from './evidence.ts';
import { findAllStops } from './find-all-stops.ts';

export type ReviewDeps = {
  readonly db: Database;
  readonly terms: TermsReader;
  /** Floor and ceiling of the hot wallet. */
  readonly hot: HotSettings;
  /** Who may decide; the others are told why not. */
  readonly mayDecide: (session: ConsoleSession) => boolean;
};

/** Everything an operator needs on one page to decide about a send. Throws `NOT_FOUND`. */
export async function findReviewCase(
  deps: ReviewDeps,
  { id, session }: { readonly id: WithdrawalId; readonly session: ConsoleSession },
): Promise<ReviewCaseView> {
  const { db } = deps;
  const found = await findWithdrawalCase(db, id);
  if (found === undefined) throw problem('NOT_FOUND');
  const { withdrawal: w } = found;
  const { kysely } = db;
  const [facts, past, month, day, person, activatedAt, operators, balances, terms, hot] = await Promise.all([
    selectCaseFacts(kysely, id),
    selectPastTransfers(kysely, w.personId, id),
    sumOfThirtyDays(kysely, w.personId),
    sumOfLastDay(kysely, w.personId),
    getPerson(kysely, w.personId),
    findActivatedAt(kysely, w.personId),
    listOperators(db),
    getBalances(kysely, { walletId: w.walletId }),
    deps.terms.getCurrent(kysely),
    w.settlement === 'chain' ? readHotState(kysely, w.assetId, deps.hot) : undefined,
  ]);
  const { sending: limits } = terms;
  const arrivals = await selectArrivals(kysely, w.personId);
  const held = await findCase(kysely, id);
  const stops = await findAllStops(kysely, { send: w, limits });
  const hold = stops.find(({ kind }) => kind === 'security-hold')?.until;
  const balance = balances.get(w.assetId);
  const hotAfter = hot === undefined ? undefined : hot.available - (isCounted(w.state) ? 0n : w.amount);
  return toWire({
    ...{ id: w.id, recordId: w.recordId, assetId: w.assetId },
    amount: w.amount,
    fee: w.fee,
    usdtValue: w.usdtValue,
    settlement: w.settlement,
    toAddress: w.toAddress,
    approvals: found.reviews.filter(({ decision }) => decision === 'approve').length,
    approvalsNeeded: w.approvalsNeeded,
    cause: w.reviewCause,
    requestedAt: w.createdAt,
    state: w.state,
    memo: w.memo,
    evidence: judgeEvidence(
      { ...facts, holdUntil: typeof hold === 'string' ? new Date(hold) : null },
      { usdtValue: w.usdtValue, cause: w.reviewCause },
    ),
    screening: held === undefined ? null : screeningView(held, await findRule(kysely, held.ruleVersion)),
    person: {
      id: w.personId,
      publicId: person.publicId,
      since: person.createdAt,
      activatedAt: activatedAt ?? null,
      state: person.state,
      available: (balance?.posted ?? zero) - (balance?.held ?? zero),
      sentThirtyDaysUsdt: month,
      stops: [...stops],
    },
    lastTransfers: past.map(movedView),
    arrivals: arrivals.map(movedView),
    decisions: decisionsView(found, operators),
    waitingFor: found.waitingFor,
    steps: found.steps.map(({ from, to, at }) => ({ from, to, at })),
    limits: {
      largestUsdt: limits.maximumUsdt,
      leftTodayUsdt: day < limits.dailyMaximumUsdt ? limits.dailyMaximumUsdt - day : 0n,
    },
    hotAfter: hotAfter === undefined ? null : String(hotAfter < 0n ? 0n : hotAfter),
    hotShort: hotAfter !== undefined && hotAfter < 0n,
    obstacle: obstacleOf(deps, found, { session, stops, receiverClosed: await isReceiverClosed(kysely, w) }),
  });
}

function decisionsView(
  { reviews }: Pick<WithdrawalCase, 'reviews'>,
  operators: readonly { readonly id: string; readonly name: string }[],
): ReviewCaseView['decisions'] {
  const nameOf = new Map(operators.map((operator) => [operator.id, operator.name]));
  return toWire(
    reviews.map(({ operatorId, decision, reason, at }) => ({
      operator: nameOf.get(operatorId) ?? operatorId,
      decision,
      reason,
      at,
    })),
  );
}

function movedView<Moved extends { readonly at: Date; readonly amount: Units }>({ at, amount, ...rest }: Moved) {
  return toWire({ ...rest, at, amount });
}

function screeningView(
  { reason, openedAt, until, evidence }: ScreeningCase,
  rule: ScreeningRule | null,
): ReviewCaseView['screening'] {
  return toWire({
    reason,
    openedAt,
    until,
    evidence: [...evidence],
    rule: rule === null ? null : ruleView(rule),
  });
}

/** Whether the books of the hot wallet count this payment as on its way already. */
function isCounted(state: string): boolean {
  return state !== 'requested' && state !== 'under-review';
}

function obstacleOf(
  { mayDecide }: ReviewDeps,
  { withdrawal, reviews }: WithdrawalCase,
  {
    session,
    stops,
    receiverClosed,
  }: { readonly session: ConsoleSession; readonly stops: readonly SendStopView[]; readonly receiverClosed: boolean },
): ReviewCaseView['obstacle'] {
  if (!mayDecide(session)) return 'role';
  if (withdrawal.state !== 'under-review') return 'not-open';
  if (reviews.some(({ operatorId }) => operatorId === session.operatorId)) return 'decided-by-you';
  if (stops.some(({ forbidsApproval }) => forbidsApproval)) return 'account-on-hold';
  return receiverClosed ? 'receiver-closed' : null;
}
