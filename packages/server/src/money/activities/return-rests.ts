import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { returnRest } from './activity-money.ts';
import { lockFinished, markReturned } from './activity-store.ts';

/**
 * Worker step: gives back to the house what an activity set aside and nobody can earn any more, once it is over for
 * everybody. What was approved stays set aside until it is claimed, however long that takes. Returns how many ended.
 */
export async function returnRests(
  { db }: { readonly db: Database },
  { limit }: { readonly limit: number },
): Promise<number> {
  for (let done = 0; done < limit; done += 1) {
    const ended = await transact(db, async (tx) => {
      const finished = await lockFinished(tx);
      if (finished === undefined) return false;
      const { activity, owed } = finished;
      await returnRest(tx, activity.id, units(activity.reward * BigInt(owed)));
      await markReturned(tx, activity.id);
      return true;
    });
    if (!ended) return done;
  }
  return limit;
}
