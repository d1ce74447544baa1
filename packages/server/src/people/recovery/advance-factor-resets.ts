import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { queueMessage } from '../../platform/messaging/public.ts';
import {
  type IdentityKeys,
  listContacts,
  getPerson,
  recordSecurityEvent,
  type IdentitySettings,
  findWord,
} from '../accounts/public.ts';
import { deleteAuthenticator } from '../factors/public.ts';
import { insertHold, makeStopLink } from '../safeguards/public.ts';
import { endSessions } from '../sessions/public.ts';
import { endWaitingReset, lockEndingResets, takeUntoldResets } from './factor-reset-store.ts';
import { judgeReset, type FactorReset } from './factor-reset.ts';

/** What the worker needs to carry out resets of factors. */
export type FactorResetDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<IdentitySettings, 'holdMs' | 'stopLinkMs' | 'publicUrl' | 'factorResetOpenMs'>;
  readonly keys: Pick<IdentityKeys, 'outboxBox'>;
};

/**
 * Ends the resets whose end has come and tells the people of all others once a day. Any number of workers may run it: each
 * reset is one worker's. Returns how many it ended and told of.
 */
export async function advanceFactorResets(
  deps: FactorResetDeps,
  { limit }: { readonly limit: number },
): Promise<number> {
  const now = deps.clock.now();
  const ended = await transact(deps.db, async (tx) => {
    const { factorResetOpenMs: openMs } = deps.settings;
    const resets = await lockEndingResets(tx, { now, openMs, limit });
    for (const reset of resets) await end(tx, deps, { reset, now, openMs });
    return resets.length;
  });
  const told = await transact(deps.db, async (tx) => {
    const resets = await takeUntoldResets(tx, { now, limit });
    for (const reset of resets) await tell(tx, deps, reset, now);
    return resets.length;
  });
  return ended + told;
}

async function end(
  tx: DbTx,
  deps: FactorResetDeps,
  { reset, now, openMs }: { readonly reset: FactorReset; readonly now: Date; readonly openMs: number },
): Promise<void> {
  const { personId } = reset;
  const state = judgeReset(reset, { now, openMs });
  if (state === 'waiting') return;
  await endWaitingReset(tx, personId, { state, now });
  if (state !== 'done') {
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: `factor-reset-${state}`,
      now,
      notice: { template: `notice-factor-reset-${state}`, values: toWire({ at: now }) },
    });
    return;
  }
  await deleteAuthenticator(tx, personId);
  await endSessions(tx, personId, { except: null, now });
  await insertHold(tx, personId, 'recovered', deps.settings.holdMs);
  await recordSecurityEvent(tx, deps, {
    personId,
    kind: 'factors-reset',
    now,
    notice: {
      template: 'notice-factors-reset',
      values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
    },
  });
}

async function tell(
  tx: DbTx,
  deps: FactorResetDeps,
  { personId, readyAt }: { readonly personId: FactorReset['personId']; readonly readyAt: Date },
  now: Date,
): Promise<void> {
  const { language } = await getPerson(tx, personId);
  const word = await findWord(tx, deps.keys, personId);
  const link = await makeStopLink(tx, deps, { personId, now });
  for (const contact of await listContacts(tx, personId)) {
    await queueMessage(tx, deps.keys, {
      dedupeKey: `factor-reset:${personId}:${toWire(now)}:${contact.kind}`,
      channel: contact.kind === 'phone' ? 'sms' : 'email',
      recipient: contact.value,
      template: 'notice-factor-reset-waiting',
      values: toWire({ at: now, readyAt, link }),
      language,
      word,
    });
  }
}
