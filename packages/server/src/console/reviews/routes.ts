import { implement } from '@orpc/server';
import type { WithdrawalId } from '@tern/base/ids';
import { consoleContract } from '@tern/contracts/console-contract';
import { unitsToWire } from '@tern/money/units';
import { listReviews } from '../../money/transfers/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { askReviewDecision, decideAtConsole } from './decide-at-console.ts';
import { findReviewCase, type ReviewDeps } from './find-review-case.ts';

export function consoleReviewsRouter(deps: ReviewDeps & ConsoleAccessDeps) {
  const os = implement(consoleContract.reviews).$context<ConsoleContext>();
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
      .handler(({ input, context }) =>
        findReviewCase(deps, { id: input.id as WithdrawalId, session: context.session }),
      ),
    askDecision: os.askDecision
      .use(requireOperator)
      .handler(({ input, context }) => askReviewDecision(deps, { said: input, session: context.session })),
    decide: os.decide.use(requireOperator).handler(async ({ input, context }) => ({
      outcome: await decideAtConsole(deps, { ...input, session: context.session }),
    })),
  });
}
