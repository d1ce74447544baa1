import type { ConnectionRequestId, PersonId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { limitKey, takeHit } from '../../platform/limits/public.ts';
import { insertPushes } from './push-store.ts';
import { siteRequestKind } from './push.ts';

/** Of all sites of a person within an hour: a site that asks more often is met in the app. */
const pushesPerHour = 10;

/**
 * Has the devices of a person told that a connected site waits for an answer. No message stays of it: the request ends by
 * itself. What a site says is not for a lock screen, so neither its name nor its text is told.
 */
export async function queueRequestPush(
  tx: DbTx,
  {
    personId,
    requestId,
    now,
  }: { readonly personId: PersonId; readonly requestId: ConnectionRequestId; readonly now: Date },
): Promise<void> {
  const window = { key: limitKey('site-pushes', personId), limit: pushesPerHour, windowMs: 3_600_000 };
  if ((await takeHit(tx, window, now)) !== undefined) return;
  const nothing = { asset: null, amount: null, targetPrice: null, price: null, priceUnit: null };
  await insertPushes(tx, [{ id: requestId, personId, kind: siteRequestKind, event: 'site-asks', ...nothing }]);
}
