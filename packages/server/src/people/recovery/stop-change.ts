import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { hashToken } from '../../platform/tokens.ts';
import { type IdentityDeps, lockPeople, recordSecurityEvent } from '../accounts/public.ts';
import { insertHold, spendStop } from '../safeguards/public.ts';
import { endSessions } from '../sessions/public.ts';
import { undoChanges } from './undo-changes.ts';

/** Links carry the time of this process, what they stop that of the database. */
const clockDifferenceMs = 5 * 60_000;

/**
 * Stops whoever changed something in a person's name, by the link of its notice: all sessions end, all devices are
 * forgotten, a phone or e-mail changed since and passkeys added since are taken back, a reset of factors ends, addresses
 * added since are taken out of the book, rules about addresses go on, and for a week transfers go only to addresses used
 * before. It takes no money and closes no account, so that a
 * stranger who finds the mail can do no more than that. Throws `STOP_LINK_OVER`.
 */
export async function stopChange(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys' | 'onStopped'>,
  { token, origin }: { readonly token: string; readonly origin: RequestOrigin },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const stop = await spendStop(tx, hashToken(token), now);
    if (stop === undefined) throw problem('STOP_LINK_OVER');
    const { personId, madeAt } = stop;
    // Behind the person's lock a send has either left before or reads what is taken back here.
    await lockPeople(tx, [personId]);
    await endSessions(tx, personId, { except: null, now });
    await undoChanges(tx, deps, { personId, now });
    await insertHold(tx, personId, 'objected', deps.settings.objectionHoldMs);
    await deps.onStopped(tx, personId, new Date(madeAt.getTime() - clockDifferenceMs));
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'change-stopped',
      origin,
      now,
      notice: { template: 'notice-change-stopped', values: toWire({ at: now }) },
    });
  });
}
