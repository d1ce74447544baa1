import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { lockPeople } from '../../people/accounts/public.ts';
import { takeOldClosing } from './closing-store.ts';
import { erasedTables, erasePerson } from './erase-person.ts';

/**
 * Worker step: erases once more those whom an older version closed, which did not know all tables: while versions are
 * replaced one by one, people may have written into the new tables before. One on hold waits for its end. Returns how many there were, at most `limit`.
 */
export async function eraseOldClosings(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { limit }: { readonly limit: number },
): Promise<number> {
  for (let done = 0; done < limit; done += 1) {
    const found = await transact(db, async (tx) => {
      const personId = await takeOldClosing(tx, erasedTables);
      if (personId === undefined) return undefined;
      // A hold that came right before counts.
      if ((await lockPeople(tx, [personId])).get(personId)?.freeze === null)
        await erasePerson(tx, personId, clock.now());
      return personId;
    });
    if (found === undefined) return done;
  }
  return limit;
}
