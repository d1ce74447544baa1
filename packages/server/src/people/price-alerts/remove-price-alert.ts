import type { PriceAlertId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { deleteAlert } from './price-alert-store.ts';

/** Forgets an alert, whether it waits or was reached. Throws `NOT_FOUND`. */
export async function removePriceAlert(
  { db }: { readonly db: Database },
  session: ApiSession,
  id: PriceAlertId,
): Promise<void> {
  const { personId } = session;
  await changeAccount(db, session, async (tx) => {
    if (!(await deleteAlert(tx, personId, id))) throw problem('NOT_FOUND');
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}
