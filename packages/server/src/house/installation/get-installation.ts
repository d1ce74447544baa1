import { toWire } from '@tern/base/to-wire';
import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import type { Database } from '@tern/db/database';
import type { Units } from '@tern/money/units';
import { isPromotionOpen } from '../../money/promotions/public.ts';

/** What the configuration says about this installation. */
export type InstallationSettings = Pick<
  InstallationView,
  'product' | 'version' | 'build' | 'profile' | 'network' | 'tabs' | 'incentives' | 'support' | 'development'
> & {
  readonly assets: AssetView[];
  /** Least top-up that activates, in USDT base units, and the bonus, in reward token base units. */
  readonly activation: { readonly minimum: Units; readonly bonus: Units };
};

export type GetInstallationDeps = { readonly db: Database; readonly installation: InstallationSettings };

/** Names, network, assets and terms; anyone may read them. */
export async function getInstallation({ db, installation }: GetInstallationDeps): Promise<InstallationView> {
  const { activation, ...rest } = installation;
  return toWire({
    ...rest,
    currencyUnit: 'USDT',
    activation: {
      minimum: activation.minimum,
      minimumAssetId: 'usdt',
      bonus: activation.bonus,
      bonusAssetId: 'reward',
      promotionOpen: await isPromotionOpen(db, activation.bonus),
    },
  });
}
