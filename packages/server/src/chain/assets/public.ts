export { closeAsset, listAssetClosings, openAsset, type AssetClosing } from './asset-closing-store.ts';
