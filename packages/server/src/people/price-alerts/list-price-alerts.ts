import type { PersonId } from '@tern/base/ids';
import type { PriceAlertsView } from '@tern/contracts/routes/price-alerts';
import type { AssetId } from '@tern/money/asset';
import { findPrice, renderPrice } from '../../chain/prices/public.ts';
import type { PriceAlertDeps } from './deps.ts';
import { selectAlerts } from './price-alert-store.ts';
import { alertsMax, renderAlert } from './price-alert.ts';
import { readCoinPrice } from './unit-prices.ts';

/** A person's alerts of one asset, beside what it costs now and whether alerts are judged by that. */
export async function listPriceAlerts(
  deps: Pick<PriceAlertDeps, 'db' | 'priceRules' | 'assets'>,
  personId: PersonId,
  assetId: AssetId,
): Promise<PriceAlertsView> {
  const db = deps.db.kysely;
  const [alerts, price, coin] = await Promise.all([
    selectAlerts(db, personId),
    findPrice(db, assetId),
    readCoinPrice(db, deps, assetId),
  ]);
  return {
    price: renderPrice(price),
    judged: coin !== undefined,
    alerts: alerts.filter((alert) => alert.assetId === assetId).map(renderAlert),
    used: alerts.length,
    limit: alertsMax,
  };
}
