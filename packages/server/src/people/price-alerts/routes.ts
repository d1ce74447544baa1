import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { addPriceAlert } from './add-price-alert.ts';
import type { PriceAlertDeps } from './deps.ts';
import { listPriceAlerts } from './list-price-alerts.ts';
import { removePriceAlert } from './remove-price-alert.ts';
import { resetPriceAlert } from './reset-price-alert.ts';

export function priceAlertsRouter(deps: PriceAlertDeps) {
  const os = implement(contract.priceAlerts).$context<ApiContext>();
  return os.router({
    listPriceAlerts: os.listPriceAlerts
      .use(requireSession)
      .handler(({ input, context }) => listPriceAlerts(deps, context.session.personId, input.assetId)),
    addPriceAlert: os.addPriceAlert
      .use(requireSession)
      .handler(({ input, context }) => addPriceAlert(deps, context.session, input)),
    resetPriceAlert: os.resetPriceAlert
      .use(requireSession)
      .handler(({ input, context }) => resetPriceAlert(deps, context.session, input.id)),
    removePriceAlert: os.removePriceAlert.use(requireSession).handler(async ({ input, context }) => {
      await removePriceAlert(deps, context.session, input.id);
      return {};
    }),
  });
}
