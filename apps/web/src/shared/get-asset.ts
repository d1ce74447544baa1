import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';

/** The installation's description of an asset it uses. Throws when it uses none of that id. */
export function getAsset(installation: InstallationView, assetId: AssetView['id']): AssetView {
  const asset = installation.assets.find(({ id }) => id === assetId);
  if (asset === undefined) throw new Error(`the installation has no asset ${assetId}`);
  return asset;
}
