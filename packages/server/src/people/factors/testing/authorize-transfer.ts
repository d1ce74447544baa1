import type { FactorDeps } from '../admit-factors.ts';
import { openFactorLanes, type Authorization } from '../factor-lanes.ts';

/** For tests: checks factors in lanes of its own, as another process would. Throws as `authorize` of the lanes. */
export async function authorizeTransfer(deps: FactorDeps, input: Authorization): Promise<void> {
  await openFactorLanes(deps).authorize(input);
}
