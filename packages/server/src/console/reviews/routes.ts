import { implement } from '@orpc/server';
import { consoleContract } from '@tern/contracts/console-contract';
import { unitsToWire } from '@tern/money/units';
import { listReviews } from '../../money/transfers/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { findReviewCase, type ReviewDeps } from './find-review-case.ts';
import { reviewDecision } from './review-decision.ts';

export function consoleReviewsRouter(deps: ReviewDeps & ConsoleAccessDeps) {
  const os = implement(consoleContract.reviews).$context<ConsoleContext>();
  const decision = reviewDecision(deps);
  return os.router({
    listReviews: os.listReviews.use(requireOperator).handler(async ({ input }) => {
      const reviews = await listReviews(deps.db);
      const wanted = reviews.filter(
        ({ assetId, approvals }) =>
          (input.asset === undefined || assetId === input.asset) &&
          (input.waiting === undefined || (input.waiting === 'second') === approvals > 0),
      );
      return {
        reviews: wanted.map((review) => ({
          ...review,
          amount: unitsToWire(review.amount),
          fee: unitsToWire(review.fee),
          usdtValue: unitsToWire(review.usdtValue),
          requestedAt: review.requestedAt.toISOString(),
        })),
      };
    }),
    review: os.review
      .use(requireOperator)
      .handler(({ input, context }) => findReviewCase(deps, { id: input.id, session: context.session })),
    askDecision: os.askDecision.use(requireOperator).handler(decision.ask),
    decide: os.decide.use(requireOperator).handler(decision.carryOut),
  });
}
