import type { WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { rebookWithdrawal, type Rebooked } from '@tern/server/money/transfers/public';
import { isMaybePaid, type LostThing } from './find-lost.ts';

/** What became of one; where it failed, nothing of it was booked. */
export type Booked = Rebooked | { readonly failed: string };

/**
 * Books lost payouts again that were paid or may be, each by itself, the oldest first; one that fails keeps none back. Says of
 * each of them, by its id, what became of it. May be repeated.
 */
export async function bookLost({
  restored,
  aside,
  lost,
}: {
  readonly restored: Database;
  readonly aside: Database;
  readonly lost: readonly LostThing[];
}): Promise<ReadonlyMap<string, Booked>> {
  const booked = new Map<string, Booked>();
  for (const thing of lost) {
    if (!isMaybePaid(thing)) continue;
    const { id } = thing;
    try {
      const became = await transact(restored, (tx) =>
        rebookWithdrawal(tx, { aside: aside.kysely, id: id as WithdrawalId }),
      );
      booked.set(id, became);
    } catch (error) {
      booked.set(id, { failed: error instanceof Error ? error.message : String(error) });
    }
  }
  return booked;
}
