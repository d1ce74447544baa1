import type { PriceAlertId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { PriceAlertView } from '@tern/contracts/routes/price-alerts';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { limitSettings, type PriceAlertDeps } from './deps.ts';
import { selectAlert, updateAlertSet } from './price-alert-store.ts';
import { isReached, renderAlert } from './price-alert.ts';
import { getUnitPrice } from './unit-prices.ts';

/**
 * Has a person told once more when the same price is reached. One that still waits stays as it is. Throws `NOT_FOUND` and the
 * problems the contract lists for this route.
 */
export async function resetPriceAlert(
  deps: PriceAlertDeps,
  session: ApiSession,
  id: PriceAlertId,
): Promise<PriceAlertView> {
  const { personId } = session;
  const known = await selectAlert(deps.db.kysely, personId, id);
  if (known === undefined) throw problem('NOT_FOUND');
  if (known.reached === null) return renderAlert(known);
  await limitSettings(deps, personId);
  if (isReached(known, await getUnitPrice(deps.db.kysely, deps, known))) throw problem('ALERT_PRICE_REACHED');
  return changeAccount(deps.db, session, async (tx) => {
    const alert = await updateAlertSet(tx, personId, id);
    if (alert === undefined) throw problem('NOT_FOUND');
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return renderAlert(alert);
  });
}
