import type { Clock } from '@tern/base/clock';
import { bindSeed } from './bind-seed.ts';
import type { facts } from './facts.ts';
import { openKeys, type KeysPlace } from './keys/open-keys.ts';
import { openStore } from './open-store.ts';

/**
 * Remembers for ever, with the time, that a person has confirmed something of the seed that is there now. Saying it again
 * changes nothing.
 */
export function confirmFact(
  place: KeysPlace,
  fact: (typeof facts)['wordsConfirmed' | 'outflowsConfirmed'],
  clock: Clock,
): void {
  const keys = openKeys(place);
  try {
    const store = openStore(place.directory);
    try {
      bindSeed(store, keys.addressAt({ purpose: 'hot', index: 0 }), { [fact]: clock.now().toISOString() });
    } finally {
      store.close();
    }
  } finally {
    keys.close();
  }
}
