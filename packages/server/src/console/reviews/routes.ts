import { implement } from '@orpc/server';
import { toWire } from '@tern/base/to-wire';
import { consoleContract } from '@tern/contracts/console-contract';
import { listReviews } from '../../money/transfers/public.ts';
import { readPage } from '../../platform/read-page.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import { requireOperator, type ConsoleContext } from '../console-context.ts';
import { findReviewCase, type ReviewDeps } from './find-review-case.ts';
import { reviewDecision } from './review-decision.ts';

const pageRows = 50;

export function consoleReviewsRouter(deps: ReviewDeps & ConsoleAccessDeps) {
  const os = implement(consoleContract.reviews).$context<ConsoleContext>();
  const decision = reviewDecision(deps);
  return os.router({
    listReviews: os.listReviews.use(requireOperator).handler(async ({ input }) => {
      const { asset: assetId, waiting, after } = input;
      const { page, last } = await readPage(pageRows, (limit) =>
        listReviews(deps.db, { assetId, waiting, after, limit }),
      );
      return toWire({
        reviews: page.map(({ place: _place, ...review }) => review),
        next: last?.place ?? null,
      });
    }),
    review: os.review
      .use(requireOperator)
      .handler(({ input, context }) => findReviewCase(deps, { id: input.id, session: context.session })),
    askDecision: os.askDecision.use(requireOperator).handler(decision.ask),
    decide: os.decide.use(requireOperator).handler(decision.carryOut),
  });
}
