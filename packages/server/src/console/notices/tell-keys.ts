import { toWire } from '@tern/base/to-wire';
import { transact } from '@tern/db/transact';
import { queueMessage } from '../../platform/messaging/public.ts';
import { forgetEarlierAddresses, selectUntoldKeys, type UntoldKey } from './notices-store.ts';
import type { DigestDeps } from './send-digests.ts';

/**
 * Writes a mail about each key that an operator has added or removed to every administrator who wants mails and to the operator
 * themself, whether they want mails or not: one to each address, however many workers run this. A message is kept for a month,
 * longer than a key is told of. Returns how many mails.
 */
export async function tellKeys(deps: Pick<DigestDeps, 'db' | 'outboxBox' | 'consoleUrl'>): Promise<number> {
  await forgetEarlierAddresses(deps.db.kysely);
  const untold = await selectUntoldKeys(deps.db.kysely);
  for (const key of untold) {
    const { dedupeKey, email: recipient, language } = key;
    await transact(deps.db, (tx) =>
      queueMessage(tx, deps, { dedupeKey, channel: 'email', recipient, ...messageAbout(key, deps), language }),
    );
  }
  return untold.length;
}

function messageAbout({ event, operator, key, at }: UntoldKey, { consoleUrl }: Pick<DigestDeps, 'consoleUrl'>) {
  const link = `${consoleUrl}/console/operators/${operator}`;
  return event === 'added'
    ? { template: 'operator-key-added' as const, values: toWire({ operator, key, until: at, link }) }
    : { template: 'operator-key-removed' as const, values: toWire({ operator, key, at, link }) };
}
