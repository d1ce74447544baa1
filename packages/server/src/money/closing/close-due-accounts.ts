import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { lockPeople, recordSecurityEvent, type IdentityDeps } from '../../people/accounts/public.ts';
import { wasStoppedSince } from '../../people/safeguards/public.ts';
import { closeWallets, lockOpenWallets } from '../../people/wallets/public.ts';
import { endClosing, takeDueClosing } from './closing-store.ts';
import { erasePerson } from './erase-person.ts';
import { isAccountEmpty } from './is-account-empty.ts';
import { isOwed } from './is-owed.ts';

export type CloseDueAccountsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Pick<IdentityDeps['keys'], 'outboxBox'>;
};

/**
 * Worker step: closes the accounts whose wait is over, each in a transaction of its own. One that is not empty any more, or
 * whose closing somebody stopped, stays open. One on hold is closed once the hold is over: until then nothing of it is erased.
 * Returns how many it looked at.
 */
export async function closeDueAccounts(
  deps: CloseDueAccountsDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  for (let done = 0; done < limit; done += 1) {
    if (!(await transact(deps.db, (tx) => closeNext(deps, tx)))) return done;
  }
  return limit;
}

async function closeNext(deps: CloseDueAccountsDeps, tx: DbTx): Promise<boolean> {
  const due = await takeDueClosing(tx);
  if (due === undefined) return false;
  const { personId } = due;
  // Their own transfers wait for this, or this for them; a hold that came right before counts.
  if ((await lockPeople(tx, [personId])).get(personId)?.freeze !== null) return true;
  const now = deps.clock.now();
  if (await wasStoppedSince(tx, personId, due.requestedAt)) {
    await endClosing(tx, personId, 'stopped');
    return true;
  }
  // Before the look at what is left: a credit that is under way is neither seen nor stopped. The next round finds it.
  if (!(await lockOpenWallets(tx, personId))) return false;
  // In this order: what is paid between the two questions is in the answer to the second.
  if ((await isOwed(tx, personId)) || !(await isAccountEmpty(tx, personId))) {
    await endClosing(tx, personId, 'not-empty');
    return true;
  }
  await closeWallets(tx, personId);
  await endClosing(tx, personId, 'done');
  await recordSecurityEvent(tx, deps, {
    personId,
    kind: 'account-closed',
    now,
    notice: { template: 'notice-account-closed', values: toWire({ at: now }) },
  });
  await erasePerson(tx, personId, now);
  return true;
}
