import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';

type Network = Pick<InstallationView['network'], 'id' | 'name'>;

const names = {
  mainnet: msg`Tron`,
  nile: msg`Tron Nile test network`,
  local: msg`Tron local test chain`,
} as const;

/** What people read for the installation's network: a test network is never just "Tron", and a private one has its own name. */
export function networkName({ id, name }: Network): string {
  return id === 'private' ? (name ?? id) : i18n._(names[id]);
}
