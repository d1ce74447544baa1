import { transact } from '@tern/db/transact';
import { queueMessage } from '../../platform/messaging/public.ts';
import { selectUntoldKeys } from './notices-store.ts';
import type { DigestDeps } from './send-digests.ts';

/**
 * Writes a mail about each further key of an operator to every administrator who wants mails and to the operator themself: one
 * each, however many workers run this. A message is kept for a month, longer than a key is new. Returns how many mails.
 */
export async function tellNewKeys(deps: Pick<DigestDeps, 'db' | 'outboxBox' | 'consoleUrl'>): Promise<number> {
  const untold = await selectUntoldKeys(deps.db.kysely);
  for (const { dedupeKey, operator, key, moneyFrom, email: recipient, language } of untold) {
    const link = `${deps.consoleUrl}/console/operators/${operator}`;
    const values = { operator, key, until: moneyFrom.toISOString(), link };
    await transact(deps.db, (tx) =>
      queueMessage(tx, deps, {
        dedupeKey,
        channel: 'email',
        recipient,
        template: 'operator-key-added',
        values,
        language,
      }),
    );
  }
  return untold.length;
}
