import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { createQuote } from './create-quote.ts';
import type { SwapDeps } from './deps.ts';
import { executeSwap } from './execute-swap.ts';
import { getSwap } from './get-swap.ts';
import { listSwapOptions } from './list-swap-options.ts';
import { listSwaps } from './list-swaps.ts';
import { openSwapLanes } from './swap-lanes.ts';

export function swapsRouter(deps: SwapDeps) {
  const os = implement(contract.swaps).$context<ApiContext>();
  const lanes = openSwapLanes(deps);
  return os.router({
    swapOptions: os.swapOptions.use(requireSession).handler(async () => {
      const { swaps: terms } = await deps.terms.getCurrent(deps.db.kysely);
      return {
        directions: [...(await listSwapOptions(deps))],
        terms: {
          feeBasisPoints: Number(terms.feeBasisPoints),
          swapperShareBasisPoints: Number(terms.swapperShareBasisPoints),
          poolShareBasisPoints: Number(terms.poolShareBasisPoints),
          quoteLifetimeS: deps.quoteLifetimeMs / 1000,
        },
      };
    }),
    createQuote: os.createQuote
      .use(requireSession)
      .handler(({ input, context }) => createQuote(deps, { ...input, personId: context.session.personId })),
    executeSwap: os.executeSwap.use(requireSession).handler(({ input, context }) =>
      executeSwap(
        deps,
        {
          session: context.session,
          quoteId: input.params.quoteId,
          idempotencyKey: input.headers['idempotency-key'],
          tradePassword: input.body.tradePassword,
        },
        lanes,
      ),
    ),
    listSwaps: os.listSwaps.use(requireSession).handler(({ input, context }) =>
      listSwaps(deps.db.kysely, {
        ...input,
        personId: context.session.personId,
        cursor: input.cursor,
      }),
    ),
    swap: os.swap
      .use(requireSession)
      .handler(({ input, context }) => getSwap(deps.db.kysely, { personId: context.session.personId, id: input.id })),
  });
}
