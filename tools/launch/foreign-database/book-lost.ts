import type { WithdrawalId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { rebookWithdrawal, type Rebooked } from '@tern/server/money/transfers/public';
import type { LostThing } from './find-lost.ts';

/** States of a payout in which it is paid, or may be paid at any moment. */
const maybePaid: ReadonlySet<string> = new Set(['signed', 'broadcast', 'included', 'completed']);

/**
 * Reserves the money of lost payouts again that were paid or may be, each by itself, the oldest first. Says of each of them,
 * by its id, what became of it. May be repeated.
 */
export async function bookLost({
  restored,
  aside,
  lost,
}: {
  readonly restored: Database;
  readonly aside: Database;
  readonly lost: readonly LostThing[];
}): Promise<ReadonlyMap<string, Rebooked>> {
  const booked = new Map<string, Rebooked>();
  for (const { kind, id, state } of lost) {
    if (kind !== 'payout' || !maybePaid.has(state)) continue;
    const became = await transact(restored, (tx) =>
      rebookWithdrawal(tx, { aside: aside.kysely, id: id as WithdrawalId }),
    );
    booked.set(id, became);
  }
  return booked;
}
