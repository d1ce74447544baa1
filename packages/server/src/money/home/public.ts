export { deleteAssetSettings, getAssetSettings } from './asset-settings.ts';
