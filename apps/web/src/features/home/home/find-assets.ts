import type { AssetView } from '@tern/contracts/routes/installation';

type Wanted = { typed: string; network: AssetView['networks'][number] | undefined };

/** Assets whose symbol or name holds what was typed, or whose contract it is; on one network or on any. */
export function findAssets(assets: readonly AssetView[], { typed, network }: Wanted): readonly AssetView[] {
  const wanted = typed.trim();
  const folded = wanted.toLowerCase();
  return assets.filter(
    (asset) =>
      (network === undefined || asset.networks.includes(network)) &&
      (asset.symbol.toLowerCase().includes(folded) ||
        asset.name.toLowerCase().includes(folded) ||
        asset.contract === wanted),
  );
}
