import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { Database } from '@tern/db/database';
import { requireSession, type ApiContext } from '../../platform/api-context.ts';
import { getAssetSettings, setAssetSettings } from './asset-settings.ts';
import { getDayChange } from './get-day-change.ts';
import { getPriceHistory } from './get-price-history.ts';

export function homeRouter({ db }: { readonly db: Database }) {
  const os = implement(contract.home).$context<ApiContext>();
  return os.router({
    priceHistory: os.priceHistory.use(requireSession).handler(({ input }) => getPriceHistory(db.kysely, input.range)),
    dayChange: os.dayChange
      .use(requireSession)
      .handler(({ input, context }) =>
        getDayChange({ db }, { personId: context.session.personId, walletId: input.walletId }),
      ),
    assetSettings: os.assetSettings
      .use(requireSession)
      .handler(({ context }) => getAssetSettings(db.kysely, context.session.personId)),
    setAssetSettings: os.setAssetSettings
      .use(requireSession)
      .handler(({ input, context }) => setAssetSettings(db, context.session, input)),
  });
}
