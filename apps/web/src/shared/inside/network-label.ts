import type { AssetView, InstallationView } from '@tern/contracts/routes/installation';
import { networkName } from './network-name.ts';

/** The network and, for tokens, the standard they follow on it. */
export function networkLabel(installation: InstallationView, asset: AssetView): string {
  const name = networkName(installation.network);
  return asset.id === 'trx' ? name : `${name} · TRC-20`;
}
