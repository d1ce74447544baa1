import type { OrderDeps } from '../order-policy.ts';
import type { Changes } from './order-world.ts';

/** The signer with somebody in between; as it is where nobody is. */
export function aroundSigner<Client extends OrderDeps['signer']>(signer: Client, around: Changes['around']): Client {
  if (around === undefined) return signer;
  return {
    ...signer,
    signOrder: (question) => around(question, () => signer.signOrder(question)),
    signTreasuryOrder: (question) => around(question, () => signer.signTreasuryOrder(question)),
  };
}
