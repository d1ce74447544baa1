import { toWire } from '@tern/base/to-wire';
import { transact } from '@tern/db/transact';
import { queueMessage } from '../../platform/messaging/public.ts';
import { selectUntoldAddresses } from './notices-store.ts';
import type { DigestDeps } from './send-digests.ts';

/**
 * Writes a mail about each change of an operator's address to that address and to the one before, whether they want mails or
 * not: one to each, however many workers run this. Returns how many mails.
 */
export async function tellAddresses(deps: Pick<DigestDeps, 'db' | 'outboxBox' | 'consoleUrl'>): Promise<number> {
  const untold = await selectUntoldAddresses(deps.db.kysely);
  for (const { dedupeKey, email: recipient, language, operator, at } of untold) {
    const values = toWire({ operator, at, link: `${deps.consoleUrl}/console/notices` });
    await transact(deps.db, (tx) =>
      queueMessage(tx, deps, {
        ...{ dedupeKey, recipient, values, language },
        ...({ channel: 'email', template: 'operator-address-changed' } as const),
      }),
    );
  }
  return untold.length;
}
