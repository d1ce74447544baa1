import { openCoalescer } from '@tern/base/coalescer';
import type { SwapView } from '@tern/contracts/routes/swaps';
import {
  findReplies,
  openRepeats,
  openRequestLane,
  requestSetMax,
  type IdempotentRequest,
  type Repeats,
} from '../../platform/idempotency/public.ts';
import { createSwaps } from './create-swaps.ts';
import type { SwapDeps } from './deps.ts';
import type { AskedSwap } from './swap-facts.ts';

/** A quote whose person has proven that they want it. */
export type ConfirmedQuote = AskedSwap & { readonly request: IdempotentRequest };

/** A process's way to swap: what waits at one moment shares statements and a transaction, and each gets its own outcome. */
export type SwapLanes = {
  /** Equal requests at one moment. */
  readonly repeats: Repeats<SwapView>;
  /** The reply of an earlier equal request, if there is one. Throws `IDEMPOTENCY_KEY_REUSED`. */
  readonly findReply: (request: IdempotentRequest) => Promise<SwapView | undefined>;
  /** Resolves once durable. Throws the problems of a swap. */
  readonly swap: (confirmed: ConfirmedQuote) => Promise<SwapView>;
};

/** Opens the lanes. One pair for each process; any number of processes may have their own. */
export function openSwapLanes(deps: SwapDeps): SwapLanes {
  const replies = openCoalescer<IdempotentRequest, SwapView | undefined>({
    together: (requests) => findReplies<SwapView>(deps.db.kysely, requests),
    // Nothing is done, so it can be asked again.
    isHarmless: () => true,
    weightOf: () => 1,
    weightMax: requestSetMax,
  });
  const swaps = openRequestLane<ConfirmedQuote, SwapView>({
    db: deps.db,
    work: (tx, fresh) => createSwaps(deps, tx, fresh),
    // Of one person one after the other: the balance of each sees those before it.
    keyOf: ({ personId }) => personId,
  });
  return { repeats: openRepeats<SwapView>(), findReply: replies.submit, swap: swaps.submit };
}
