import type { Clock } from '@tern/base/clock';
import { openStore } from './open-store.ts';

/** Remembers for ever, with the time, that a person has confirmed something. Saying it again changes nothing. */
export function confirmFact(directory: string, fact: string, clock: Clock): void {
  const store = openStore(directory);
  try {
    if (store.findFact(fact) === undefined) store.setFact(fact, clock.now().toISOString());
  } finally {
    store.close();
  }
}
