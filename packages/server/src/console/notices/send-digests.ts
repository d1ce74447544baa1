import { toWire } from '@tern/base/to-wire';
import { transact } from '@tern/db/transact';
import { queueMessage } from '../../platform/messaging/public.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { showWaiting, type WaitingDeps } from '../home/public.ts';
import { markTold, selectDueNotices, type DueNotice } from './notices-store.ts';

export type DigestDeps = WaitingDeps & {
  /** Seals what waiting messages say. */
  readonly outboxBox: SecretBox;
  readonly consoleUrl: string;
};

/**
 * Writes one mail to each operator who asked for it and for whose decision something waits; at most one within the hours that
 * they chose, however many workers run this. Returns how many.
 */
export async function sendDigests(deps: DigestDeps): Promise<number> {
  let sent = 0;
  for (const notice of await selectDueNotices(deps.db.kysely)) sent += Number(await tell(deps, notice));
  return sent;
}

async function tell(deps: DigestDeps, notice: DueNotice): Promise<boolean> {
  const { kinds } = await showWaiting(deps, { ...notice, keyDecidesMoneyFrom: null });
  const mine = kinds.filter((each) => each.mine > 0);
  if (mine.length === 0) return false;
  const { operatorId, email: recipient, language } = notice;
  return await transact(deps.db, async (tx) => {
    const at = await markTold(tx, operatorId);
    if (at === undefined) return false;
    await queueMessage(tx, deps, {
      dedupeKey: `operator-waiting:${operatorId}:${toWire(at)}`,
      channel: 'email',
      recipient,
      template: 'operator-waiting',
      values: {
        waiting: mine.map(({ kind, mine: items }) => `${kind} ${items}`).join(', '),
        link: `${deps.consoleUrl}/console`,
      },
      language,
    });
    return true;
  });
}
