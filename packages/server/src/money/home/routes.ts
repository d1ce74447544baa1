import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { getAssetSettings, setAssetSettings } from './asset-settings.ts';
import { describeDayChange } from './day-change.ts';
import { getPriceHistory } from './get-price-history.ts';
import { getWorth, type GetWorthDeps } from './get-worth.ts';

export function homeRouter(deps: GetWorthDeps) {
  const { db } = deps;
  const os = implement(contract.home).$context<ApiContext>();
  return os.router({
    priceHistory: os.priceHistory.use(requireSession).handler(({ input }) => getPriceHistory(db.kysely, input.range)),
    worth: os.worth
      .use(requireSession)
      .handler(({ input, context }) =>
        getWorth(deps, { personId: context.session.personId, walletId: input.walletId, range: input.range }),
      ),
    dayChange: os.dayChange.use(requireSession).handler(async ({ input, context }) => {
      const { personId } = context.session;
      return describeDayChange(await getWorth(deps, { personId, walletId: input.walletId, range: 'day' }));
    }),
    assetSettings: os.assetSettings
      .use(requireSession)
      .handler(({ context }) => getAssetSettings(db.kysely, context.session.personId)),
    setAssetSettings: os.setAssetSettings
      .use(requireSession)
      .handler(({ input, context }) => setAssetSettings(db, context.session, input)),
  });
}
