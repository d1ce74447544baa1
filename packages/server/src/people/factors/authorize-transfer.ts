import type { FactorDeps } from './admit-factors.ts';
import { openFactorLanes, type Authorization, type FactorLanes } from './factor-lanes.ts';

/**
 * Returns when the given factors are right. Never call it inside a database transaction: wrong tries and
 * the used authenticator step count whatever becomes of the action. Five wrong ones lock for an hour, the next five
 * for a day. Throws `TRADE_PASSWORD_NOT_SET`, `AUTHENTICATOR_NOT_BOUND`, `FACTORS_LOCKED`, `TRADE_PASSWORD_WRONG`,
 * `AUTHENTICATOR_CODE_WRONG` or `AUTHENTICATOR_CODE_USED`, in this order. What waits in the same `lanes` at one moment shares
 * its statements.
 */
export async function authorizeTransfer(
  deps: FactorDeps,
  input: Authorization,
  lanes: FactorLanes = openFactorLanes(deps),
): Promise<void> {
  await lanes.authorize(input);
}
