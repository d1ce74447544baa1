import { newId, type PriceAlertId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { AlertDirection, PriceAlertView } from '@tern/contracts/routes/price-alerts';
import type { AssetId } from '@tern/money/asset';
import type { ApiSession } from '../../platform/api-context.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { limitSettings, type PriceAlertDeps } from './deps.ts';
import { countAlerts, insertAlert } from './price-alert-store.ts';
import { alertsMax, isReached, readTarget, renderAlert } from './price-alert.ts';
import { getUnitPrice } from './unit-prices.ts';

export type AddPriceAlertInput = {
  readonly assetId: AssetId;
  /** What the person sees prices in, and means. */
  readonly unit: string;
  readonly direction: AlertDirection;
  readonly target: string;
};

/** Has a person told once when a price is reached. Throws the problems the contract lists for this route. */
export async function addPriceAlert(
  deps: PriceAlertDeps,
  session: ApiSession,
  { assetId, unit, direction, target: typed }: AddPriceAlertInput,
): Promise<PriceAlertView> {
  const { personId } = session;
  const wanted = { assetId, unit, direction, target: readTarget(typed) };
  await limitSettings(deps, personId);
  if (isReached(wanted, await getUnitPrice(deps.db.kysely, deps, wanted))) throw problem('ALERT_PRICE_REACHED');
  return changeAccount(deps.db, session, async (tx) => {
    // The lock on the person lets one addition after the other.
    if ((await countAlerts(tx, personId)) >= alertsMax) throw problem('ALERT_LIMIT_REACHED', { limit: alertsMax });
    const alert = await insertAlert(tx, { id: newId<PriceAlertId>(), personId, ...wanted });
    if (alert === undefined) throw problem('ALERT_SET_ALREADY');
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
    return renderAlert(alert);
  });
}
