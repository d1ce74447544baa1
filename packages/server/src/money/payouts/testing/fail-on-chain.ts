import type { PayoutWorld } from './payout-world.ts';

/** For tests: what is to be paid next reaches the chain while the token is paused, and fails there. The token stays paused. */
export async function failOnChain(world: Pick<PayoutWorld, 'chain' | 'tick' | 'asTokenOwner'>): Promise<void> {
  await world.chain.admin.setFault({ kind: 'hold', times: 1 });
  await world.tick();
  await world.asTokenOwner('pause()', []);
  await world.chain.admin.clearFaults();
  await world.chain.admin.mine(22);
  await world.tick();
}
