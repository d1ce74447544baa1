export { deleteAssetSettings, getAssetSettings } from './asset-settings.ts';
export type { GetWorthDeps } from './get-worth.ts';
export { openWalletValues } from './open-wallet-values.ts';
