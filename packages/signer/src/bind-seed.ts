import type { TronAddress } from '@tern/tron/address';
import { facts } from './facts.ts';
import type { SignerStore } from './open-store.ts';

type Confirmed = Readonly<Partial<Record<(typeof facts)[keyof typeof facts], string>>>;

/**
 * Ties the store to the seed of this hot wallet for ever, and remembers what is known of that seed. What a store that was tied to
 * none remembers is of a seed that was never kept, so it is forgotten.
 * @throws Error where the store belongs to another seed
 */
export function bindSeed(store: SignerStore, hotAddress: TronAddress, confirmed: Confirmed = {}): void {
  const known = store.findFact(facts.hotAddress);
  if (known === undefined) return store.startFacts({ [facts.hotAddress]: hotAddress, ...confirmed });
  if (known !== hotAddress) throw new Error(`the store belongs to ${known}, the seed to ${hotAddress}`);
  for (const [fact, value] of Object.entries(confirmed))
    if (store.findFact(fact) === undefined) store.setFact(fact, value);
}
