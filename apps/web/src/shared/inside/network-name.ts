import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';

type NetworkId = InstallationView['network']['id'];

const names = {
  mainnet: msg`Tron`,
  nile: msg`Tron Nile test network`,
  local: msg`Tron local test chain`,
} as const satisfies Record<NetworkId, unknown>;

/** What people read for the installation's network: a test network is never just "Tron". */
export function networkName(id: NetworkId): string {
  return i18n._(names[id]);
}
