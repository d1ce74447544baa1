import { crashPoint } from '@tern/base/crash-point';
import type { QuoteId } from '@tern/base/ids';
import type { SwapView } from '@tern/contracts/routes/swaps';
import type { ApiSession } from '../../platform/api-context.ts';
import type { IdempotentRequest } from '../../platform/idempotency/public.ts';
import type { SwapDeps } from './deps.ts';
import type { SwapLanes } from './swap-lanes.ts';

export type ExecuteSwapInput = {
  readonly session: ApiSession;
  readonly quoteId: QuoteId;
  /** Made by the client before the first sending; the same for every repetition. */
  readonly idempotencyKey: string;
  readonly tradePassword: string;
};

/**
 * Swaps at a quote: the trade password, then the price again, both legs, record and reply in one database transaction, once.
 * The same request again gets the stored reply. What waits in the same `lanes` at one moment shares its statements. Throws
 * the problems the contract lists for this route.
 */
export async function executeSwap(deps: SwapDeps, input: ExecuteSwapInput, lanes: SwapLanes): Promise<SwapView> {
  const { session, quoteId } = input;
  const { personId } = session;
  const request: IdempotentRequest = {
    personId,
    key: input.idempotencyKey,
    request: { route: 'execute-swap', quoteId },
  };
  const earlier = await lanes.findReply(request);
  if (earlier !== undefined) return earlier;
  return lanes.repeats.join(request, async () => {
    await deps.factors.authorizeSwap({ personId, tradePassword: input.tradePassword, action: quoteId });
    crashPoint('s1');
    const reply = await lanes.swap({ personId, sessionId: session.sessionId, quoteId, request });
    crashPoint('s3');
    return reply;
  });
}
