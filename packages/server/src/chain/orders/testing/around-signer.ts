import type { Question } from '../attempt.ts';
import type { OrderDeps } from '../order-policy.ts';
import type { Changes } from './order-world.ts';

/** The signer with somebody in between; as it is where nobody is. */
export function aroundSigner<Client extends OrderDeps['signer']>(signer: Client, around: Changes['around']): Client {
  if (around === undefined) return signer;
  const askFor = (question: Question) =>
    'payment' in question ? signer.signOrder(question) : signer.signTreasuryOrder(question);
  const answer = (question: Question) => around(question, () => askFor(question), askFor);
  return { ...signer, signOrder: answer, signTreasuryOrder: answer };
}
