export { deleteAssetSettings, getAssetSettings } from './asset-settings.ts';
export type { GetWorthDeps } from './get-worth.ts';
