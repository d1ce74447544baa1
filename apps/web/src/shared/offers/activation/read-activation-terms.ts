import type { InstallationView } from '@tern/contracts/routes/installation';
import { exactAmountWithUnit } from '../../exact-amount.ts';
import { getAsset } from '../../get-asset.ts';

export type ActivationTerms = {
  /** Amount and symbol, for example `10.00 USDT`. */
  minimum: string;
  bonus: string;
  promotionOpen: boolean;
};

/** The installation's terms in words for people. */
export function readActivationTerms(installation: InstallationView): ActivationTerms {
  const { minimum, minimumAssetId, bonus, bonusAssetId, promotionOpen } = installation.activation;
  return {
    minimum: amountWithSymbol(installation, minimumAssetId, minimum),
    bonus: amountWithSymbol(installation, bonusAssetId, bonus),
    promotionOpen,
  };
}

function amountWithSymbol(installation: InstallationView, assetId: 'usdt' | 'trx' | 'reward', amount: string): string {
  return exactAmountWithUnit(amount, getAsset(installation, assetId));
}
